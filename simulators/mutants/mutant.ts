import type { Random } from "../clock/random.ts";
import type { Seams } from "../server/seams.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";

/** A simulated peer's one named deviation; it exists to prove that a check can fail. */
export interface Mutant {
  /** kebab-case, unique. */
  readonly id: string;
  /** Requirements that it breaks: each must be judged `fail` on it. */
  readonly breaks: readonly string[];
  /** Requirements that fail as a consequence; expected, not counted as proof. */
  readonly implies?: readonly string[];
  /** Facet of the requirement that it breaks, where the entry lists facets. */
  readonly facet?: string;
  readonly where?: { readonly revisions?: readonly Revision[]; readonly transports?: readonly TransportName[] };
  /** Revisions that the server serves, with the deviation and without; all of them where left out. */
  readonly serves?: readonly Revision[];
  /** Areas whose scenarios bring it about, besides those of what it breaks. */
  readonly provokedBy?: readonly string[];
  /** What it does, in one sentence. */
  readonly does: string;
  readonly apply: (seams: Seams, draw: Random) => void;
}
