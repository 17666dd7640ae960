import type { Mutant } from "./mutant.ts";
import { callMutants } from "./tools/calls.ts";
import { definitionMutants } from "./tools/definitions.ts";
import { listMutants } from "./tools/list.ts";
import { resultMutants } from "./tools/results.ts";

export const mutants: readonly Mutant[] = [...listMutants, ...definitionMutants, ...callMutants, ...resultMutants];
