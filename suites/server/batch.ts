import type { Delivery, Peer, RequestId } from "../../simulators/client/peer.ts";
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
  readonly id: RequestId;
  readonly rawId: string;
  readonly message: JsonObject;
}

function ask(peer: Peer, id: RequestId = peer.nextId()): Asked {
  return { id, rawId: JSON.stringify(id), message: { jsonrpc: "2.0", id, ...plainBody(peer) } };
}

/** A request of a method that no server has. */
function unknown(peer: Peer): Asked {
  const { message, ...asked } = ask(peer);
  return { ...asked, message: { ...message, method: "assay/unknown" } };
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
    return asked.filter(({ rawId }) => !answered.has(rawId));
  };
  await peer.call(plainMethod(peer), {}, { id: `${AFTER}-${peer.nextId()}` });
  if (open().length > 0) await fallQuiet(peer);
  return open();
}

const batches = suite("batch", { revisions: ["2025-03-26"], isolation: "session" }, (scenario) => {
  scenario("an array of two requests is accepted, and each is answered", ["batch.receive"], async ({ peer, judge }) => {
    const asked = [ask(peer), ask(peer, `assay-${peer.nextId()}`)];
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
    "an array of requests and a notification yields exactly one response to each request",
    ["batch.response-per-request"],
    async ({ peer, judge }) => {
      const twin = await accepts(peer);
      if (!twin) return judge("batch.response-per-request").inconclusive("an array with a request was not accepted");
      const failing = unknown(peer);
      const [one, other, last] = [ask(peer), ask(peer), ask(peer, `assay-${peer.nextId()}`)];
      const asked = [other, one, failing, last];
      const delivery = await peer.send([other.message, NOTICE, one.message, failing.message, last.message]);
      const unanswered = await missing(peer, delivery, asked);
      await fallQuiet(peer);
      const responses = responsesTo(peer, delivery);
      const fits = ({ rawId }: Asked, kind: string) => {
        const own = responses.filter(({ response }) => response.rawId === rawId);
        return own.length === 1 && own[0]!.response.kind === kind;
      };
      const question = judge("batch.response-per-request");
      (unanswered.length > 0 ? question.timed() : question)
        .given(unanswered.length < asked.length, "the array was not answered (batch.receive)")
        .outsideAllReadings("however they are grouped, each request has one response and a notification none")
        .sent(delivery.sent.text, delivery.sent.reproduce)
        .showing(...responses.map(({ event }) => event.seq))
        .that(responses.map(({ response }) => `${response.kind} ${response.rawId ?? "without id"}`))
        .is({
          text: `one result each to ${[other, one, last].map(({ rawId }) => rawId).join(", ")}, one error to ${failing.rawId}`,
          fits: () =>
            responses.length === asked.length &&
            fits(failing, "error") &&
            [other, one, last].every((plain) => fits(plain, "result")),
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
    "each invalid member gets its own -32600 while the other is served",
    ["batch.invalid-member-error"],
    async ({ peer, judge }) => {
      const twin = await accepts(peer);
      if (!twin) return judge("batch.invalid-member-error").inconclusive("an array with a request was not accepted");
      const good = ask(peer);
      const delivery = await peer.send([1, { assay: "no message" }, good.message], {
        defect: "a number and an object that is no message among the members of an array",
      });
      const unanswered = await missing(peer, delivery, [good]);
      await fallQuiet(peer);
      const responses = responsesTo(peer, delivery);
      const refused = responses.filter(({ response }) => response.kind === "error" && response.rawId !== good.rawId);
      const served =
        unanswered.length === 0 &&
        responses.some(({ response }) => response.kind === "result" && response.rawId === good.rawId);
      const right = served && refused.length === 2 && refused.every(({ response }) => response.error?.code === -32600);
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
          .fail(seen, [`two errors -32600, and a result for ${good.rawId}`]);
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
  const served = () => responsesTo(peer, delivery).some(({ response }) => response.rawId === one.rawId);
  await peer.call(plainMethod(peer), {});
  if (!served()) await fallQuiet(peer);
  return served();
}

const noBatches = suite("batch", { revisions: since("2025-06-18"), isolation: "process" }, (scenario) => {
  scenario("an array of requests is not executed as a batch", ["batch.not-supported"], async ({ peer, judge }) => {
    const twin = await peer.call(plainMethod(peer), {});
    const headers = peer.era === "modern" ? { "Mcp-Method": plainMethod(peer) } : {};
    for (const asked of [[ask(peer), ask(peer)], [ask(peer)]]) {
      const delivery = await peer.send(
        asked.map(({ message }) => message),
        { defect: "an array of requests, which the revision does not have", headers },
      );
      await peer.call(plainMethod(peer), {});
      await fallQuiet(peer);
      const served = responsesTo(peer, delivery).filter(
        ({ response }) => response.kind === "result" && asked.some(({ rawId }) => response.rawId === rawId),
      );
      const question = judge("batch.not-supported")
        .given(twin.kind === "result", "one such request alone was not accepted either")
        .sent(delivery.sent.text, delivery.sent.reproduce);
      if (served.length === 0) question.pass();
      else
        question
          .warningOnly(LENIENT)
          .showing(...served.map(({ event }) => event.seq))
          .fail([...new Set(served.map(({ event }) => event.message.text))].join(" then "), ACCEPTED);
    }
  });

  scenario(
    "an array of calls that is refused has no effect",
    ["batch.not-supported"],
    async ({ peer, judge, target, skip }) => {
      const [counter, reader] = [target.fixture("assay_counter"), target.fixture("assay_counter_read")];
      if (counter === undefined || reader === undefined)
        return skip("only a fixture's tools tell what has run (assay_counter, assay_counter_read)");
      const count = async () => {
        const reply = await peer.call("tools/call", { name: reader.name, arguments: {} });
        return reply.kind === "result" ? JSON.stringify(reply.result.content) : undefined;
      };
      const meta = peer.era === "modern" ? { _meta: peer.meta } : {};
      const before = await count();
      const params = { ...meta, name: counter.name, arguments: {} };
      const delivery = await peer.send(
        [1, 2].map(() => ({ jsonrpc: "2.0", id: peer.nextId(), method: "tools/call", params })),
        {
          defect: "an array of calls, which the revision does not have",
          headers: peer.era === "modern" ? { "Mcp-Method": "tools/call", "Mcp-Name": counter.name } : {},
        },
      );
      await fallQuiet(peer);
      const after = await count();
      const question = judge("batch.not-supported")
        .given(before !== undefined && after !== undefined, "the counter could not be read")
        .sent(delivery.sent.text, delivery.sent.reproduce);
      if (before === after) question.pass();
      else
        question.warningOnly(LENIENT).fail(`calls of the array have run: ${before} before, ${after} after`, ACCEPTED);
    },
    { isolation: "alone" },
  );
});

const ACCEPTED = ["an error", "an HTTP error status", "no answer"];

const LENIENT =
  "a server of several revisions may read more than the one agreed on allows; nothing says that it must refuse";

export const suites: readonly Suite[] = [batches, noBatches];
