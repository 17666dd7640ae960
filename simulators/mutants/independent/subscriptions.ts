import type { Mutant } from "../mutant.ts";
import { mutants as acknowledged } from "./subscriptions/acknowledged.ts";
import { mutants as delivered } from "./subscriptions/delivered.ts";
import { mutants as ids } from "./subscriptions/ids.ts";

export const mutants: readonly Mutant[] = [...ids, ...acknowledged, ...delivered];
