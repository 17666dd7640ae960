import { LEGACY, type Revision } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "version-echo",
    does: "Agrees to any protocol version that initialize asks for, known or not",
    breaks: ["versioning.server-counter-offers"],
    where: { revisions: LEGACY },
    apply: (seams) => seams.rule("negotiateVersion", () => (requested) => requested as Revision),
  },
];
