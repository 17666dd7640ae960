import type { Mutant } from "./mutant.ts";

const SSE = { revisions: ["2024-11-05"], transports: ["sse"] } as const satisfies Mutant["where"];

export const mutants: readonly Mutant[] = [
  {
    id: "sse-no-endpoint-event",
    does: "Names the first event otherwise on the second stream that is opened",
    breaks: ["sse.endpoint-event"],
    where: SSE,
    apply: (seams, draw) => {
      const name = draw.pick(["session", "ready", "connected"]);
      let opened = 0;
      seams.rule("sseEndpointEvent", (original) => () => {
        opened += 1;
        return opened === 2 ? name : original();
      });
    },
  },
  {
    id: "sse-second-name",
    does: "Sends the answer to a ping once more under another event name",
    breaks: ["sse.message-events"],
    where: SSE,
    apply: (seams, draw) => {
      const name = draw.pick(["response", "reply", "mcp"]);
      seams.event((bytes, { request, kind }) =>
        request?.method === "ping" && kind === "response"
          ? [bytes, Buffer.from(bytes.toString("utf8").replace("event: message", `event: ${name}`))]
          : [bytes],
      );
    },
  },
  {
    id: "sse-post-refused",
    does: "Answers notifications at its endpoint for messages as if there were none",
    breaks: ["sse.two-endpoints"],
    where: SSE,
    apply: (seams, draw) => {
      const status = draw.pick([404, 405]);
      seams.head((head, { because, message }) =>
        because === "accepted" && message !== undefined && !("id" in message) ? { ...head, status } : head,
      );
    },
  },
  {
    id: "sse-origin-ignored",
    does: "Opens event streams for any Origin and takes messages from it",
    breaks: ["sse.origin-validated"],
    where: SSE,
    apply: (seams) => seams.rule("origin", () => () => undefined),
  },
  {
    id: "sse-listens-everywhere",
    does: "Listens on every network interface of the machine",
    breaks: ["sse.bind-localhost"],
    where: SSE,
    apply: ({ process }) => process({ listensOn: "0.0.0.0" }),
  },
];
