import type { Mutant } from "../mutant.ts";
import { mutants as levels } from "./logging/levels.ts";
import { mutants as messages } from "./logging/messages.ts";

export const mutants: readonly Mutant[] = [...levels, ...messages];
