import type { Mutant } from "../mutant.ts";
import { answers } from "./http/answers.ts";
import { standalone } from "./http/standalone.ts";
import { streams } from "./http/streams.ts";

/** Streamable HTTP: answers to POSTs, their streams, the GET stream and resumption. */
export const mutants: readonly Mutant[] = [...answers, ...streams, ...standalone];
