import { isDeepStrictEqual } from "node:util";
import type { Delivery, Peer, Reply } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error, refusal, silence, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { fallQuiet, plainBody, plainMethod, responsesIn } from "./plain.ts";

const DROPPED = "the text does not rule out that a receiver drops what it cannot make sense of";
const EXECUTED = "JSON-RPC 2.0 knows no result for what is no valid request";
const EXTENDED = "RFC 8259, section 9, lets a parser accept extensions of JSON";

interface Faulty {
  readonly defect: string;
  readonly message: JsonValue;
  /** Other codes that the same text earns with reason. */
  readonly also?: readonly number[];
}

/** What is wrong in one place only. */
function faulty(peer: Peer): readonly Faulty[] {
  const body: JsonObject = plainBody(peer);
  const whole = (change: JsonObject): JsonObject => ({ jsonrpc: "2.0", id: peer.nextId(), ...body, ...change });
  const { jsonrpc: _, ...bare } = whole({});
  const { method: __, ...aimless } = whole({});
  return [
    { defect: 'jsonrpc "1.0"', message: whole({ jsonrpc: "1.0" }) },
    { defect: "a number as jsonrpc", message: whole({ jsonrpc: 2 }) },
    { defect: "no jsonrpc member", message: bare },
    { defect: "a number as method", message: whole({ method: 5 }) },
    { defect: "an array as params", message: whole({ params: [1] }), also: [-32602] },
    { defect: "null as id", message: whole({ id: null }) },
    { defect: "an object as id", message: whole({ id: {} }) },
    { defect: "true as id", message: whole({ id: true }) },
    { defect: "no method", message: aimless },
    { defect: "an empty object", message: {} },
    { defect: "a bare number", message: 42 },
  ];
}

