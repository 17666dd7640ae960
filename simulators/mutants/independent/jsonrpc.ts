import type { Mutant } from "../mutant.ts";
import { codes } from "./jsonrpc/codes.ts";
import { envelope } from "./jsonrpc/envelope.ts";
import { input } from "./jsonrpc/input.ts";
import { results } from "./jsonrpc/results.ts";

export const mutants: readonly Mutant[] = [...envelope, ...input, ...codes, ...results];
