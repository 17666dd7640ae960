import type { Monitor } from "../kit/monitor.ts";
import { callMonitors } from "./tools/calls.ts";
import { definitionMonitors } from "./tools/definitions.ts";
import { listMonitors } from "./tools/list.ts";
import { nameMonitors } from "./tools/names.ts";

export const monitors: readonly Monitor[] = [...listMonitors, ...nameMonitors, ...definitionMonitors, ...callMonitors];
