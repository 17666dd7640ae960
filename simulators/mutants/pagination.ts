import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "cursor-stuck",
    does: "Begins every page after the first at its own first item again",
    breaks: ["pagination.continues-after-cursor"],
    apply: (seams) =>
      seams.rule("pageStart", (original) => (names, last) => (original(names, last) === undefined ? undefined : 0)),
  },
];
