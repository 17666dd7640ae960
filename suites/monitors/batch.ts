import { type Monitor, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { onReceived, shown } from "./jsonrpc/messages.ts";

const BOTH = { judges: "both" } as const;
const notEmitted = monitor(
  "batch.not-supported",
  (m) => {
    // 2024-11-05 has no array in its schema, but JSON-RPC 2.0, on which it stands, has.
    const firm =
      m.revision === "2024-11-05" ? {} : { outsideAllReadings: "the revision has no batches in either direction" };
    const fail = (text: string, seq: number) =>
      m.fail(`an array: ${text}`, { accepted: ["one message object at a time"], events: [seq], ...firm });
    // An array in answer to an array of ours is told of where that was sent.
    m.on("batch", ({ seen }) => {
      if (seen.from === "target") fail(shown(seen), seen.seq);
    });
    onReceived(m, ({ seen, value, signal }) => {
      if (seen.batched || signal.defect !== undefined) return;
      if (Array.isArray(value)) fail(shown(seen), seen.seq);
      else m.saw();
    });
  },
  BOTH,
);

const CLIENT = { judges: "client" } as const;

const notWithInitialize = monitor(
  "batch.not-with-initialize",
  (m) => {
    m.on("request", ({ seen, request }) => {
      if (seen.from !== "target" || request.method !== "initialize") return;
      m.saw();
      if (seen.batched)
        m.fail(`initialize in an array: ${shorten(seen.event.message.text, 300)}`, {
          accepted: ["initialize on its own"],
          events: [seen.seq],
        });
    });
  },
  CLIENT,
);

const bodyForms = monitor(
  "batch.http-post-body-forms",
  (m) => {
    onReceived(m, ({ seen }) => {
      if (!seen.batched) m.saw();
    });
    m.on("batch", ({ seen }) => {
      if (seen.from !== "target" || seen.message.kind !== "batch") return;
      m.saw();
      const kinds = new Set(seen.message.members.map(({ kind }) => (kind === "error" ? "result" : kind)));
      if (kinds.has("result") && kinds.size > 1)
        m.fail(`responses beside other messages in one array: ${shown(seen)}`, {
          accepted: ["one message", "an array of requests and notifications", "an array of responses"],
          events: [seen.seq],
        });
    });
  },
  CLIENT,
);

export const monitors: readonly Monitor[] = [notEmitted, notWithInitialize, bodyForms];