export const malformed: Suite = suite("jsonrpc", { revisions: REVISIONS, isolation: "process" }, (scenario) => {
  scenario(
    "a JSON value that is no valid request is refused with -32600 and served under no circumstances",
    ["jsonrpc.invalid-request-error"],
    async ({ peer, judge }) => {
      const twin = await peer.call(plainMethod(peer), {});
      const dropped: string[] = [];
      for (const { defect, message, also = [] } of faulty(peer)) {
        const delivery = await peer.send(message, { defect });
        const { reply, alive } = await settle(peer, delivery);
        const question = judge("jsonrpc.invalid-request-error")
          .given(twin.kind === "result", "the same request without the defect was not accepted")
          .sent(reply.sent.text, reply.sent.reproduce);
        if (!alive) return lost(question, defect);
        const served = resultFor(peer, delivery, isObject(message) ? message.id : undefined);
        if (reply.kind !== "result" && served !== undefined)
          question
            .outsideAllReadings(EXECUTED)
            .showing(served.seq)
            .fail(served.message.text, [error(-32600).text]);
        else if (reply.kind === "none" && reply.status === 202 && isObject(message) && "id" in message)
          question.warningOnly(DROPPED).fail("HTTP 202, as for a notification", [error(-32600).text, refusal().text]);
        else if (reply.kind === "none") dropped.push(defect);
        else
          (reply.kind === "result" ? question.outsideAllReadings(EXECUTED) : question)
            .that(reply)
            .is(error(-32600, ...also));
      }
      // The text does not rule out that a receiver drops what it cannot make sense of.
      if (dropped.length > 0)
        judge("jsonrpc.invalid-request-error").inconclusive(
          `passed over without a JSON-RPC error: ${dropped.join(", ")}`,
        );
    },
  );

  scenario(
    "member names in other letters do not make a request",
    ["jsonrpc.members-case-sensitive"],
    async ({ peer, judge }) => {
      const twin = await peer.call(plainMethod(peer), {});
      const { method, params } = plainBody(peer);
      const headers = peer.era === "modern" ? { "Mcp-Method": method } : {};
      const rest = (name: string) => (params === undefined ? {} : { [name]: params });
      const served = async (defect: string, message: (id: number) => JsonObject) => {
        const id = peer.nextId();
        const delivery = await peer.send({ jsonrpc: "2.0", ...message(id) }, { defect, headers });
        await peer.call(plainMethod(peer), {});
        await fallQuiet(peer);
        const came = [...(delivery.http?.messages ?? []), ...peer.messages(delivery.sent.seq)];
        const found = came.find((event) =>
          responsesIn(event).some(
            ({ kind, rawId }) => kind === "result" && (rawId === String(id) || rawId === undefined),
          ),
        );
        return { delivery, found, id };
      };
      // A server that asks for no params reads none, whatever their name.
      const bare = params !== undefined && (await served("no params", (id) => ({ id, method }))).found !== undefined;
      for (const { defect, message } of [
        {
          defect: "members named ID, Method and Params",
          message: (id: number) => ({ ID: id, Method: method, ...rest("Params") }),
        },
        { defect: "a member named Method", message: (id: number) => ({ id, Method: method, ...rest("params") }) },
        ...(params === undefined || bare
          ? []
          : [{ defect: "a member named Params", message: (id: number) => ({ id, method, ...rest("Params") }) }]),
      ]) {
        const { delivery, found, id } = await served(defect, message);
        judge("jsonrpc.members-case-sensitive")
          .given(twin.kind === "result", "the same request in the right letters was not accepted")
          .sent(delivery.sent.text, delivery.sent.reproduce)
          .that(found)
          .is(where(`no result for ${id}`, (result: unknown) => result === undefined, { silent: true }));
      }
    },
  );

  scenario(
    "text that is no JSON gets -32700 without an invented id, or nothing, and the server goes on",
    ["jsonrpc.parse-error", "jsonrpc.unreadable-id-null"],
    async ({ peer, judge, random }) => {
      const twin = await peer.call(plainMethod(peer), {});
      const id = peer.nextId();
      const whole = JSON.stringify({ jsonrpc: "2.0", id, ...plainBody(peer) });
      const cut = whole.slice(0, random.integer(2, 12));
      const odd = JSON.stringify({ jsonrpc: "2.0", id, ...plainBody(peer) }).replace("{", '{"assay":NaN,');
      for (const { text, defect } of [
        { text: cut, defect: "a JSON text cut short" },
        { text: `${whole.slice(0, -1)},}`, defect: "a JSON text with a comma too many" },
        { text: `${whole} and more`, defect: "words after a JSON text" },
        { text: odd, defect: "a JSON text with a number that is none" },
      ]) {
        const delivery = await peer.sendText(text, { defect });
        const { reply, alive } = await settle(peer, delivery);
        const question = judge("jsonrpc.parse-error")
          .given(twin.kind === "result", "the target does not answer a plain request")
          .sent(reply.sent.text, reply.sent.reproduce);
        if (!alive) return lost(question, defect);
        const served = resultFor(peer, delivery, id);
        if (served !== undefined)
          (text === cut ? question.outsideAllReadings(EXECUTED) : question.warningOnly(EXTENDED))
            .showing(served.seq)
            .fail(served.message.text, [error(-32700).text, "no answer"]);
        else if (reply.kind === "result") question.outsideAllReadings(EXECUTED).that(reply).is(error(-32700));
        else if (peer.transport === "stdio") question.that(reply).is(error(-32700), silence());
        else if (reply.kind === "error") question.that(reply).is(error(-32700));
        // The text asks for no body with the HTTP error, and over SSE the answer need not come at all.
        else question.that(reply).is(refusal(), ...(peer.transport === "sse" ? [silence()] : []));
        judgeInvention(delivery);
      }
      const nameless = await peer.send({ jsonrpc: "2.0", method: 1 }, { defect: "a number as method, and no id" });
      await settle(peer, nameless);
      judgeInvention(nameless);

      function judgeInvention({ sent, http }: Delivery): void {
        const errors = [...(http?.messages ?? []), ...peer.messages(sent.seq)].filter(
          ({ message }) => message.kind === "error",
        );
        const invented = errors.find(({ message }) => ![undefined, "null", String(id)].includes(message.rawId));
        const question = judge("jsonrpc.unreadable-id-null")
          .outsideAllReadings("there was no id to be read")
          .sent(sent.text, sent.reproduce);
        if (invented !== undefined)
          question.showing(invented.seq).fail(invented.message.text, ["an error with the id null, or with none"]);
        else if (errors.length > 0) question.pass();
        else question.inconclusive("no error came that could have had an id");
      }
    },
  );
});

/** A result under an id, where none should have come. */
function resultFor(peer: Peer, { sent, http }: Delivery, id: JsonValue | undefined): MessageEvent | undefined {
  if (id === undefined) return undefined;
  const came = [...(http?.messages ?? []), ...peer.messages(sent.seq)];
  return came.find((event) =>
    responsesIn(event).some(
      ({ kind, rawId }) => kind === "result" && rawId !== undefined && isDeepStrictEqual(JSON.parse(rawId), id),
    ),
  );
}

/** What came of a message by the time an honest request after it was answered; and whether it was answered. */
async function settle(peer: Peer, delivery: Delivery): Promise<{ readonly reply: Reply; readonly alive: boolean }> {
  const reply = await delivery.reply();
  return { reply, alive: await peer.alive() };
}

/** The server did not survive what was sent. */
function lost(
  question: { outsideAllReadings(why: string): { timed(): { fail(seen: string, accepted: readonly string[]): void } } },
  defect: string,
): void {
  question
    .outsideAllReadings("a receiver that is gone reports nothing")
    .timed()
    .fail(`after ${defect}, the server answers no request any more`, ["an error, and a server that goes on"]);
}
