import type { Channel } from "../../../server/channel.ts";
import { META } from "../../../server/names.ts";
import { CODES, isObject, refusal } from "../../../server/rules/refusal.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

const where = { revisions: ["2026-07-28"] } as const;

/** A modern server that remembers what it must be told each time. */
export const stateless: readonly Mutant[] = [
  {
    id: "sampling-remembered",
    breaks: ["session.no-reliance-on-prior-requests"],
    where,
    does: "Once a client declared sampling, takes it for declared ever after",
    apply: (seams) => {
      let declared: JsonObject = {};
      seams.rule("clientCapabilities", (original) => (meta) => {
        const own = original(meta);
        if (isObject(own.sampling)) declared = { sampling: own.sampling };
        return { ...declared, ...own };
      });
    },
  },
  {
    id: "log-level-remembered",
    breaks: ["session.no-reliance-on-prior-requests"],
    implies: ["logging.not-without-level"],
    where,
    does: "Goes on sending log messages at the level that an earlier request asked for",
    apply: (seams) => {
      let last: string | undefined;
      seams.rule("logPasses", (original) => (level, minimum, era) => {
        last = minimum ?? last;
        return original(level, era === "modern" ? last : minimum, era);
      });
    },
  },
  {
    id: "client-pinned-by-first-request",
    breaks: ["session.multi-conversation"],
    implies: ["session.no-reliance-on-prior-requests", "session.connection-is-not-session"],
    where: { ...where, transports: ["stdio"] },
    does: "Refuses requests whose clientInfo differs from that of the connection's first",
    apply: (seams) => {
      const first = new Map<Channel, string>();
      seams.rule("metaCapabilities", (original) => (request, rules) => {
        const said = JSON.stringify(request.meta[META.clientInfo] ?? null);
        const known = first.get(request.channel) ?? said;
        first.set(request.channel, known);
        return known === said
          ? original(request, rules)
          : refusal(CODES.invalidRequest, "this connection belongs to another client");
      });
    },
  },
  {
    id: "call-needs-list-first",
    breaks: ["session.no-handshake-required"],
    where: { ...where, transports: ["stdio"] },
    does: "Refuses tools/call on a connection on which nothing was discovered or listed",
    apply: (seams) => {
      const seen = new Set<Channel>();
      seams.rule("methodKnown", (original) => (request, rules) => {
        const { method, channel } = request;
        if (method === "server/discover" || method.endsWith("/list")) seen.add(channel);
        return method === "tools/call" && !seen.has(channel)
          ? refusal(CODES.invalidRequest, "list the tools first")
          : original(request, rules);
      });
    },
  },
  {
    id: "listen-needs-discover-first",
    breaks: ["session.no-handshake-required"],
    where: { ...where, transports: ["stdio"] },
    does: "Refuses subscriptions/listen on a connection on which server/discover was not called",
    apply: (seams) => {
      const seen = new Set<Channel>();
      seams.rule("methodKnown", (original) => (request, rules) => {
        if (request.method === "server/discover") seen.add(request.channel);
        return request.method === "subscriptions/listen" && !seen.has(request.channel)
          ? refusal(CODES.invalidRequest, "discover the server first")
          : original(request, rules);
      });
    },
  },
  {
    id: "cursor-known-to-its-process",
    breaks: ["session.no-connection-affinity"],
    where: { ...where, transports: ["stdio"] },
    does: "Knows a cursor only in the process that issued it",
    apply: (seams) => {
      const issued = new Set<string>();
      seams.rule("encodeCursor", (original) => (kind, last) => {
        const cursor = original(kind, last);
        issued.add(cursor);
        return cursor;
      });
      seams.rule(
        "decodeCursor",
        (original) => (kind, cursor) => (issued.has(cursor) ? original(kind, cursor) : undefined),
      );
    },
  },
  {
    id: "state-known-to-its-connection",
    breaks: ["session.no-connection-affinity"],
    where: { ...where, transports: ["stdio"] },
    does: "Opens a requestState only in the process that sealed it",
    apply: (seams) => {
      const sealed = new Set<string>();
      seams.rule("sealState", (original) => (state, key) => {
        const text = original(state, key);
        sealed.add(text);
        return text;
      });
      seams.rule(
        "openState",
        (original) => (text, key, expected) => (sealed.has(text) ? original(text, key, expected) : undefined),
      );
    },
  },
];
