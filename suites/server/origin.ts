import type { Suite } from "../kit/scenario.ts";
import { binding } from "./origin/binding.ts";
import { validation } from "./origin/validation.ts";

export const suites: readonly Suite[] = [validation, binding];
