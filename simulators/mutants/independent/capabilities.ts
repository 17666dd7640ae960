import type { Mutant } from "../mutant.ts";
import { mutants as declared } from "./capabilities/declared.ts";
import { mutants as used } from "./capabilities/used.ts";

export const mutants: readonly Mutant[] = [...declared, ...used];
