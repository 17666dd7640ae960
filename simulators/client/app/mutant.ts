import type { Random } from "../../clock/random.ts";
import type { Revision, TransportName } from "../../wire/revisions.ts";
import type { ClientSeams } from "./seams.ts";

/** A simulated client's one named deviation; it exists to prove that a check of clients can fail. */
export interface ClientMutant {
  /** kebab-case, unique. */
  readonly id: string;
  /** Requirements that it breaks: each must be judged `fail` on it. */
  readonly breaks: readonly string[];
  /** Requirements that fail as a consequence; expected, not counted as proof. */
  readonly implies?: readonly string[];
  /** Facet of the requirement that it breaks, where the entry lists facets. */
  readonly facet?: string;
  readonly where?: { readonly revisions?: readonly Revision[]; readonly transports?: readonly TransportName[] };
  /** Areas whose scenarios bring it about, besides those of what it breaks. */
  readonly provokedBy?: readonly string[];
  /** What it does, in one sentence. */
  readonly does: string;
  readonly apply: (seams: ClientSeams, draw: Random) => void;
}
