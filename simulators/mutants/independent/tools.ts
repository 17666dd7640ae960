import type { Mutant } from "../mutant.ts";
import { mutants as calls } from "./tools/calls.ts";
import { mutants as definitions } from "./tools/definitions.ts";
import { mutants as inputs } from "./tools/inputs.ts";
import { mutants as lists } from "./tools/lists.ts";

export const mutants: readonly Mutant[] = [...definitions, ...lists, ...inputs, ...calls];
