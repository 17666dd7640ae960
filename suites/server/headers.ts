import type { Suite } from "../kit/scenario.ts";
import { legacyVersionHeader } from "./headers/legacy.ts";
import { methodHeader } from "./headers/method.ts";
import { nameHeader } from "./headers/name.ts";
import { paramHeaders } from "./headers/param.ts";
import { versionHeader } from "./headers/version.ts";

export const suites: readonly Suite[] = [methodHeader, versionHeader, nameHeader, paramHeaders, legacyVersionHeader];
