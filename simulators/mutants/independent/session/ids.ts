import type { HttpFacts } from "../../../server/facts.ts";
import { CODES, refusal } from "../../../server/rules/refusal.ts";
import { headerOf } from "../../../wire/headers.ts";
import { counted } from "../../counted.ts";
import type { Mutant } from "../../mutant.ts";

const where = { revisions: ["2025-03-26", "2025-06-18", "2025-11-25"], transports: ["http"] } as const;
const MODERN = { revisions: ["2026-07-28"], transports: ["http"] } as const;

/** The session header: how ids are made, asked for, and forgotten. */
export const ids: readonly Mutant[] = [
  {
    id: "ended-session-takes-notifications",
    breaks: ["session.terminated-404"],
    where,
    does: "Accepts notifications for an ended session with 202, and answers requests with 404",
    apply: (seams) =>
      seams.rule(
        "sessionKnown",
        (original) => (http, rules) => (http.message?.kind === "notification" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "ended-session-deleted-again",
    breaks: ["session.terminated-404"],
    where,
    does: "Answers a second DELETE of a session with 200",
    apply: (seams) =>
      seams.head((head, { because, method }) =>
        because === "sessionKnown" && method === "DELETE" ? { status: 200, headers: [], body: undefined } : head,
      ),
  },
  {
    id: "ended-session-get-400",
    breaks: ["session.terminated-404"],
    where,
    does: "Answers a GET with the id of an ended session with 400, and a POST with 404",
    apply: (seams) =>
      seams.head((head, { because, method }) =>
        because === "sessionKnown" && method === "GET" ? { ...head, status: 400 } : head,
      ),
  },
  {
    id: "ended-session-answers-ping",
    breaks: ["session.terminated-404"],
    where,
    does: "Still answers ping in a session that has ended",
    apply: (seams) => {
      const pings = ({ message }: HttpFacts) => message?.method === "ping";
      seams.rule("sessionKnown", (original) => (http, rules) => (pings(http) ? undefined : original(http, rules)));
    },
  },
  {
    id: "notification-without-session-202",
    breaks: ["session.id-missing-400"],
    where,
    does: "Accepts notifications that come without the session header",
    apply: (seams) => {
      const passes = ({ message, headers }: HttpFacts) =>
        message?.kind === "notification" && headerOf(headers, "mcp-session-id") === undefined;
      seams.rule("sessionPresent", (original) => (http, rules) => (passes(http) ? undefined : original(http, rules)));
      seams.rule("sessionKnown", (original) => (http, rules) => (passes(http) ? undefined : original(http, rules)));
    },
  },
  {
    id: "get-without-session-404",
    breaks: ["session.id-missing-400"],
    where,
    does: "Answers a GET without the session header with 404, and a POST with 400",
    apply: (seams) =>
      seams.head((head, { because, method }) =>
        because === "sessionPresent" && method === "GET" ? { ...head, status: 404 } : head,
      ),
  },
  {
    id: "delete-without-session-404",
    breaks: ["session.id-missing-400"],
    where,
    does: "Answers a DELETE without the session header with 404, and a POST with 400",
    apply: (seams) =>
      seams.head((head, { because, method }) =>
        because === "sessionPresent" && method === "DELETE" ? { ...head, status: 404 } : head,
      ),
  },
  {
    id: "session-ids-share-all-but-four-digits",
    breaks: ["session.id-secure"],
    where,
    does: "Makes session ids of 32 fixed characters and four digits that jump about",
    apply: (seams, draw) => {
      const times = counted();
      const fixed = draw.word(32);
      seams.rule("issueSession", () => () => `${fixed}${String((times() * 7919) % 10_000).padStart(4, "0")}`);
    },
  },
  {
    id: "session-id-repeated-once",
    breaks: ["session.id-secure"],
    implies: ["session.terminated-404"],
    where,
    does: "Gives every second session the id of the one before it",
    apply: (seams) => {
      const times = counted();
      let last: string | undefined;
      seams.rule("issueSession", (original) => (random, revision) => {
        if (times() % 2 === 1) last = original(random, revision);
        return last;
      });
    },
  },
  {
    id: "session-id-of-time-and-count",
    breaks: ["session.id-secure"],
    where,
    does: "Makes session ids of a fixed word, a time and a count, forty characters long",
    apply: (seams) => {
      const times = counted();
      seams.rule("issueSession", () => () => `mcp-session-2026-07-28T12-00-00-${String(times()).padStart(8, "0")}`);
    },
  },
  {
    id: "third-session-id-with-space",
    breaks: ["session.id-visible-ascii"],
    where,
    does: "Puts a space into every third session id",
    apply: (seams, draw) => {
      const times = counted();
      const place = draw.integer(5, 30);
      seams.rule("issueSession", (original) => (random, revision) => {
        const id = original(random, revision);
        return times() % 3 === 0 && id ? `${id.slice(0, place)} ${id.slice(place)}` : id;
      });
    },
  },
  {
    id: "session-id-ignored-but-on-calls",
    breaks: ["session.id-ignored"],
    where: MODERN,
    serves: ["2026-07-28"],
    does: "Answers a tools/call with a session id with 404, and ignores the id elsewhere",
    apply: (seams) =>
      seams.rule(
        "accept",
        (original) => (http, rules) =>
          http.message?.method === "tools/call" && headerOf(http.headers, "mcp-session-id") !== undefined
            ? refusal(CODES.invalidRequest, "there is no such session", { status: 404 })
            : original(http, rules),
      ),
  },
  {
    id: "session-id-echoed",
    breaks: ["session.id-not-minted"],
    where: MODERN,
    serves: ["2026-07-28"],
    does: "Mints no session id, and repeats the one that a client sends",
    apply: (seams) =>
      seams.head((head, { headers }) => {
        const sent = headerOf(headers, "mcp-session-id");
        return sent === undefined ? head : { ...head, headers: [...head.headers, ["Mcp-Session-Id", sent]] };
      }),
  },
  {
    id: "session-id-on-stream-only",
    breaks: ["session.id-not-minted"],
    where: MODERN,
    serves: ["2026-07-28"],
    does: "Mints a session id on the streams of subscriptions/listen",
    apply: (seams, draw) =>
      seams.head((head, { because, message }) =>
        because === "stream" && message?.method === "subscriptions/listen"
          ? { ...head, headers: [...head.headers, ["Mcp-Session-Id", draw.word(32)]] }
          : head,
      ),
  },
];
