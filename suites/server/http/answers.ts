import type { Delivery } from "../../../simulators/client/peer.ts";
import { since, until } from "../../../simulators/wire/revisions.ts";
import { where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { bodyOf, httpOf, plainAsks, plainBodyOf, talkativeAsks } from "./stimuli.ts";

const ASKING = ["test_elicitation", "test_sampling", "test_input_required_result_list_roots"];
const OUTSIDE = "what is accepted gets 202, and what is not an error status: no reading has a third";

export const answers: Suite = suite("http", { revisions: since("2025-03-26"), transports: ["http"] }, (scenario) => {
  scenario(
    "posts plain requests; each is answered as one JSON object or as an event stream that ends after the response",
    [
      "http.response-content-type",
      "http.response-json-single",
      "http.success-status-200",
      "http.endpoint-post-only",
      "http.sse-delivers-response",
      "http.sse-ends-after-response",
      "http.sse-no-early-close",
      "http.sse-prime-event",
      "http.sse-x-accel-buffering",
      "http.sse-no-requests",
      "http.sse-event-format",
      "http.no-resumability",
    ],
    async ({ peer, target, judge }) => {
      const bodies = [
        ...plainAsks(peer, target).map((ask) => plainBodyOf(peer, ask)),
        ...talkativeAsks(peer, target).map((ask) => bodyOf(peer, ask)),
      ];
      const answered = await Promise.all(bodies.map((body) => httpOf(peer).post(body)));
      const types = new Set(answered.map(({ mediaType }) => mediaType));
      if (!types.has("application/json"))
        judge("http.response-json-single").inconclusive("the target answered nothing with JSON");
      if (types.has("text/event-stream")) return;
      const why = "the target answered nothing with an event stream";
      judge("http.sse-delivers-response").inconclusive(why);
      judge("http.sse-ends-after-response").inconclusive(why);
      judge("http.sse-no-early-close").inconclusive(why);
      judge("http.sse-prime-event").inconclusive(why);
      judge("http.sse-x-accel-buffering").inconclusive(why);
      judge("http.sse-no-requests").inconclusive(why);
      judge("http.sse-event-format").inconclusive(why);
      judge("http.no-resumability").inconclusive(why);
    },
  );

  scenario(
    "posts a notification; accepted, it gets 202 and no body. One that is malformed gets 202 or an error status",
    ["http.notification-202", "http.unacceptable-input-status"],
    async ({ peer, judge }) => {
      const legacy = peer.era === "legacy";
      const good = await peer.notify(legacy ? "notifications/cancelled" : "notifications/assay/nothing", {
        ...(legacy ? { requestId: `none-${peer.nextId()}`, reason: "there is no such request" } : { _meta: peer.meta }),
      });
      if (!accepted(good))
        judge("http.notification-202").inconclusive(
          `HTTP ${good.http?.status ?? "without an answer"}: the target accepts no such notification`,
        );
      const bad = await peer.send(
        { jsonrpc: "1.0", method: "notifications/cancelled", params: { requestId: "none" } },
        { defect: "a notification of JSON-RPC 1.0" },
      );
      judge("http.unacceptable-input-status")
        .given(accepted(good), "the same notification without the defect was not accepted")
        .outsideAllReadings(OUTSIDE)
        .that(bad.http)
        .is(acceptedOrRefused);
    },
  );

  scenario(
    "posts a notification without the session's id; it gets 202 or an error status",
    ["http.unacceptable-input-status"],
    async ({ peer, judge, skip }) => {
      if (httpOf(peer).sessionId === undefined) return skip("the target issues no session ids");
      const notice = { requestId: "none", reason: "there is no such request" };
      const good = await peer.notify("notifications/cancelled", notice);
      const bad = await peer.notify("notifications/cancelled", notice, {
        headers: { "Mcp-Session-Id": undefined },
        defect: "no session id",
      });
      judge("http.unacceptable-input-status")
        .given(accepted(good), "the same notification with the session's id was not accepted")
        .outsideAllReadings(OUTSIDE)
        .that(bad.http)
        .is(acceptedOrRefused);
    },
    { revisions: until("2025-11-25").slice(1) },
  );

  scenario(
    "answers what the server asks during a call; the POST of the response gets 202 and no body",
    ["http.response-202"],
    async ({ peer, target, skip, judge }) => {
      peer.answer("elicitation", () => ({ action: "decline" }));
      peer.answer("sampling", () => ({ role: "assistant", model: "none", content: { type: "text", text: "pong" } }));
      peer.answer("roots", () => ({ roots: [{ uri: "file:///assay", name: "assay" }] }));
      const tools = ASKING.flatMap((name) => target.fixture(name) ?? []);
      for (const tool of tools) await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
      const asked = peer.messages().some(({ message }) => message.kind === "request");
      if (tools.length === 0 && !asked) skip("the target offers no tool that is known to ask the client");
      if (!asked) judge("http.response-202").inconclusive("the target asked the client nothing");
    },
    {
      revisions: until("2025-11-25").slice(1),
      isolation: "session",
      capabilities: { elicitation: {}, sampling: {}, roots: {} },
    },
  );
});

const acceptedOrRefused = where(
  "HTTP 202, or an HTTP error status",
  (answer: Delivery["http"]) => answer !== undefined && (answer.status === 202 || answer.status >= 400),
);

function accepted({ http }: Delivery): boolean {
  return http !== undefined && http.status >= 200 && http.status < 300;
}
