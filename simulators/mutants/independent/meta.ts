import type { Mutant } from "../mutant.ts";
import { info } from "./meta/info.ts";
import { keys } from "./meta/keys.ts";
import { required } from "./meta/required.ts";

export const mutants: readonly Mutant[] = [...keys, ...required, ...info];
