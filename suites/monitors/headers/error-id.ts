import { canonicalId } from "../../../simulators/trace/ids.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

const HEADER_MISMATCH = -32020;

/** Such errors come to requests that are wrong on purpose, so those are what it listens to. */
export const errorId: Monitor = monitor("headers.error-id", (m) =>
  m.on(
    "response",
    ({ seen, exchange }) => {
      if (seen.from !== "target" || seen.message.error?.code !== HEADER_MISMATCH) return;
      const [asked] = exchange?.sent ?? [];
      // No request that could be read: nothing says which id it had.
      if (asked?.message.kind !== "request" || asked.message.rawId === undefined) return;
      m.saw();
      const { rawId } = seen.message;
      if (rawId !== undefined && canonicalId(rawId) === canonicalId(asked.message.rawId)) return;
      m.fail(rawId === undefined ? "error -32020 without an id" : `error -32020 with the id ${rawId}`, {
        accepted: [`the id of the request, ${asked.message.rawId}`],
        sent: shorten(asked.message.text),
        events: [asked.seq, seen.seq],
      });
    },
    { defects: true },
  ),
);
