import type { Delivery, Peer, Reply } from "../../../simulators/client/peer.ts";
import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import { REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error, refusal, silence, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { fallQuiet, plainBody, plainMethod, responsesIn } from "./plain.ts";

const EXECUTED = "JSON-RPC 2.0 knows no result for what is no valid request";

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
    { defect: "no jsonrpc member", message: bare },
    { defect: "a number as method", message: whole({ method: 5 }) },
    { defect: "an array as params", message: whole({ params: [1] }), also: [-32602] },
    { defect: "null as id", message: whole({ id: null }) },
    { defect: "an object as id", message: whole({ id: {} }) },
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
        const { reply, alive } = await settle(peer, await peer.send(message, { defect }));
        const question = judge("jsonrpc.invalid-request-error")
          .given(twin.kind === "result", "the same request without the defect was not accepted")
          .sent(reply.sent.text, reply.sent.reproduce);
        if (!alive) return lost(question, defect);
        if (reply.kind === "none") dropped.push(defect);
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
      const id = peer.nextId();
      const delivery = await peer.send(
        { jsonrpc: "2.0", ID: id, Method: method, ...(params === undefined ? {} : { Params: params }) },
        { defect: "members named ID, Method and Params", headers },
      );
      await peer.call(plainMethod(peer), {});
      await fallQuiet(peer);
      const came = [...(delivery.http?.messages ?? []), ...peer.messages(delivery.sent.seq)];
      const served = came.find((event) =>
        responsesIn(event).some(
          ({ kind, rawId }) => kind === "result" && (rawId === String(id) || rawId === undefined),
        ),
      );
      judge("jsonrpc.members-case-sensitive")
        .given(twin.kind === "result", "the same request in the right letters was not accepted")
        .sent(delivery.sent.text, delivery.sent.reproduce)
        .that(served)
        .is(where(`no result for ${id}`, (found: unknown) => found === undefined, { silent: true }));
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
      for (const { text, defect } of [
        { text: cut, defect: "a JSON text cut short" },
        { text: `${whole.slice(0, -1)},}`, defect: "a JSON text with a comma too many" },
      ]) {
        const delivery = await peer.sendText(text, { defect });
        const { reply, alive } = await settle(peer, delivery);
        const question = judge("jsonrpc.parse-error")
          .given(twin.kind === "result", "the target does not answer a plain request")
          .sent(reply.sent.text, reply.sent.reproduce);
        if (!alive) return lost(question, defect);
        if (reply.kind === "result") question.outsideAllReadings(EXECUTED).that(reply).is(error(-32700));
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
