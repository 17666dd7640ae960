import type { Monitor } from "../kit/monitor.ts";
import { monitors as client } from "./jsonrpc/client.ts";
import { monitors as codes } from "./jsonrpc/codes.ts";
import { monitors as directions } from "./jsonrpc/directions.ts";
import { monitors as envelope } from "./jsonrpc/envelope.ts";
import { monitors as ids } from "./jsonrpc/ids.ts";
import { monitors as results } from "./jsonrpc/results.ts";

export const monitors: readonly Monitor[] = [...envelope, ...ids, ...codes, ...results, ...directions, ...client];
