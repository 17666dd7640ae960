import { META } from "../../server/names.ts";
import type { JsonValue } from "../../wire/json.ts";
import { editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";
import { where } from "./acknowledgement.ts";

const LISTEN = "subscriptions/listen";

export const mutants: readonly Mutant[] = [
  {
    id: "subscription-survives-cancellation",
    does: "Goes on with a subscription that was cancelled",
    breaks: ["subscriptions.client-cancel-ends"],
    where: { ...where, transports: ["stdio"] },
    apply: (seams) => seams.rule("cancelStops", (original) => (method) => method !== LISTEN && original(method)),
  },
  {
    id: "one-cancellation-ends-all",
    does: "Tells no subscription of anything once one was cancelled",
    breaks: ["subscriptions.concurrent-independent"],
    where,
    apply: (seams) => {
      let ended = false;
      seams.rule("acknowledgement", (original) => (filter, listenId) => {
        ended = false;
        return original(filter, listenId);
      });
      seams.rule("cancelStops", (original) => (method) => {
        ended ||= method === LISTEN;
        return original(method);
      });
      // Asked when a client leaves before its answer.
      seams.rule("disconnectCancels", (original) => (revision, request) => {
        ended = true;
        return original(revision, request);
      });
      seams.rule("filterMatches", (original) => (filter, change) => !ended && original(filter, change));
    },
  },
  {
    id: "listen-stream-left-open",
    does: "Leaves the stream open after the response that ends a subscription",
    breaks: ["subscriptions.graceful-close-stream"],
    implies: ["http.sse-ends-after-response"],
    where: { ...where, transports: ["http"] },
    apply: (seams) => seams.rule("endsAfterResponse", () => () => false),
  },
  ...(["stdio", "http"] as const).map(
    (transport): Mutant => ({
      id: `subscription-dropped-on-${transport}`,
      does: "Ends subscriptions without a word",
      breaks: ["subscriptions.graceful-response"],
      implies: ["cancellation.server-teardown-cancelled"],
      where: { ...where, transports: [transport] },
      apply: (seams) => seams.rule("teardown", () => () => ({ cancelled: false, response: false })),
    }),
  ),
  {
    id: "odd-closing-result",
    does: "Ends a subscription by a result of another shape",
    breaks: ["subscriptions.graceful-response-shape"],
    where,
    apply: (seams, draw) => {
      const wrong = draw.pick<(id: JsonValue) => JsonValue | undefined>([
        () => undefined,
        (id) => `${id}`,
        () => null,
        (id) => [id],
      ]);
      seams.rule("listenResult", () => (listenId) => {
        const id = wrong(listenId);
        return id === undefined ? {} : { _meta: { [META.subscriptionId]: id } };
      });
    },
  },
  {
    id: "closing-result-incomplete",
    does: "Ends a subscription by a result that is not complete",
    breaks: ["subscriptions.graceful-response-shape"],
    implies: ["jsonrpc.result-type-input-required-shape", "jsonrpc.result-type-closed-set"],
    where,
    apply: (seams, draw) => {
      const resultType = draw.pick(["input_required", "closed", "Complete"]);
      editResult(seams, LISTEN, (result) => ({ ...result, resultType }));
    },
  },
  {
    id: "listen-answered-at-once",
    does: "Answers the listen request right after the acknowledgement",
    breaks: ["subscriptions.stream-stays-open"],
    implies: [
      "subscriptions.list-changed-mapping",
      "subscriptions.concurrent-independent",
      "subscriptions.client-cancel-ends",
    ],
    where,
    apply: (seams) => seams.rule("listenAnswersAtOnce", () => () => true),
  },
];
