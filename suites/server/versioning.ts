import type { Suite } from "../kit/scenario.ts";

export const suites: readonly Suite[] = [];
