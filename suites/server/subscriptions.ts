import type { Suite } from "../kit/scenario.ts";
import { changes } from "./subscriptions/changes.ts";
import { closing } from "./subscriptions/closing.ts";
import { opening } from "./subscriptions/opening.ts";

export const suites: readonly Suite[] = [opening, changes, closing];
