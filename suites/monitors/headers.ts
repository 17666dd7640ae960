import type { Monitor } from "../kit/monitor.ts";
import { annotationMonitors } from "./headers/annotations.ts";
import { errorId } from "./headers/error-id.ts";

export const monitors: readonly Monitor[] = [...annotationMonitors, errorId];
