import type { Protocol } from "../../builder/protocol.ts";
import { clientFeatures } from "./client-features.ts";
import { content } from "./content.ts";
import { jsonrpc } from "./jsonrpc.ts";
import { lifecycle } from "./lifecycle.ts";
import { methods } from "./methods.ts";
import { prompts } from "./prompts.ts";
import { resources } from "./resources.ts";
import { tools } from "./tools.ts";
import { unions } from "./unions.ts";
import { utilities } from "./utilities.ts";

export const definitions = {
  ...jsonrpc,
  ...lifecycle,
  ...utilities,
  ...content,
  ...resources,
  ...prompts,
  ...tools,
  ...clientFeatures,
  ...unions,
};

export const protocol = { revision: "2024-11-05", definitions, methods } satisfies Protocol;
