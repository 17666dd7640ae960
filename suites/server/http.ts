import type { Suite } from "../kit/scenario.ts";
import { answers } from "./http/answers.ts";
import { disconnect } from "./http/disconnect.ts";
import { resume } from "./http/resume.ts";
import { standalone } from "./http/standalone.ts";

export const suites: readonly Suite[] = [answers, standalone, resume, disconnect];
