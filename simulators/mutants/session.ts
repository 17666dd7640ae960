import { META } from "../server/names.ts";
import { CODES, isObject, refusal } from "../server/rules/refusal.ts";
import { headerOf } from "../wire/headers.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { MODERN, since, until } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

const SESSIONS = {
  revisions: since("2025-03-26").filter((revision) => until("2025-11-25").includes(revision)),
  transports: ["http"],
} as const satisfies Mutant["where"];
const MODERN_HTTP = { revisions: MODERN, transports: ["http"] } as const satisfies Mutant["where"];
// Over stdio each process is a server of its own, which can know what came before.
const MODERN_STDIO = { revisions: MODERN, transports: ["stdio"] } as const satisfies Mutant["where"];

/** Requests of other scenarios may come in between. */
const LINGERS = 4;

export const mutants: readonly Mutant[] = [
  {
    id: "session-400",
    does: "Answers 400 to requests of a session that has ended",
    breaks: ["session.terminated-404"],
    where: SESSIONS,
    apply: (seams) => seams.head((head, { because }) => (because === "sessionKnown" ? { ...head, status: 400 } : head)),
  },
  {
    id: "session-immortal",
    does: "Accepts DELETE and serves the session's requests as before",
    breaks: ["session.terminated-404"],
    where: SESSIONS,
    apply: (seams) => seams.rule("deleteEnds", () => () => false),
  },
  {
    id: "session-missing-not-400",
    does: "Refuses requests without a session id with another status than 400",
    breaks: ["session.id-missing-400"],
    where: SESSIONS,
    apply: (seams, draw) => {
      const status = draw.pick([401, 404, 422]);
      seams.head((head, { because }) => (because === "sessionPresent" ? { ...head, status } : head));
    },
  },
  {
    id: "session-id-invisible",
    does: "Issues session ids with a blank in them",
    breaks: ["session.id-visible-ascii"],
    where: SESSIONS,
    apply: (seams) =>
      seams.rule(
        "issueSession",
        (original) => (random, revision) => original(random, revision)?.replace(/^.{8}/, "$& "),
      ),
  },
  {
    id: "session-id-counts",
    does: "Numbers sessions",
    breaks: ["session.id-secure"],
    where: SESSIONS,
    apply: (seams, draw) => {
      const name = draw.word(12);
      let n = draw.integer(100, 800);
      seams.rule("issueSession", () => () => {
        n += 1;
        return `${name}-${n}`;
      });
    },
  },
  {
    id: "session-id-refused",
    does: "Refuses modern requests with a session id",
    breaks: ["session.id-ignored"],
    serves: MODERN,
    where: MODERN_HTTP,
    apply: (seams) =>
      seams.rule(
        "accept",
        (original) => (http, rules) =>
          http.era === "modern" && headerOf(http.headers, "mcp-session-id") !== undefined
            ? refusal(CODES.invalidRequest, "there is no such session", { status: 404 })
            : original(http, rules),
      ),
  },
  {
    id: "session-id-minted",
    does: "Gives modern clients a session id",
    breaks: ["session.id-not-minted"],
    serves: MODERN,
    where: MODERN_HTTP,
    apply: (seams, draw) =>
      seams.head((head, { because }) =>
        because === "answer" ? { ...head, headers: [...head.headers, ["Mcp-Session-Id", draw.word(32)]] } : head,
      ),
  },
  {
    id: "discovery-demanded",
    does: "Serves nothing before server/discover",
    breaks: ["session.no-handshake-required"],
    where: MODERN_STDIO,
    apply: (seams) => {
      let discovered = false;
      seams.rule("metaPresent", (original) => (request, rules) => {
        discovered ||= request.method === "server/discover";
        return discovered ? original(request, rules) : refusal(CODES.invalidRequest, "send server/discover first");
      });
    },
  },
  {
    id: "list-demanded",
    does: "Calls no tool on a connection on which the tools were not listed",
    breaks: ["session.no-connection-affinity"],
    where: MODERN_STDIO,
    apply: (seams) => {
      let listed = false;
      seams.rule(
        "toolKnown",
        (original) => (request, rules) =>
          listed ? original(request, rules) : refusal(CODES.invalidParams, "list the tools first"),
      );
      seams.result("tools/list", (result) => {
        listed = true;
        return result;
      });
    },
  },
  {
    id: "refusal-lingers",
    does: "Refuses a few requests under a supported version after one under another",
    breaks: ["session.requests-judged-independently"],
    where: MODERN_STDIO,
    apply: (seams) => {
      let left = 0;
      seams.rule("versionSupported", (original) => (request, rules) => {
        const refused = original(request, rules);
        if (refused) left = LINGERS;
        if (refused || left === 0) return refused;
        left -= 1;
        return refusal(CODES.unsupportedVersion, "this connection speaks no supported version", { status: 400 });
      });
    },
  },
  {
    id: "one-client-only",
    does: "Serves the client that it met first, and no other",
    breaks: ["session.multi-conversation"],
    where: { revisions: MODERN },
    apply: (seams) => {
      let known: JsonValue | undefined;
      seams.rule("metaPresent", (original) => (request, rules) => {
        const info = request.meta[META.clientInfo];
        const name = isObject(info) ? info.name : undefined;
        known ??= name;
        return name === undefined || name === known
          ? original(request, rules)
          : refusal(CODES.invalidRequest, "this connection belongs to another client");
      });
    },
  },
  {
    id: "answers-by-id-alone",
    does: "Keeps answers by request id, whoever asked",
    breaks: ["session.connection-is-not-session"],
    where: MODERN_HTTP,
    apply: (seams) => {
      const answers = new Map<string, JsonObject>();
      seams.message((message, { kind }) => {
        if (kind !== "response" || typeof message.id !== "string") return [message];
        const known = answers.get(message.id);
        if (!known) answers.set(message.id, message);
        return [known ?? message];
      });
    },
  },
  {
    id: "capabilities-remembered",
    does: "Takes capabilities that one request declared for declared by all that follow",
    breaks: ["session.no-reliance-on-prior-requests"],
    where: { revisions: MODERN },
    apply: (seams) => {
      let known: JsonObject = {};
      seams.rule("clientCapabilities", (original) => (meta) => {
        known = { ...known, ...original(meta) };
        return known;
      });
    },
  },
];
