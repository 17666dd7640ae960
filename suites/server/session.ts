import type { Suite } from "../kit/scenario.ts";
import { legacySessions } from "./session/legacy.ts";
import { stateless } from "./session/stateless.ts";

export const suites: readonly Suite[] = [legacySessions, stateless];
