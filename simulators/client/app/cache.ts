import type { Clock } from "../../clock/clock.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { Cached, ClientRules } from "./rules.ts";

const MOST = 1_000;

/** Results that the server allowed to be reused for a while (2026-07-28/server/utilities/caching). */
export class ResultCache {
  readonly #rules: Readonly<ClientRules>;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Cached & { readonly method: string; readonly params: JsonObject }>();

  constructor(rules: Readonly<ClientRules>, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  find(method: string, params: JsonObject): JsonObject | undefined {
    const key = this.#rules.cacheKey(method, params);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#rules.fresh(entry, this.#clock.now())) return entry.result;
    this.#entries.delete(key);
    return undefined;
  }

  /** `again` fetches it anew, where the client does so of its own accord. */
  store(
    method: string,
    params: JsonObject,
    result: JsonObject,
    options: { readonly retried: boolean; readonly again: () => void },
  ): void {
    const ttlMs = this.#rules.keeps(method, result, options);
    if (ttlMs === undefined || this.#entries.size >= MOST) return;
    if (this.#rules.refetches(method)) this.#clock.after(ttlMs, options.again);
    this.#entries.set(this.#rules.cacheKey(method, params), { result, at: this.#clock.now(), ttlMs, method, params });
  }

  notified(notification: string, params: JsonObject): void {
    for (const [key, stored] of this.#entries)
      if (this.#rules.invalidates(notification, params, stored)) this.#entries.delete(key);
  }
}
