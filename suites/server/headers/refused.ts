import type { Reply } from "../../../simulators/client/peer.ts";
import { type Acceptance, both, error, status, where } from "../../kit/accept.ts";
import type { Judge } from "../../kit/judge.ts";

/** How header validation refuses (2026-07-28/basic/transports/streamable-http#server-validation). */
export const HEADER_MISMATCH = both(status(400), error(-32020));

/** Invalid characters may end at the HTTP parser, before anything speaks JSON-RPC. */
export const BARE_400: Acceptance = where(
  "a bare HTTP 400 of the HTTP server",
  (reply: Reply) => reply.status === 400 && reply.kind === "none",
);

export const WITHOUT_DEFECT = "the same request without the defect was not accepted";

export function isServed(reply: Reply): boolean {
  return reply.kind === "result";
}

/** Judges a refusal for headers under its own rule and, where it is one, that it speaks JSON-RPC. */
export function judgeMismatch(
  judge: Judge,
  rule: { readonly id: string; readonly facet?: string },
  twin: Reply,
  reply: Reply,
): void {
  judge(rule.id, rule.facet).given(isServed(twin), WITHOUT_DEFECT).that(reply).is(HEADER_MISMATCH);
  judge("headers.error-jsonrpc-body")
    .given(isServed(twin), WITHOUT_DEFECT)
    .given(reply.kind === "error" || (reply.status ?? 0) >= 400, "the request was not refused")
    .that(reply)
    .is(error());
}
