import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { LISTS } from "../protocol/lists.ts";
import { onPage } from "./pages.ts";
import { type Answered, isComplete, onResult } from "./results.ts";

/** Methods whose complete results are cacheable (2026-07-28/server/utilities/caching#cacheable-results). */
const CACHEABLE = ["server/discover", ...LISTS.map(({ method }) => method), "resources/read"];
/** Methods that may be answered by an interim result. */
const INTERIM = ["tools/call", "prompts/get", "resources/read"];
const SCOPES: readonly unknown[] = ["public", "private"];
const HINTS = ["ttlMs", "cacheScope"];

const hintsPresent = monitor("caching.hints-present", (m) => {
  onCacheable(m, ({ request, result, shown }) => {
    m.saw(request.method);
    const missing = HINTS.filter((hint) => result[hint] === undefined);
    if (missing.length === 0) return;
    m.fail(`a complete result of ${request.method} without ${missing.join(" and ")}`, {
      ...shown,
      facet: request.method,
      accepted: ["ttlMs and cacheScope in the result"],
    });
  });
});

const noHintsOnInterim = monitor("caching.no-hints-on-input-required", (m) => {
  onResult(m, [...new Set([...CACHEABLE, ...INTERIM])], ({ request, result, shown }) => {
    if (result.resultType !== "input_required") return;
    m.saw();
    const given = HINTS.filter((hint) => result[hint] !== undefined);
    if (given.length > 0)
      m.fail(`an input_required result of ${request.method} with ${given.join(" and ")}`, {
        ...shown,
        accepted: ["no caching hints on an interim result"],
      });
  });
});

const pageOwnTtl = monitor("caching.page-own-ttl", (m) => {
  onPage(m, ({ request, result, shown }) => {
    if (request.params.cursor === undefined) return;
    m.saw();
    if (result.ttlMs === undefined)
      m.fail(`a further page of ${request.method} without its own ttlMs`, {
        ...shown,
        accepted: ["ttlMs on every page"],
      });
  });
});

const sameScope = monitor("caching.same-scope-all-pages", (m) => {
  onPage(m, ({ list, result, before, shown }) => {
    const expected = before?.first.result.cacheScope;
    // An absent hint is a fault of its own.
    if (before === undefined || expected === undefined || result.cacheScope === undefined) return;
    m.saw(list.method);
    if (result.cacheScope !== expected)
      m.fail(`cacheScope ${JSON.stringify(result.cacheScope)} after a first page with ${JSON.stringify(expected)}`, {
        sent: shown.sent,
        events: [before.first.seen.seq, ...shown.events],
        facet: list.method,
        accepted: [`cacheScope ${JSON.stringify(expected)}, as on the first page`],
      });
  });
});

const scopeEnum = monitor("caching.scope-enum", (m) => {
  onCacheable(m, ({ request, result, shown }) => {
    if (result.cacheScope === undefined) return;
    m.saw();
    if (!SCOPES.includes(result.cacheScope))
      m.fail(`cacheScope ${JSON.stringify(result.cacheScope)} in a result of ${request.method}`, {
        ...shown,
        accepted: ['"public"', '"private"'],
      });
  });
});

const ttlInteger = monitor("caching.ttl-integer", (m) => {
  onCacheable(m, ({ request, result, shown }) => {
    const { ttlMs } = result;
    if (ttlMs === undefined) return;
    m.saw();
    if (Number.isInteger(ttlMs)) return;
    m.fail(`ttlMs ${JSON.stringify(ttlMs)} in a result of ${request.method}`, {
      ...shown,
      accepted: ["an integer number of milliseconds"],
      ...(typeof ttlMs === "number" ? { warningOnly: "the schema's type is number, the page says integer" } : {}),
    });
  });
});

const ttlNonNegative = monitor("caching.ttl-non-negative", (m) => {
  onCacheable(m, ({ request, result, shown }) => {
    if (typeof result.ttlMs !== "number") return;
    m.saw();
    if (result.ttlMs < 0)
      m.fail(`ttlMs ${result.ttlMs} in a result of ${request.method}`, { ...shown, accepted: ["0 or more"] });
  });
});

function onCacheable(m: MonitorTools, listener: (answered: Answered) => void): void {
  onResult(m, CACHEABLE, (answered) => {
    if (isComplete(answered)) listener(answered);
  });
}

export const monitors: readonly Monitor[] = [
  hintsPresent,
  noHintsOnInterim,
  pageOwnTtl,
  sameScope,
  scopeEnum,
  ttlInteger,
  ttlNonNegative,
];
