import type { Mutant } from "./mutant.ts";
import { askedMutants } from "./schema/asked.ts";
import { contentMutants } from "./schema/content.ts";
import { listedMutants } from "./schema/listed.ts";
import { messageMutants } from "./schema/messages.ts";
import { resultMutants } from "./schema/results.ts";

/** Faults of plain shape, and of what schemas say beyond it. */
export const mutants: readonly Mutant[] = [
  ...listedMutants,
  ...resultMutants,
  ...contentMutants,
  ...askedMutants,
  ...messageMutants,
];
