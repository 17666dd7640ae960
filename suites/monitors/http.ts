import type { Monitor } from "../kit/monitor.ts";
import { answers } from "./http/answers.ts";
import { ofClient } from "./http/client.ts";
import { endings } from "./http/endings.ts";
import { getStream } from "./http/get.ts";
import { placement } from "./http/placement.ts";
import { streams } from "./http/streams.ts";

export const monitors: readonly Monitor[] = [
  ...answers,
  ...streams,
  ...endings,
  ...placement,
  ...getStream,
  ...ofClient,
];
