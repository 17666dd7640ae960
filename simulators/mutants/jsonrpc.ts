import { codes } from "./jsonrpc/codes.ts";
import { envelope } from "./jsonrpc/envelope.ts";
import { exchange } from "./jsonrpc/exchange.ts";
import { results } from "./jsonrpc/results.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [...envelope, ...exchange, ...codes, ...results];
