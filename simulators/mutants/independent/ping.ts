import type { JsonObject } from "../../wire/json.ts";
import { LEGACY } from "../../wire/revisions.ts";
import { editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "ping-refused-until-initialized",
    breaks: ["ping.respond"],
    where: { revisions: LEGACY },
    does: "A ping between the answer to initialize and the initialized notification is refused.",
    apply: (seams) =>
      seams.rule(
        "handshakeFirst",
        (original) => (request, rules) =>
          request.method === "ping" && request.channel.phase === "initializing"
            ? { error: { code: -32600, message: "Received request before initialization was complete" } }
            : original(request, rules),
      ),
  },
  {
    id: "ping-waits-for-calls",
    breaks: ["ping.respond"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { revisions: LEGACY, transports: ["stdio"] },
    does: "A ping during a call is answered only after the call.",
    apply: (seams) => {
      const running = new Set<string>();
      const held: JsonObject[] = [];
      seams.rule("paramsShape", (original) => (request, rules) => {
        const refused = original(request, rules);
        if (!refused && request.method === "tools/call") running.add(JSON.stringify(request.id));
        return refused;
      });
      seams.message((message, { kind, request }) => {
        if (kind !== "response") return [message];
        if (request?.method === "ping" && running.size > 0) {
          held.push(message);
          return [];
        }
        running.delete(JSON.stringify(message.id));
        return running.size > 0 ? [message] : [message, ...held.splice(0)];
      });
    },
  },
  {
    id: "ping-with-params-refused",
    breaks: ["ping.respond"],
    where: { revisions: LEGACY },
    does: "A ping with params, even if only _meta, is refused.",
    apply: (seams) =>
      seams.rule(
        "paramsShape",
        (original) => (request, rules) =>
          request.method === "ping" && Object.keys(request.params).length > 0
            ? { error: { code: -32602, message: "ping takes no params" } }
            : original(request, rules),
      ),
  },
  {
    id: "ping-unknown-at-first",
    breaks: ["ping.respond"],
    where: { revisions: ["2024-11-05"], transports: ["sse"] },
    does: "The first revision's ping is not implemented.",
    apply: (seams) =>
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.method === "ping" && request.revision === "2024-11-05"
            ? { error: { code: -32601, message: "Method not found: ping" } }
            : original(request, rules),
      ),
  },
  {
    id: "second-ping-tells-time",
    breaks: ["ping.respond"],
    where: { revisions: LEGACY },
    does: "From the second ping on the result holds what the server measured.",
    apply: (seams, draw) => {
      let pings = 0;
      const member = draw.pick(["timestamp", "uptime", "latencyMs"]);
      editResult(seams, "ping", (result) => {
        pings += 1;
        return pings > 1 ? { ...result, [member]: pings } : result;
      });
    },
  },
  {
    id: "ping-volley",
    breaks: ["ping.not-excessive"],
    where: { revisions: LEGACY, transports: ["stdio"] },
    does: "The server pings its client many times after each answer.",
    apply: (seams) => {
      let pings = 0;
      seams.message((message, { kind }) => {
        if (kind !== "response" || pings > 2_000) return [message];
        const volley = Array.from({ length: 40 }, () => {
          pings += 1;
          return { jsonrpc: "2.0", id: `ping-${pings}`, method: "ping" };
        });
        return [message, ...volley];
      });
    },
  },
];
