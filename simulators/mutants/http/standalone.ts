import { CODES, refusal } from "../../server/rules/refusal.ts";
import { headerOf } from "../../wire/headers.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { MODERN, type Revision, since, until } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";

const LEGACY_HTTP: readonly Revision[] = since("2025-03-26").filter((one) => until("2025-11-25").includes(one));
const PROGRESS = "notifications/progress";

/** Replaces the token of each progress notification by that of another call under way. */
function crossingTokens() {
  const tokens = new Map<string, JsonValue>();
  return (message: JsonObject, own: string, token: JsonValue | undefined, over: boolean): JsonObject => {
    if (over) tokens.delete(own);
    else if (token !== undefined) tokens.set(own, token);
    const other = [...tokens].find(([name]) => name !== own)?.[1];
    if (message.method !== PROGRESS || other === undefined) return message;
    return { ...message, params: { ...(message.params as JsonObject), progressToken: other } };
  };
}

export const standalone: readonly Mutant[] = [
  {
    id: "get-as-json",
    does: "Answers GET with a JSON object",
    breaks: ["http.get-sse-or-405"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) => {
      seams.rule("opensGetStream", () => () => false);
      seams.head((head, { because }) =>
        because === "opensGetStream"
          ? { status: 200, headers: [["Content-Type", "application/json"]], body: "{}" }
          : head,
      );
    },
  },
  {
    id: "get-not-found",
    does: "Knows no GET on its endpoint, and says that there is nothing there",
    breaks: ["http.endpoint-post-and-get"],
    implies: ["http.get-sse-or-405"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams, draw) => {
      const status = draw.pick([404, 501]);
      seams.rule("opensGetStream", () => () => false);
      seams.head((head, { because }) => (because === "opensGetStream" ? { ...head, status } : head));
    },
  },
  {
    id: "response-on-get-stream",
    does: "Sends responses of calls on the GET stream",
    breaks: ["http.get-stream-no-response"],
    implies: ["http.sse-delivers-response"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) =>
      seams.rule(
        "placement",
        () =>
          ({ kind }) =>
            kind === "response" ? "get-stream" : "own",
      ),
  },
  {
    id: "progress-on-get-stream",
    does: "Reports progress of calls on the GET stream",
    breaks: ["http.get-stream-unrelated"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) =>
      seams.rule(
        "placement",
        () =>
          ({ kind }) =>
            kind === "notification" ? "get-stream" : "own",
      ),
  },
  {
    id: "broadcasts",
    does: "Sends notifications of calls on their own stream and on the GET stream",
    breaks: ["http.no-broadcast"],
    implies: ["http.get-stream-unrelated", "http.event-id-unique"],
    where: { revisions: LEGACY_HTTP, transports: ["http"] },
    apply: (seams) =>
      seams.rule(
        "placement",
        () =>
          ({ kind }) =>
            kind === "notification" ? "both" : "own",
      ),
  },
  {
    id: "progress-crosses-streams",
    does: "Reports the progress of one call on the stream of another",
    breaks: ["http.sse-related-messages-should", "http.sse-related-notifications-must"],
    where: { transports: ["http"] },
    apply: (seams) => {
      const cross = crossingTokens();
      seams.message((message, { kind, request, channel }) => {
        const token = (request?.params._meta as JsonObject | undefined)?.progressToken;
        if (request?.method !== "tools/call") return [message];
        return [cross(message, `${channel} ${JSON.stringify(request.id)}`, token, kind === "response")];
      });
    },
  },
  ...["GET", "DELETE"].map(
    (method): Mutant => ({
      id: `${method.toLowerCase()}-not-405`,
      does: `Refuses ${method} with another status than 405`,
      breaks: ["http.get-delete-405"],
      facet: method,
      serves: MODERN,
      where: { revisions: MODERN, transports: ["http"] },
      apply: (seams, draw) => {
        const status = draw.pick([200, 400, 404, 501]);
        seams.head((head, { because, method: sent }) =>
          because === "httpMethod" && sent === method ? { ...head, status } : head,
        );
      },
    }),
  ),
  {
    id: "last-event-id-refused",
    does: "Refuses requests with a Last-Event-ID",
    breaks: ["http.last-event-id-ignored"],
    serves: MODERN,
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams) =>
      seams.rule(
        "accept",
        (original) => (http, rules) =>
          http.era === "modern" && headerOf(http.headers, "last-event-id") !== undefined
            ? refusal(CODES.invalidRequest, "there is no such stream", { status: 400 })
            : original(http, rules),
      ),
  },
];
