import { said } from "../../../simulators/server/world/results.ts";
import type { Asked, Tool } from "../../../simulators/server/world/world.ts";
import { InputRequired } from "../../../simulators/server/world/world.ts";
import type { RequestInstance } from "../../../simulators/trace/context.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { where } from "../accept.ts";
import { editResults } from "./answers.ts";
import type { ClientRecord } from "./record.ts";
import type { ClientScenarioTools } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import { toolGiving } from "./tools.ts";

/** The key under which a modern result asks. */
const KEY = "asked";
/** ms that a legacy client has for its answer. */
const ANSWER_MS = 5_000;

/** What a client made of a request of the server's, whichever way its era has it asked. */
export interface Heard {
  /** It was asked: by a request, or by a result that requires input. */
  readonly asked: boolean;
  /** Its answer; in the modern era the bare result in the retry. */
  readonly answer: JsonObject | undefined;
  /** Legacy: the error that it answered with. */
  readonly error: { readonly code: number; readonly message: string } | undefined;
  /** What was sent to it, as text. */
  readonly sent: string;
  readonly events: readonly number[];
  /** What it did, in words. */
  readonly told: string;
}

/** A tool that asks the client for one thing, in the way of the era, and then says that it is done. */
export function asking(name: string, request: Asked): Tool {
  return toolGiving(name, ({ inputs }) =>
    inputs === undefined
      ? (new InputRequired({ [KEY]: request }, { answerMs: ANSWER_MS }) as unknown as JsonObject)
      : said("done"),
  );
}

/** The same without regard to what the client declared; such a server is one of its own (`alone`). */
export function askAnyway(stage: Stage, name: string, request: Asked): void {
  const { seams, revision } = stage;
  seams.rule("mayAsk", () => () => true);
  const modern = revision === "2026-07-28";
  stage.tool(modern ? toolGiving(name, said("done")) : asking(name, request));
  if (!modern) return;
  editResults(
    stage,
    ({ method, params }) => method === "tools/call" && params.name === name && params.inputResponses === undefined,
    ({ _meta }) => ({
      resultType: "input_required",
      inputRequests: { [KEY]: { method: request.method, params: request.params } },
      ...(_meta === undefined ? {} : { _meta }),
    }),
  );
}

/** What came of the request that a tool made; requests of one method are told apart by a part of their params. */
export function heardBy(
  record: ClientRecord,
  { tool, method, has = "" }: { readonly tool: string; readonly method: string; readonly has?: string },
): Heard {
  const request = record.asked(method).find(({ params }) => JSON.stringify(params).includes(has));
  if (request !== undefined) return ofRequest(record, request);
  const calls = record.calls(tool);
  const first = calls.find(
    ({ firstAnswer }) =>
      isObject(firstAnswer?.message.result) && firstAnswer.message.result.resultType === "input_required",
  );
  const retry = calls.find(({ params }) => isObject(params.inputResponses));
  const responses = retry?.params.inputResponses as JsonObject | undefined;
  const answer = responses?.[KEY];
  return {
    asked: first !== undefined,
    answer: isObject(answer) ? answer : undefined,
    error: undefined,
    sent: first?.firstAnswer?.message.text ?? "",
    events: [first?.firstAnswer?.seq, retry?.seen.seq].filter((seq) => seq !== undefined),
    told: retry === undefined ? "the call was not sent again" : `inputResponses ${JSON.stringify(responses)}`,
  };
}

/** The capabilities that the client declared: in initialize, or with its first request. */
export function declaredBy(record: ClientRecord): JsonObject {
  // A relay may try the connection with a handshake of its own first.
  const initialize = record.requests("initialize").at(-1);
  const meta = record.requests()[0]?.params._meta;
  const declared =
    initialize?.params.capabilities ??
    (isObject(meta) ? meta["io.modelcontextprotocol/clientCapabilities"] : undefined);
  return isObject(declared) ? declared : {};
}

/**
 * Judges that a client that answers a kind of request has declared its capability.
 * A client that refuses it, or leaves it, does not support it and owes no declaration.
 */
export function judgeDeclared(
  { judge, record, skip }: Pick<ClientScenarioTools, "judge" | "record" | "skip">,
  id: string,
  { tool, method, capability }: { readonly tool: string; readonly method: string; readonly capability: string },
): void {
  const { asked, answer, sent, events } = heardBy(record, { tool, method });
  if (!asked) skip("the client did not call the tool that asks for its input");
  if (answer === undefined) skip(`the client does not answer ${method}`);
  judge(id)
    .sent(sent)
    .showing(...events)
    .that(declaredBy(record))
    .is(
      where(
        `capabilities with ${capability}, from a client that answers ${method}`,
        (own: JsonObject) => capability in own,
      ),
    );
}

function ofRequest(record: ClientRecord, request: RequestInstance): Heard {
  const seen = record.responses().find((response) => response.request === request)?.seen;
  const { result, error, text } = seen?.message ?? {};
  return {
    asked: true,
    answer: isObject(result as JsonValue | undefined) ? (result as JsonObject) : undefined,
    error,
    sent: request.seen.message.text,
    events: [request.seen.seq, ...(seen === undefined ? [] : [seen.seq])],
    told: text ?? `no answer within ${ANSWER_MS} ms`,
  };
}
