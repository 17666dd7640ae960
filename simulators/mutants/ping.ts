import { LEGACY } from "../wire/revisions.ts";
import { without } from "./jsonrpc/late.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "ping-answered-with-words",
    does: "Puts something into the answer to a ping",
    breaks: ["ping.respond"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const extra = draw.pick([{ pong: true }, { status: "ok" }, { timestamp: 0 }]);
      seams.result("ping", () => extra);
    },
  },
  {
    id: "ping-unanswered",
    does: "Drops the answers to pings",
    breaks: ["ping.respond"],
    implies: ["jsonrpc.one-response-per-request"],
    where: { revisions: LEGACY, transports: ["stdio", "sse"] },
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.method === "ping" ? [] : [message],
      ),
  },
  {
    id: "ping-unknown",
    does: "Knows no ping",
    breaks: ["ping.respond"],
    where: { revisions: LEGACY },
    apply: (seams) =>
      seams.message((message, { kind, request }) => [
        kind === "response" && request?.method === "ping"
          ? { ...without(message, "result"), error: { code: -32601, message: "Method not found" } }
          : message,
      ]),
  },
  {
    id: "ping-flood",
    does: "Pings the client dozens of times with each answer",
    breaks: ["ping.not-excessive"],
    where: { revisions: LEGACY, transports: ["stdio", "sse"] },
    apply: (seams, draw) => {
      let pings = 0;
      const many = draw.integer(30, 60);
      seams.message((message, { kind, request }) => {
        if (kind !== "response" || request === undefined || request.method === "initialize") return [message];
        const flood = Array.from({ length: many }, () => {
          pings += 1;
          return { jsonrpc: "2.0", id: `ping-${pings}`, method: "ping" };
        });
        return [message, ...flood];
      });
    },
  },
];
