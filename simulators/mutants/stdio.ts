import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "stdout-banner",
    does: "Greets on standard output before the first message",
    breaks: ["stdio.stdout-only-messages"],
    where: { transports: ["stdio"] },
    apply: (seams, draw) => seams.process({ banner: `server ${draw.word(8)} is ready\n` }),
  },
];
