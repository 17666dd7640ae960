import type { Suite } from "../kit/scenario.ts";
import { ignored } from "./cancellation/ignored.ts";
import { stopped } from "./cancellation/stopped.ts";
import { withdrawn } from "./cancellation/withdrawn.ts";

export const suites: readonly Suite[] = [ignored, stopped, withdrawn];
