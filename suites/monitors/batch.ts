import { type Monitor, monitor } from "../kit/monitor.ts";
import { onReceived, shown } from "./jsonrpc/messages.ts";

const notEmitted = monitor("batch.not-supported", (m) => {
  // 2024-11-05 has no array in its schema, but JSON-RPC 2.0, on which it stands, has.
  const firm =
    m.revision === "2024-11-05" ? {} : { outsideAllReadings: "the revision has no batches in either direction" };
  const fail = (text: string, seq: number) =>
    m.fail(`an array: ${text}`, { accepted: ["one message object at a time"], events: [seq], ...firm });
  m.on(
    "batch",
    ({ seen }) => {
      if (seen.from === "target") fail(shown(seen), seen.seq);
    },
    { defects: true },
  );
  onReceived(m, ({ seen, value }) => {
    if (seen.batched) return;
    if (Array.isArray(value)) fail(shown(seen), seen.seq);
    else m.saw();
  });
});

export const monitors: readonly Monitor[] = [notEmitted];
