import type { Mutant } from "../mutant.ts";
import { annotations } from "./headers/annotations.ts";
import { param } from "./headers/param.ts";
import { standard } from "./headers/standard.ts";
import { version } from "./headers/version.ts";

/** Mirrored headers, their encoding and validation, and MCP-Protocol-Version. */
export const mutants: readonly Mutant[] = [...standard, ...version, ...param, ...annotations];
