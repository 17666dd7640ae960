import type { Action } from "../../simulators/client/app/orders.ts";
import { sleep } from "../../simulators/clock/clock.ts";
import { said } from "../../simulators/server/world/results.ts";
import { InputRequired } from "../../simulators/server/world/world.ts";
import { LEGACY, MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { value, where } from "../kit/accept.ts";
import { editResults } from "../kit/client/answers.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const ASKS = "assay_jsonrpc_asks";
const UNKNOWN = "assay/jsonrpc/unknown";
const NOISE = "assay_jsonrpc_noise";
const SLOW = "assay_jsonrpc_slow";
const UNTYPED = "assay_jsonrpc_untyped";
const BOGUS = "assay_jsonrpc_bogus";
const GENERIC = "assay_jsonrpc_generic";
/** ms that a client has for an answer of which nothing else hangs. */
const ANSWER_MS = 5_000;
const LEGACY_CODES = [-32001, -32003, -32004];

const call = (name: string, given = {}): Action => ({ action: "callTool", name, arguments: given });

/** The last request of the simulated server that has this method, and the client's answer to it. */
function answerTo(record: ClientRecord, method: string) {
  const asked = record.asked(method).at(-1);
  return { asked, answer: record.responses().find(({ request }) => request !== undefined && request === asked)?.seen };
}

export const suites = [
  clientSuite("jsonrpc", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "requests of the server with ids of either type, and one of no known method, are answered",
      ["jsonrpc.method-not-found-error", "jsonrpc.mandatory-base-and-lifecycle", "ping.respond"],
      {
        revisions: LEGACY,
        actions: [call(ASKS, { text: "Zürich 東京 🧭 e\u0301" })],
        stage: (stage) =>
          stage.tool(
            toolGiving(ASKS, (running) => {
              if (running.inputs !== undefined) return said("asked");
              const requests = {
                number: { method: "ping", params: {} },
                string: { method: "ping", params: {}, id: "assay-7" },
                unknown: { method: UNKNOWN, params: {} },
              };
              return new InputRequired(requests, { answerMs: ANSWER_MS }) as never;
            }),
          ),
      },
      ({ judge, record, skip }) => {
        if (record.calls(ASKS).length === 0) skip("the client did not call the tool");
        const ping = answerTo(record, "ping");
        const unknown = answerTo(record, UNKNOWN);
        const initialized = record.notifications("notifications/initialized").length > 0;
        judge("jsonrpc.mandatory-base-and-lifecycle")
          .timed()
          .sent("initialize's result, and a ping in the course of a tool call")
          .that({ initialized, answered: ping.answer !== undefined || ping.asked === undefined })
          .is(value({ initialized: true, answered: true }));
        if (ping.asked !== undefined && ping.answer === undefined)
          judge("ping.respond")
            .timed()
            .sent(ping.asked.seen.message.text)
            .showing(ping.asked.seen.seq)
            .fail(`no answer within ${ANSWER_MS} ms`, ["an empty result: {}"]);
        if (unknown.asked === undefined) return;
        judge("jsonrpc.method-not-found-error")
          .timed()
          .sent(unknown.asked.seen.message.text)
          .showing(unknown.asked.seen.seq, ...(unknown.answer === undefined ? [] : [unknown.answer.seq]))
          .that(unknown.answer?.message.text ?? "no answer")
          .is(where("error -32601", () => unknown.answer?.message.error?.code === -32601));
      },
    );

    scenario(
      "notifications of no known method are answered by nothing",
      ["jsonrpc.notification-no-response"],
      {
        actions: [call(NOISE), call(NOISE)],
        stage: (stage) => {
          stage.tool({ ...toolGiving(NOISE, said("amid noise")), streams: true });
          stage.seams.message((message, { request, kind }) =>
            kind === "response" && request?.params.name === NOISE
              ? [
                  { jsonrpc: "2.0", method: "notifications/com.example/assay", params: { text: "nobody knows this" } },
                  { jsonrpc: "2.0", method: "notifications/com.example/bare" },
                  message,
                ]
              : [message],
          );
        },
      },
      ({ judge, record, skip }) => {
        if (record.calls(NOISE).length < 2) return skip("the client did not go on after the notifications");
        const stray = record.responses().filter(({ request }) => request === undefined);
        judge("jsonrpc.notification-no-response")
          .sent("notifications/com.example/assay and notifications/com.example/bare, before a tool's result")
          .showing(...stray.map(({ seen }) => seen.seq))
          .that(stray.map(({ seen }) => seen.message.text))
          .is(where("no response", (texts: readonly string[]) => texts.length === 0));
      },
    );

    scenario(
      "calls at the same time are made under ids of their own",
      [],
      {
        revisions: MODERN,
        actions: [{ ...call(SLOW), concurrent: true }, call(SLOW)],
        stage: (stage) =>
          stage.tool(toolGiving(SLOW, async ({ clock }) => sleep(clock, 200).then(() => said("after a while")))),
      },
      ({ ended }) => void ended(1),
    );

    scenario(
      "a result without a type counts as complete, one of an unknown type as none",
      ["jsonrpc.result-type-absent-is-complete", "jsonrpc.result-type-unknown-invalid"],
      {
        revisions: MODERN,
        actions: [call(UNTYPED), call(BOGUS)],
        stage: (stage) => {
          for (const name of [UNTYPED, BOGUS]) stage.tool(toolGiving(name, said("plausible content")));
          editResults(
            stage,
            ({ params }) => params.name === UNTYPED,
            ({ resultType: _type, ...result }) => result,
            { defect: "a result without resultType" },
          );
          editResults(
            stage,
            ({ params }) => params.name === BOGUS,
            (result) => ({ ...result, resultType: "com.example/bogus" }),
            { defect: "a result of an unknown type" },
          );
        },
      },
      ({ judge, ended }) => {
        judge("jsonrpc.result-type-absent-is-complete")
          .warningOnly("the schema says it of servers of earlier revisions, and this one speaks the newest")
          .sent("a tool's result without resultType")
          .that(ended(0) as never)
          .is(where("success for the application", (outcome: { ok?: boolean }) => outcome.ok === true));
        judge("jsonrpc.result-type-unknown-invalid")
          .sent('a tool\'s result of resultType "com.example/bogus"')
          .that(ended(1) as never)
          .is(where("an error for the application", (outcome: { ok?: boolean }) => outcome.ok === false));
      },
    );

    scenario(
      "codes that once had a meaning are errors like any other",
      ["jsonrpc.code-legacy-range-no-meaning"],
      {
        revisions: MODERN,
        actions: [GENERIC, ...LEGACY_CODES.map((code) => `${GENERIC}_${-code}`)].map((name) => call(name)),
        stage: (stage) => {
          const codes = new Map([
            [GENERIC, 4_711],
            ...LEGACY_CODES.map((code) => [`${GENERIC}_${-code}`, code] as const),
          ]);
          for (const name of codes.keys()) stage.tool(toolGiving(name, said("never given")));
          stage.seams.message((message, { request, kind }) => {
            const code = kind === "response" ? codes.get(String(request?.params.name)) : undefined;
            if (code === undefined) return [message];
            const error = { code, message: "Refused for a reason of its own" };
            stage.mark(error, "an error code of the range that implementations once used");
            return [{ jsonrpc: "2.0", id: message.id!, error }];
          });
        },
      },
      ({ judge, record, skip }) => {
        const counts = (name: string) => record.calls(name).length;
        const usual = counts(GENERIC);
        if (usual === 0) skip("the client did not call the tool");
        const initialized = record.requests("initialize");
        for (const code of LEGACY_CODES) {
          const name = `${GENERIC}_${-code}`;
          if (counts(name) === 0) continue;
          judge("jsonrpc.code-legacy-range-no-meaning")
            .sent(`error ${code} to a call, after error 4711 to another`)
            .showing(...record.calls(name).map(({ seen }) => seen.seq), ...initialized.map(({ seen }) => seen.seq))
            .that({ calls: counts(name), initialize: initialized.length })
            .is(value({ calls: usual, initialize: 0 }));
        }
      },
    );

    scenario(
      "what differs from a message in the case of its members is none",
      ["jsonrpc.members-case-sensitive"],
      {
        revisions: LEGACY,
        actions: [call(NOISE)],
        alone: true,
        defect: "a line whose members are written with capitals",
        stage: (stage) => {
          stage.tool({ ...toolGiving(NOISE, said("after it")), streams: true });
          stage.seams.message((message, { request, kind }) =>
            kind === "response" && request?.params.name === NOISE
              ? [{ jsonrpc: "2.0", ID: 4_711, Method: "ping" }, message]
              : [message],
          );
        },
      },
      ({ judge, record, skip }) => {
        if (record.calls(NOISE).length === 0) skip("the client did not call the tool");
        judge("jsonrpc.members-case-sensitive")
          .sent('{"jsonrpc":"2.0","ID":4711,"Method":"ping"}')
          .that(record.responses().map(({ seen }) => seen.message.text))
          .is(
            where("no result for 4711", (texts: readonly string[]) =>
              texts.every((text) => !/"id":\s*4711/.test(text) || !text.includes('"result"')),
            ),
          );
      },
    );

    scenario(
      "a request whose params lack what its method needs is refused with -32602",
      ["jsonrpc.invalid-params-error"],
      {
        revisions: LEGACY,
        actions: [call(ASKS)],
        capabilities: { sampling: {} },
        alone: true,
        defect: "sampling/createMessage without messages and maxTokens",
        stage: (stage) =>
          stage.tool(
            toolGiving(ASKS, (running) =>
              running.inputs !== undefined
                ? said("asked")
                : (new InputRequired(
                    { bad: { method: "sampling/createMessage", params: { messages: "none" } } },
                    { answerMs: ANSWER_MS },
                  ) as never),
            ),
          ),
      },
      ({ judge, record, skip }) => {
        const { asked, answer } = answerTo(record, "sampling/createMessage");
        if (asked === undefined) return skip("the client did not declare sampling, or did not call the tool");
        if (answer === undefined) return skip("the client gave no answer");
        if (answer.message.error?.code === -32601) return skip("the client answers no sampling at all");
        judge("jsonrpc.invalid-params-error")
          .sent(asked.seen.message.text)
          .showing(asked.seen.seq, answer.seq)
          .that(answer.message.text)
          .is(where("error -32602", () => answer.message.error?.code === -32602));
      },
    );
  }),
];
