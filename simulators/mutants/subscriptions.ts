import type { Mutant } from "./mutant.ts";
import { mutants as acknowledgement } from "./subscriptions/acknowledgement.ts";
import { mutants as closure } from "./subscriptions/closure.ts";
import { mutants as delivery } from "./subscriptions/delivery.ts";

export const mutants: readonly Mutant[] = [...acknowledgement, ...delivery, ...closure];
