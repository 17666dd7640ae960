import { since, until } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "session-400",
    does: "Answers 400 to requests of a session that has ended",
    breaks: ["session.terminated-404"],
    where: {
      revisions: since("2025-03-26").filter((revision) => until("2025-11-25").includes(revision)),
      transports: ["http"],
    },
    apply: (seams) => seams.head((head, { because }) => (because === "sessionKnown" ? { ...head, status: 400 } : head)),
  },
];
