import type { Mutant } from "../mutant.ts";
import { mutants as legacy } from "./versioning/legacy.ts";
import { mutants as modern } from "./versioning/modern.ts";

export const mutants: readonly Mutant[] = [...legacy, ...modern];
