import type { Suite } from "../kit/scenario.ts";
import { base } from "./jsonrpc/base.ts";
import { ids } from "./jsonrpc/ids.ts";
import { malformed } from "./jsonrpc/malformed.ts";
import { notifications } from "./jsonrpc/notifications.ts";
import { offered } from "./jsonrpc/offered.ts";
import { params } from "./jsonrpc/params.ts";

export const suites: readonly Suite[] = [base, ids, notifications, params, offered, malformed];
