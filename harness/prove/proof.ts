/** What a mutant did to one requirement that it breaks. */
export interface ProofRow {
  /** Whose conduct the requirement is judged of. */
  readonly role: "server" | "client";
  readonly mutant: string;
  readonly does: string;
  readonly requirement: string;
  readonly facet?: string;
  readonly revision: string;
  readonly transport: string;
  /**
   * - `killed`: judged pass on the conforming peer and fail on the mutant.
   * - `survived`: no judge failed it.
   * - `unproven`: it failed, but on the conforming peer it was not judged to pass.
   * - `misplaced`: the requirement is not in force where the mutant ran.
   */
  readonly outcome: "killed" | "survived" | "unproven" | "misplaced";
  /** Judges that failed it. */
  readonly by: readonly string[];
  /** Further requirements that failed, and that the mutant does not announce. */
  readonly tripped: readonly string[];
  readonly note?: string;
}

/** A verdict on the conforming peer that must not be. */
export interface Accusation {
  readonly role: "server" | "client";
  readonly requirement: string;
  readonly revision: string;
  readonly transport: string;
  readonly verdict: "fail" | "error";
  readonly seen: string;
}

/** Requirements judged (proven), of those in the catalogue; one that binds both sides counts for each. */
export interface Coverage {
  readonly byRole: { readonly server: number; readonly client: number };
  readonly judged: number;
  readonly byArea: readonly { readonly area: string; readonly judged: number; readonly of: number }[];
  readonly byRevision: readonly { readonly revision: string; readonly judged: number; readonly of: number }[];
  readonly ids: readonly string[];
}

/** The outcome of proving: every mutant, what it killed, and the coverage that follows. */
export interface Proof {
  readonly seed: number;
  readonly catalogue: string;
  readonly rows: readonly ProofRow[];
  readonly accusations: readonly Accusation[];
  readonly coverage: Coverage;
  /** ms */
  readonly ms: number;
  readonly sound: boolean;
}
