import type { Monitor } from "../kit/monitor.ts";
import { monitors as acknowledgement } from "./subscriptions/acknowledgement.ts";
import { asked } from "./subscriptions/asked.ts";
import { monitors as closure } from "./subscriptions/closure.ts";
import { monitors as delivery } from "./subscriptions/delivery.ts";

export const monitors: readonly Monitor[] = [...acknowledgement, ...delivery, ...closure, ...asked];
