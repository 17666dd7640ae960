import type { Monitor } from "../kit/monitor.ts";
import { annotationMonitors } from "./headers/annotations.ts";
import { postMonitors } from "./headers/client.ts";
import { errorId } from "./headers/error-id.ts";
import { mirroredMonitors } from "./headers/mirrored.ts";

export const monitors: readonly Monitor[] = [...annotationMonitors, errorId, ...postMonitors, ...mirroredMonitors];
