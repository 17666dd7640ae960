import { eraOf } from "../../simulators/wire/revisions.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";

const CHANGED = "notifications/roots/list_changed";

const listChangedRemoved = monitor(
  "roots.list-changed-removed",
  (m) => {
    if (eraOf(m.revision) !== "modern") return;
    // A client that works with tools is up and could tell of its roots, had it a mind to.
    m.on("request", ({ seen, request }) => {
      if (seen.from === "target" && request.method === "tools/call") m.saw();
    });
    m.on("notification", ({ seen }) => {
      if (seen.from !== "target" || seen.message.method !== CHANGED) return;
      m.saw();
      m.fail(CHANGED, { accepted: ["no such notification: this revision has none"], events: [seen.seq] });
    });
  },
  { judges: "client" },
);

export const monitors: readonly Monitor[] = [listChangedRemoved];
