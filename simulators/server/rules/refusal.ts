import type { RawHeaders } from "../../trace/events.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { Rules } from "../rules.ts";

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** Why something is not served. */
export interface Refusal {
  readonly error: RpcError;
  /** HTTP status; where left out, the `errorStatus` rule decides. */
  readonly status?: number;
  readonly headers?: RawHeaders;
}

/** Refuses its subject, or lets it pass by giving undefined. It reaches other behaviours through `rules`, as the seams left them. */
export type Guard<Subject> = (subject: Subject, rules: Rules) => Refusal | undefined;

export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Legacy only (2025-11-25/server/resources#error-handling). */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

export function refusal(
  code: number,
  message: string,
  options: { readonly data?: JsonValue; readonly status?: number; readonly headers?: RawHeaders } = {},
): Refusal {
  const { data, ...rest } = options;
  return { error: { code, message, ...(data === undefined ? {} : { data }) }, ...rest };
}

/** Thrown by method handlers; becomes the error response. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(because: Refusal) {
    super(because.error.message);
    this.refusal = because;
  }
}

/** Throws when a rule refused. */
export function unless(because: Refusal | undefined): void {
  if (because) throw new Refused(because);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` where it is an object, else an empty one. */
export function objectOr(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
