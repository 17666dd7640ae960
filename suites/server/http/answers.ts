import type { Delivery, HttpAnswer } from "../../../simulators/client/peer.ts";
import { since, until } from "../../../simulators/wire/revisions.ts";
import { where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { namedRequests } from "../headers/named.ts";
import { listen } from "../subscriptions/listening.ts";
import { bodyOf, httpOf, plainAsks, plainBodyOf, talkativeAsks, vainAsks } from "./stimuli.ts";

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
    async ({ peer, target, random, judge }) => {
      const plain = plainAsks(peer, target);
      const bodies = [
        ...[...plain, ...namedRequests(target)].map((ask) => plainBodyOf(peer, ask)),
        { ...plainBodyOf(peer, plain.at(-1)!), id: `assay-${random.word(8)}` },
        ...talkativeAsks(peer, target).map((ask) => bodyOf(peer, ask)),
      ];
      const answered = await Promise.all(bodies.map((body) => httpOf(peer).post(body)));
      if (peer.era === "modern") {
        const { watch } = await listen(peer, { toolsListChanged: true });
        await watch.close();
      }
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
    "asks for a tool, a prompt and a resource that are not there; the error comes as one JSON object or on a stream that ends",
    ["http.response-content-type", "http.sse-ends-after-response", "http.sse-event-format"],
    async ({ peer, target, random, judge, skip }) => {
      const asks = vainAsks(target, random);
      if (asks.length === 0) return skip("the target offers nothing that could be asked for by name");
      const bodies = [...asks.map((ask) => plainBodyOf(peer, ask)), bodyOf(peer, asks[0]!)];
      const post = (body: (typeof bodies)[number]) =>
        httpOf(peer).post(body, { defect: "a name or URI that the target does not offer" });
      // An error status may come with anything; a success answers the request.
      for (const answer of (await Promise.all(bodies.map(post))).filter(({ status }) => status >= 200 && status < 300))
        judge("http.response-content-type").that(answer).is(eitherForm);
    },
  );

  scenario(
    "posts a notification; accepted, it gets 202 and no body. One that is malformed gets 202 or an error status",
    ["http.notification-202", "http.unacceptable-input-status"],
    async ({ peer, judge }) => {
      const unknown = () =>
        peer.notify("notifications/assay/nothing", peer.era === "modern" ? { _meta: peer.meta } : {});
      const cancelling = () =>
        peer.notify("notifications/cancelled", {
          requestId: `none-${peer.nextId()}`,
          reason: "there is no such request",
        });
      const good = await (peer.era === "legacy" ? cancelling() : unknown());
      if (peer.era === "legacy") await unknown();
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
    "with a GET stream open, answers and refuses what the server asks during a call; it asks once, and each POST gets 202 and no body",
    ["http.response-202", "http.no-broadcast"],
    async ({ peer, target, skip, judge }) => {
      peer.answer("elicitation", () => ({ action: "decline" }));
      peer.answer("sampling", () => ({ error: { code: -1, message: "the user rejected the request" } }));
      peer.answer("roots", () => ({ roots: [{ uri: "file:///assay", name: "assay" }] }));
      const tools = ASKING.flatMap((name) => target.fixture(name) ?? []);
      const stream = await httpOf(peer).open("GET");
      for (const tool of tools) await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
      await stream.close();
      const asked = peer.messages().some(({ message }) => message.kind === "request");
      if (tools.length === 0 && !asked) skip("the target offers no tool that is known to ask the client");
      if (asked) return;
      judge("http.response-202").inconclusive("the target asked the client nothing");
      judge("http.no-broadcast").inconclusive("the target asked the client nothing");
    },
    {
      revisions: until("2025-11-25").slice(1),
      isolation: "session",
      capabilities: { elicitation: {}, sampling: {}, roots: {} },
    },
  );
});

const eitherForm = where("Content-Type application/json or text/event-stream", ({ mediaType }: HttpAnswer) =>
  ["application/json", "text/event-stream"].includes(mediaType),
);

const acceptedOrRefused = where(
  "HTTP 202, or an HTTP error status",
  (answer: Delivery["http"]) => answer !== undefined && (answer.status === 202 || answer.status >= 400),
);

function accepted({ http }: Delivery): boolean {
  return http !== undefined && http.status >= 200 && http.status < 300;
}
