import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

/** A byte order mark before a message; what follows the mark is judged as if it were not there. */
export const noMark: Monitor = monitor(
  "stdio.stdout-only-messages",
  (m) => {
    m.on(
      "invalid",
      ({ seen }) => {
        const { from, message, seq } = seen;
        if (from !== "target" || message.layer !== "bytes" || !message.problem?.includes("byte order mark")) return;
        m.saw();
        m.fail(`a byte order mark before ${shorten(message.text, 200)}`, {
          accepted: ["a line that begins with the message (RFC 8259, section 8.1)"],
          events: [seq],
        });
      },
      { defects: true },
    );
  },
  { name: "stdio.stdout-only-messages: byte order mark" },
);
