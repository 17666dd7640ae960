import type { ClientMutant } from "../../client/app/mutant.ts";
import { MODERN } from "../../wire/revisions.ts";
import { onRequest } from "./edits.ts";

const REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;
const LEGACY_HTTP = { transports: ["http"], revisions: REVISIONS } as const;
const isSession = (name: string) => name.toLowerCase() === "mcp-session-id";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-shortens-session-id",
    breaks: ["session.id-sent"],
    implies: ["session.client-deletes"],
    where: LEGACY_HTTP,
    does: "sends the session id without its last character",
    apply: onRequest((request) => ({
      ...request,
      headers: request.headers.map(([name, value]) => [name, isSession(name) ? value.slice(0, -1) : value] as const),
    })),
  },
  {
    id: "client-leaks-session-id",
    breaks: ["session.id-handled-securely"],
    where: { ...LEGACY_HTTP, revisions: ["2025-11-25"] },
    does: "repeats the session id in another header",
    apply: onRequest((request) => {
      const id = request.headers.find(([name]) => isSession(name))?.[1];
      return id === undefined
        ? request
        : { ...request, headers: [...request.headers, ["Referer", `/mcp?session=${id}`]] };
    }),
  },
  {
    id: "client-leaves-its-session",
    breaks: ["session.client-deletes"],
    where: LEGACY_HTTP,
    does: "ends without ending its session",
    apply: (seams) => seams.process({ endsSession: false }),
  },
  {
    id: "client-gives-up-at-404",
    breaks: ["session.client-reinitializes-on-404"],
    where: LEGACY_HTTP,
    does: "goes on with a session that the server no longer knows",
    apply: (seams) => seams.rule("reopens", () => () => false),
  },
  {
    id: "client-takes-a-session-id",
    breaks: ["session.client-no-id"],
    where: { transports: ["http"], revisions: MODERN },
    does: "sends a session id under a revision that has no sessions",
    apply: onRequest((request) => ({ ...request, headers: [...request.headers, ["Mcp-Session-Id", "assay-session"]] })),
  },
  {
    id: "client-shakes-hands-in-modern-era",
    breaks: ["session.client-no-initialize"],
    implies: ["jsonrpc.known-methods"],
    where: { revisions: MODERN },
    does: "sends notifications/initialized to a modern server",
    apply: (seams) => {
      let sent = false;
      seams.message((message) => {
        if (message.method === "server/discover" || sent) return [message];
        sent = true;
        return [{ jsonrpc: "2.0", method: "notifications/initialized" }, message];
      });
    },
  },
];
