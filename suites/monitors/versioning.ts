import type { Monitor } from "../kit/monitor.ts";

export const monitors: readonly Monitor[] = [];
