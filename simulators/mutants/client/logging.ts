import type { ClientMutant } from "../../client/app/mutant.ts";
import { failsAfter } from "./edits.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-asks-for-warn",
    breaks: ["logging.requested-level-enum"],
    does: "asks for the log level `warn`",
    apply: (seams) =>
      seams.message((message) => [
        JSON.parse(JSON.stringify(message).replace(/("level"|logLevel"):"warning"/, '$1:"warn"')),
      ]),
  },
  {
    id: "client-fails-at-odd-logs",
    breaks: ["logging.security-practice"],
    does: "fails a call at a log message that it cannot read",
    apply: failsAfter("notifications/message"),
  },
];
