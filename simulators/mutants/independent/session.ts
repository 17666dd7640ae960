import type { Mutant } from "../mutant.ts";
import { ids } from "./session/ids.ts";
import { stateless } from "./session/stateless.ts";

/** Sessions of the legacy era, and the statelessness that took their place. */
export const mutants: readonly Mutant[] = [...ids, ...stateless];
