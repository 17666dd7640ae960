import type { Delivery, Peer } from "../../simulators/client/peer.ts";
import type { MessageEvent } from "../../simulators/trace/events.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import type { WireMessage } from "../../simulators/wire/jsonrpc.ts";
import { since } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { fallQuiet, plainBody, plainMethod, responsesIn } from "./jsonrpc/plain.ts";

const NOTICE = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "assay-none" } };

/** How the ids of honest requests begin that only follow an array. */
const AFTER = "assay-after";

interface Asked {
  readonly id: number;
  readonly message: JsonObject;
}

function ask(peer: Peer): Asked {
  const id = peer.nextId();
  return { id, message: { jsonrpc: "2.0", id, ...plainBody(peer) } };
}

/** All responses since a delivery, but for those to what only followed it: those in the answer to its POST, or on the stream. */
function responsesTo(
  peer: Peer,
  { sent }: Delivery,
): readonly { readonly event: MessageEvent; readonly response: WireMessage }[] {
  return peer
    .messages(sent.seq)
    .flatMap((event) => responsesIn(event).map((response) => ({ event, response })))
    .filter(({ response }) => !response.rawId?.startsWith(`"${AFTER}`));
}

/** Which of these were not answered, in whatever order and grouping, by the time an honest request after them was. */
async function missing(peer: Peer, delivery: Delivery, asked: readonly Asked[]): Promise<readonly Asked[]> {
  const open = () => {
    const answered = new Set(responsesTo(peer, delivery).map(({ response }) => response.rawId));
    return asked.filter(({ id }) => !answered.has(String(id)));
  };
  await peer.call(plainMethod(peer), {}, { id: `${AFTER}-${peer.nextId()}` });
  if (open().length > 0) await fallQuiet(peer);
  return open();
}

const batches = suite("batch", { revisions: ["2025-03-26"], isolation: "session" }, (scenario) => {
  scenario("an array of two requests is accepted, and each is answered", ["batch.receive"], async ({ peer, judge }) => {
    const asked = [ask(peer), ask(peer)];
    const delivery = await peer.send(asked.map(({ message }) => message));
    const unanswered = await missing(peer, delivery, asked);
    const question = judge("batch.receive").sent(delivery.sent.text, delivery.sent.reproduce);
    if (unanswered.length === 0) return question.pass();
    const refused = responsesTo(peer, delivery).find(({ response }) => response.kind === "error");
    const status =
      delivery.http !== undefined && delivery.http.status >= 400 ? `HTTP ${delivery.http.status}` : undefined;
    if (refused !== undefined)
      question.showing(refused.event.seq).fail(refused.event.message.text, ["a response to each request of the array"]);
    else if (status !== undefined) question.fail(status, ["a response to each request of the array"]);
    else
      question
        .timed()
        .fail(`no response to ${unanswered.map(({ id }) => id).join(" and ")}`, [
          "a response to each request of the array",
        ]);
  });

  scenario(
    "an array of two requests and a notification yields exactly two responses",
    ["batch.response-per-request"],
    async ({ peer, judge }) => {
      const twin = await accepts(peer);
      if (!twin) return judge("batch.response-per-request").inconclusive("an array with a request was not accepted");
      const asked = [ask(peer), ask(peer)];
      const delivery = await peer.send([asked[0]!.message, NOTICE, asked[1]!.message]);
      const unanswered = await missing(peer, delivery, asked);
      await fallQuiet(peer);
      const responses = responsesTo(peer, delivery);
      judge("batch.response-per-request")
        .given(unanswered.length === 0, "the array was not answered (batch.receive)")
        .outsideAllReadings("however they are grouped, each request has one response and a notification none")
        .sent(delivery.sent.text, delivery.sent.reproduce)
        .showing(...responses.map(({ event }) => event.seq))
        .that(responses.map(({ response }) => response.rawId ?? "none"))
        .is({
          text: `one response to ${asked.map(({ id }) => id).join(" and ")} each`,
          fits: () => responses.length === asked.length,
        });
    },
    { needs: ["batch.receive"] },
  );

  scenario(
    "an array of notifications alone is followed by nothing, not even an empty array",
    ["batch.notifications-only-silent"],
    async ({ peer, judge }) => {
      const twin = await accepts(peer);
      const delivery = await peer.send([NOTICE, NOTICE]);
      await peer.call(plainMethod(peer), {});
      await fallQuiet(peer);
      const own =
        delivery.http === undefined || peer.transport === "sse"
          ? peer.messages(delivery.sent.seq)
          : delivery.http.messages;
      const answer = own.find(
        ({ message }) =>
          Array.isArray(message.value) ||
          (message.method === undefined && (message.rawId === undefined || message.rawId === "null")),
      );
      const question = judge("batch.notifications-only-silent")
        .given(twin, "an array with a request was not accepted either")
        .given((delivery.http?.status ?? 202) < 400, "the array was refused")
        .sent(delivery.sent.text, delivery.sent.reproduce);
      if (answer === undefined) question.pass();
      else question.showing(answer.seq).fail(answer.message.text, ["nothing (HTTP: 202 without a body)"]);
    },
    { needs: ["batch.receive"] },
  );

  scenario(
    "an empty array is answered with one error -32600",
    ["batch.empty-array-error"],
    async ({ peer, judge }) => {
      const twin = await accepts(peer);
      if (!twin) return judge("batch.empty-array-error").inconclusive("an array with a request was not accepted");
      const delivery = await peer.send([], { defect: "an empty array" });
      const reply = await delivery.reply();
      const question = judge("batch.empty-array-error")
        .given(twin, "an array with a request was not accepted either")
        .sent(reply.sent.text, reply.sent.reproduce);
      const array = [...(delivery.http?.messages ?? []), ...peer.messages(delivery.sent.seq)].find(({ message }) =>
        Array.isArray(message.value),
      );
      if (array !== undefined)
        question.showing(array.seq).fail(array.message.text, ["one error object with code -32600, not in an array"]);
      else if (reply.kind === "error" && reply.error.code === -32600) question.pass();
      else if (reply.kind !== "none")
        question.showing(reply.message.seq).fail(reply.message.message.text, ["one error object with code -32600"]);
      else if (reply.why === "refused") question.inconclusive("refused by the HTTP status alone");
      else if (await peer.alive()) question.timed().fail(nothing(delivery), ["one error object with code -32600"]);
      else question.timed().fail("the server answers no request any more", ["one error object with code -32600"]);
    },
    { isolation: "process", needs: ["batch.receive"] },
  );

  scenario(
    "an invalid member gets its own -32600 while the others are served",
    ["batch.invalid-member-error"],
    async ({ peer, judge }) => {
      const twin = await accepts(peer);
      if (!twin) return judge("batch.invalid-member-error").inconclusive("an array with a request was not accepted");
      const good = ask(peer);
      const delivery = await peer.send([1, good.message], { defect: "a number among the members of an array" });
      const unanswered = await missing(peer, delivery, [good]);
      await fallQuiet(peer);
      const responses = responsesTo(peer, delivery);
      const refused = responses.filter(
        ({ response }) => response.kind === "error" && response.rawId !== String(good.id),
      );
      const served =
        unanswered.length === 0 &&
        responses.some(({ response }) => response.kind === "result" && response.rawId === String(good.id));
      const right = served && refused.length === 1 && refused[0]?.response.error?.code === -32600;
      const question = judge("batch.invalid-member-error")
        .given(twin, "an array without the invalid member was not accepted either")
        .sent(delivery.sent.text, delivery.sent.reproduce);
      if (right) question.pass();
      else {
        const seen =
          responses.map(({ event }) => event.message.text).join(" then ") ||
          (delivery.http === undefined ? "nothing" : `HTTP ${delivery.http.status}`);
        (responses.length === 0 ? question.timed() : question)
          .showing(...responses.map(({ event }) => event.seq))
          .fail(seen, [`one error -32600, and a result for ${good.id}`]);
      }
    },
    { isolation: "process", needs: ["batch.receive"] },
  );
});

