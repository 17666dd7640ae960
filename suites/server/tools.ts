import type { Suite } from "../kit/scenario.ts";
import { calling } from "./tools/calling.ts";
import { listing } from "./tools/listing.ts";

export const suites: readonly Suite[] = [listing, calling];
