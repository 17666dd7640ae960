import type { HttpFacts } from "../../server/facts.ts";
import { CODES, type Guard, refusal } from "../../server/rules/refusal.ts";
import type { Seams } from "../../server/seams.ts";
import { headerOf } from "../../wire/headers.ts";
import type { Mutant } from "../mutant.ts";

const VALIDATED = ["origin.validated"] as const;
const SINCE_403 = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const LEGACY = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;
const foreign = () => refusal(CODES.invalidRequest, "requests from this Origin are not served", { status: 403 });

/** Validation of the Origin header. */
export const mutants: readonly Mutant[] = [
  {
    id: "origin-compared-by-prefix",
    breaks: VALIDATED,
    where: SINCE_403,
    does: "Serves origins that begin with http://localhost or http://127.0.0.1, so http://localhost.evil.example too",
    apply: (seams) => admitting(seams, (origin) => /^https?:\/\/(localhost|127\.0\.0\.1)/.test(origin)),
  },
  {
    id: "origin-compared-by-suffix",
    breaks: VALIDATED,
    where: SINCE_403,
    does: "Serves origins whose host ends in localhost, so http://evil-localhost too",
    apply: (seams) => admitting(seams, (origin) => /localhost(:\d+)?$/.test(origin)),
  },
  {
    id: "https-origins-trusted",
    breaks: VALIDATED,
    where: SINCE_403,
    does: "Serves every https origin",
    apply: (seams) => admitting(seams, (origin) => origin.startsWith("https://")),
  },
  {
    id: "origin-equal-to-host-trusted",
    breaks: ["origin.validated"],
    where: SINCE_403,
    does: "Serves an origin that is the same as the Host header, whatever host that is",
    apply: (seams) => {
      const own = ({ headers }: HttpFacts) => headerOf(headers, "origin") === `http://${headerOf(headers, "host")}`;
      seams.rule("host", (original) => (http, rules) => (own(http) ? undefined : original(http, rules)));
      seams.rule("origin", (original) => (http, rules) => (own(http) ? undefined : original(http, rules)));
    },
  },
  {
    id: "notifications-from-foreign-origins",
    breaks: ["origin.validated"],
    implies: ["origin.invalid-403"],
    where: { transports: ["http"] },
    does: "Checks the origin of requests, and takes notifications from anywhere",
    apply: (seams) =>
      seams.rule(
        "origin",
        (original) => (http, rules) => (http.message?.kind === "notification" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "delete-from-foreign-origins",
    breaks: ["origin.validated"],
    implies: ["origin.invalid-403"],
    where: { revisions: LEGACY, transports: ["http"] },
    does: "Lets a page of any origin end a session by DELETE",
    apply: (seams) =>
      seams.rule(
        "origin",
        (original) => (http, rules) => (http.method === "DELETE" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "foreign-origin-executed",
    breaks: ["origin.validated"],
    where: { transports: ["http"] },
    does: "Runs the tool before it refuses the origin with 403",
    apply: (seams) =>
      seams.rule("origin", (original: Guard<HttpFacts>) => (http, rules) => {
        const refused = original(http, rules);
        if (refused && http.message?.params?.name === "assay_counter") http.server.world.counter += 1;
        return refused;
      }),
  },
  {
    id: "foreign-origin-400-on-get",
    breaks: ["origin.invalid-403"],
    where: { revisions: ["2025-11-25"], transports: ["http"] },
    does: "Refuses a foreign origin with 403 on POST and with 400 on GET",
    apply: (seams) =>
      seams.head((head, { because, method }) =>
        because === "origin" && method === "GET" ? { ...head, status: 400 } : head,
      ),
  },
  {
    id: "foreign-origin-401-on-initialize",
    breaks: ["origin.invalid-403"],
    where: { revisions: ["2025-11-25"], transports: ["http"] },
    does: "Refuses a foreign origin with 401 on initialize and with 403 later",
    apply: (seams) =>
      seams.head((head, { because, message }) =>
        because === "origin" && message?.method === "initialize" ? { ...head, status: 401 } : head,
      ),
  },
  {
    id: "get-without-origin-403",
    breaks: ["origin.absent-allowed"],
    where: { revisions: ["2025-11-25"], transports: ["http"] },
    does: "Refuses a GET without Origin with 403, and serves POSTs without one",
    apply: (seams) =>
      seams.rule(
        "origin",
        (original) => (http, rules) =>
          http.method === "GET" && headerOf(http.headers, "origin") === undefined ? foreign() : original(http, rules),
      ),
  },
];

function admitting(seams: Seams, also: (origin: string) => boolean): void {
  seams.rule(
    "origin",
    (original) => (http, rules) => (also(headerOf(http.headers, "origin") ?? "") ? undefined : original(http, rules)),
  );
}
