import type { ClientMutant } from "../../client/app/mutant.ts";
import type { ClientRules } from "../../client/app/rules.ts";

const HOUR = 3_600_000;

/** A client that keeps results for as long as `how` says. */
function keeping(
  id: string,
  breaks: string,
  does: string,
  how: (original: ClientRules["keeps"]) => ClientRules["keeps"],
): ClientMutant {
  return { id, breaks: [breaks], does, apply: (seams) => seams.rule("keeps", how) };
}

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-cache-by-method",
    breaks: ["caching.key"],
    implies: ["caching.page-expired-refetch"],
    does: "gives a kept result to any request of its method",
    apply: (seams) => seams.rule("cacheKey", () => (method) => method),
  },
  keeping(
    "client-keeps-ttl-zero",
    "caching.ttl-zero-stale",
    "keeps for a minute what has a ttlMs of 0",
    (original) => (method, result, options) => (result.ttlMs === 0 ? 60_000 : original(method, result, options)),
  ),
  keeping(
    "client-keeps-without-ttl",
    "caching.ttl-absent-zero",
    "keeps for a minute what has no ttlMs",
    (original) => (method, result, options) =>
      method === "resources/read" && result.ttlMs === undefined && result.resultType === "complete"
        ? 60_000
        : original(method, result, options),
  ),
  keeping(
    "client-takes-negative-ttl-for-ever",
    "caching.ttl-negative-zero",
    "keeps for ever what has a negative ttlMs",
    (original) => (method, result, options) =>
      typeof result.ttlMs === "number" && result.ttlMs < 0 ? HOUR : original(method, result, options),
  ),
  {
    id: "client-forgets-age",
    breaks: ["caching.stale-refetch"],
    implies: ["caching.page-expired-refetch"],
    does: "never lets a kept result go stale",
    apply: (seams) => seams.rule("fresh", () => () => true),
  },
  {
    id: "client-refetches-by-itself",
    breaks: ["caching.no-polling"],
    does: "fetches a kept resource anew as soon as it is stale, asked or not",
    apply: (seams) => seams.rule("refetches", () => (method) => method === "resources/read"),
  },
  {
    id: "client-deaf-to-updates",
    breaks: ["caching.notification-invalidates"],
    does: "goes on with a kept resource after it was told that it changed",
    apply: (seams) =>
      seams.rule(
        "invalidates",
        (original) => (notification, params, stored) =>
          notification !== "notifications/resources/updated" && original(notification, params, stored),
      ),
  },
  keeping(
    "client-keeps-what-it-was-asked-for",
    "caching.no-mrtr-results",
    "keeps the result of a request that carried input responses",
    (original) => (method, result) => original(method, result, { retried: false }),
  ),
  {
    id: "client-keeps-stale-pages",
    breaks: ["caching.page-expired-refetch"],
    does: "never lets a page of a list go stale",
    apply: (seams) =>
      seams.rule("fresh", (original) => (entry, now) => entry.result.prompts !== undefined || original(entry, now)),
  },
  {
    id: "client-stuck-at-invalid-cursor",
    breaks: ["caching.invalid-cursor-discard"],
    does: "gives a list up when the cursor of a page is no longer valid, and keeps the other pages",
    apply: (seams) => seams.rule("restarts", () => () => false),
  },
];
