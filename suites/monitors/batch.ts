import { type Monitor, monitor } from "../kit/monitor.ts";
import { onReceived, shown } from "./jsonrpc/messages.ts";

const notEmitted = monitor("batch.not-supported", (m) => {
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
});

export const monitors: readonly Monitor[] = [notEmitted];
