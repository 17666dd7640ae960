import type { ClientMutant } from "../../client/app/mutant.ts";
import type { JsonObject } from "../../wire/json.ts";
import { LEGACY } from "../../wire/revisions.ts";

const where = { revisions: LEGACY } as const;
const LIST = { jsonrpc: "2.0", id: "early", method: "tools/list", params: {} };

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-lists-first",
    breaks: ["lifecycle.initialize-first"],
    where: { ...where, transports: ["stdio"] },
    does: "lists tools before it initializes",
    apply: (seams) => seams.message((message) => (message.method === "initialize" ? [LIST, message] : [message])),
  },
  {
    id: "client-initializes-without-name",
    breaks: ["lifecycle.initialize-params"],
    where,
    does: "leaves clientInfo out of initialize",
    apply: (seams) =>
      seams.message((message) => {
        if (message.method !== "initialize") return [message];
        const { clientInfo: _left, ...params } = message.params as JsonObject;
        return [{ ...message, params }];
      }),
  },
  {
    id: "client-in-a-hurry",
    breaks: ["lifecycle.client-quiet-before-response"],
    where: { ...where, transports: ["stdio"] },
    does: "lists tools before initialize is answered",
    apply: (seams) => seams.message((message) => (message.method === "initialize" ? [message, LIST] : [message])),
  },
  {
    id: "client-never-initialized",
    breaks: ["lifecycle.initialized-notification"],
    implies: ["jsonrpc.mandatory-base-and-lifecycle"],
    where,
    does: "sends no notifications/initialized",
    apply: (seams) => seams.message((message) => (message.method === "notifications/initialized" ? [] : [message])),
  },
];
