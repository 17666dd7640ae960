import type { Suite } from "../kit/scenario.ts";
import { legacy } from "./logging/legacy.ts";
import { modern } from "./logging/modern.ts";
import { secrets } from "./logging/secrets.ts";

export const suites: readonly Suite[] = [legacy, modern, secrets];