function nothing({ http }: Delivery): string {
  return http === undefined ? "nothing" : `HTTP ${http.status} and no error`;
}

/** Whether an array with one request is served by the time an honest request after it is. */
async function accepts(peer: Peer): Promise<boolean> {
  const one = ask(peer);
  const delivery = await peer.send([one.message]);
  const served = () => responsesTo(peer, delivery).some(({ response }) => response.rawId === String(one.id));
  await peer.call(plainMethod(peer), {});
  if (!served()) await fallQuiet(peer);
  return served();
}

const noBatches = suite("batch", { revisions: since("2025-06-18"), isolation: "process" }, (scenario) => {
  scenario("an array of two requests is not executed as a batch", ["batch.not-supported"], async ({ peer, judge }) => {
    const twin = await peer.call(plainMethod(peer), {});
    const asked = [ask(peer), ask(peer)];
    const headers = peer.era === "modern" ? { "Mcp-Method": plainMethod(peer) } : {};
    const delivery = await peer.send(
      asked.map(({ message }) => message),
      { defect: "an array of requests, which the revision does not have", headers },
    );
    await peer.call(plainMethod(peer), {});
    await fallQuiet(peer);
    const served = responsesTo(peer, delivery).filter(
      ({ response }) => response.kind === "result" && asked.some(({ id }) => response.rawId === String(id)),
    );
    const question = judge("batch.not-supported")
      .given(twin.kind === "result", "one such request alone was not accepted either")
      .sent(delivery.sent.text, delivery.sent.reproduce);
    if (served.length < asked.length) question.pass();
    else
      question
        .warningOnly(LENIENT)
        .showing(...served.map(({ event }) => event.seq))
        .fail([...new Set(served.map(({ event }) => event.message.text))].join(" then "), [
          "an error",
          "an HTTP error status",
          "no answer",
        ]);
  });
});

const LENIENT =
  "a server of several revisions may read more than the one agreed on allows; nothing says that it must refuse";

export const suites: readonly Suite[] = [batches, noBatches];
