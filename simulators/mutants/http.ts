import { answers } from "./http/answers.ts";
import { disconnect } from "./http/disconnect.ts";
import { standalone } from "./http/standalone.ts";
import { streams } from "./http/streams.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [...answers, ...streams, ...standalone, ...disconnect];
