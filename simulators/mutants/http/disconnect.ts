import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { MODERN, type Revision, since, until } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const LEGACY_HTTP: readonly Revision[] = since("2025-03-26").filter((one) => until("2025-11-25").includes(one));
const PROGRESS = "notifications/progress";

export const disconnect: readonly Mutant[] = [
  {
    id: "disconnect-unnoticed",
    does: "Goes on with a request whose response stream was closed",
    breaks: ["http.disconnect-is-cancellation", "http.disconnect-stop-work"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) => seams.rule("disconnectCancels", () => () => false),
  },
  {
    id: "disconnect-cancels",
    does: "Takes a lost connection for a cancellation",
    breaks: ["http.disconnect-not-cancellation"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) => seams.rule("disconnectCancels", () => () => true),
  },
  {
    id: "disconnect-ends-all",
    does: "Gives up every call under way when the stream of one is closed",
    breaks: ["http.disconnect-does-not-affect-others"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) => {
      const talking = new Set<string>();
      const given = new Set<string>();
      seams.rule("disconnectCancels", (original) => (revision, request) => {
        for (const call of talking) given.add(call);
        return original(revision, request);
      });
      seams.message((message, { channel, kind, request }) => {
        if (message.method === PROGRESS) talking.add(channel);
        if (kind !== "response") return [message];
        talking.delete(channel);
        if (!given.delete(channel) || request?.method !== "tools/call") return [message];
        return [{ jsonrpc: "2.0", id: message.id ?? null, error: { code: -32603, message: "the client has gone" } }];
      });
    },
  },
  {
    id: "cancelled-moves-to-listen",
    does: "Goes on reporting the progress of a call, whose stream was closed, on a subscription",
    breaks: ["http.disconnect-no-further-messages"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) => {
      const last = new Map<string, JsonObject>();
      seams.message((message, { channel, kind, request }) => {
        if (message.method === PROGRESS) last.set(channel, message);
        if (kind === "response") last.delete(channel);
        if (request?.method !== "subscriptions/listen" || kind !== "notification") return [message];
        return [message, ...[...last.values()].map((progress): JsonValue => onward(progress))];
      });
    },
  },
];

function onward(progress: JsonObject): JsonObject {
  const params = progress.params as { readonly progress: number } & JsonObject;
  return { ...progress, params: { ...params, progress: params.progress + 1 } };
}
