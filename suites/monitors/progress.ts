import type { Monitor } from "../kit/monitor.ts";
import { reports } from "./progress/reports.ts";
import { asking } from "./progress/tokens.ts";
import { whichRequest } from "./progress/whose.ts";

export const monitors: readonly Monitor[] = [...reports, ...whichRequest, ...asking];
