import { isDeepStrictEqual } from "node:util";
import { said } from "../../simulators/server/world/results.ts";
import type { RequestInstance } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { MODERN } from "../../simulators/wire/revisions.ts";
import { value, where } from "../kit/accept.ts";
import { LIST_TOOLS } from "../kit/client/actions.ts";
import { editResults } from "../kit/client/answers.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import type { Stage } from "../kit/client/stage.ts";
import { toolGiving } from "../kit/client/tools.ts";

const ROUNDS = "assay_mrtr_rounds";
const PLAIN = "assay_mrtr_plain";
const ARGUMENTS: JsonObject = { note: " kept as it is ", list: [1, 2, { deep: null }] };
const KEYS = ["first key é", "second"] as const;
/** Looks like something to be read, and is none of the client's business. */
const STATE = ' {"user":"admin","exp":0}\u2028 eyJhbGciOiJub25lIn0.e30. \t';

const META = ["io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"];

const question = (key: string): JsonObject => ({
  [key]: {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: `assay-mrtr asks for ${key}`,
      requestedSchema: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
    },
  },
});

/** The tool asks twice: with a state the first time, without one the second. */
function asksTwice(stage: Stage): void {
  stage.tool(toolGiving(ROUNDS, said("enough")));
  stage.seams.rule(
    "openState",
    (original) => (text, key, expected) => (text === STATE ? {} : original(text, key, expected)),
  );
  editResults(
    stage,
    ({ method, params }) => method === "tools/call" && params.name === ROUNDS,
    (result, { params }) => {
      const answered = isObject(params.inputResponses) ? Object.keys(params.inputResponses) : [];
      if (answered.includes(KEYS[1])) return result;
      const asked = { resultType: "input_required", _meta: result._meta! };
      return answered.length > 0
        ? { ...asked, inputRequests: question(KEYS[1]) }
        : { ...asked, inputRequests: question(KEYS[0]), requestState: STATE };
    },
  );
}

/** What stays of params once the parts of a retry are taken away. */
function plain({ params }: RequestInstance): JsonObject {
  const { inputResponses: _responses, requestState: _state, _meta, ...rest } = params;
  return rest;
}

const responses = ({ params }: RequestInstance): JsonObject =>
  isObject(params.inputResponses) ? params.inputResponses : {};

/** An elicitation's result, bare: neither wrapped nor an envelope. */
function isElicitResult(answer: JsonValue | undefined): boolean {
  return isObject(answer) && ["accept", "decline", "cancel"].includes(String(answer.action));
}

export const suites = [
  clientSuite("mrtr", { revisions: MODERN }, (scenario) => {
    scenario(
      "a call that asks twice is sent again with what was asked for, once with the state and once without",
      [
        "mrtr.client-construct-inputs",
        "mrtr.client-echo-state",
        "mrtr.client-state-opaque",
        "mrtr.client-new-id",
        "mrtr.client-no-invented-state",
        "mrtr.client-response-keys",
        "mrtr.client-same-params",
        "mrtr.requests-carry-meta",
      ],
      {
        actions: [LIST_TOOLS, { action: "callTool", name: ROUNDS, arguments: ARGUMENTS }],
        capabilities: { elicitation: { form: {} } },
        answers: [
          { kind: "elicitation", match: "assay-mrtr", reply: { action: "accept", content: { answer: "yes" } } },
        ],
        stage: asksTwice,
      },
      ({ judge, record, ended, skip }) => {
        const [first, second, third] = record.calls(ROUNDS);
        if (first === undefined) return skip("the client did not call the tool");
        if (second === undefined) {
          ended(1);
          return skip("the client did not send the call again");
        }
        const about = (id: string, ...more: readonly RequestInstance[]) =>
          judge(id).showing(first.seen.seq, second.seen.seq, ...more.map(({ seen }) => seen.seq));
        about("mrtr.client-construct-inputs")
          .that(second.params.inputResponses)
          .is(where("inputResponses, an object", isObject));
        about("mrtr.client-echo-state").that(second.params.requestState).is(value(STATE));
        about("mrtr.client-state-opaque").that(second.params.requestState).is(value(STATE));
        about("mrtr.client-new-id")
          .that(second.rawId)
          .is(where("another id", (id: string) => id !== first.rawId));
        about("mrtr.client-response-keys")
          .that(responses(second))
          .is(
            where(
              `an ElicitResult under ${JSON.stringify(KEYS[0])} alone`,
              (seen: JsonObject) => isDeepStrictEqual(Object.keys(seen), [KEYS[0]]) && isElicitResult(seen[KEYS[0]]),
            ),
          );
        about("mrtr.client-same-params")
          .that(plain(second))
          .is(
            where(`params as before: ${JSON.stringify(plain(first))}`, (seen) => isDeepStrictEqual(seen, plain(first))),
          );
        about("mrtr.requests-carry-meta")
          .that(second.params._meta)
          .is(
            where(
              `_meta with ${META.join(" and ")}`,
              (meta: unknown) => isObject(meta) && META.every((key) => key in meta),
            ),
          );
        if (third === undefined) return;
        about("mrtr.client-no-invented-state", third).that(third.params.requestState).is(value(undefined));
      },
    );

    scenario(
      "what one call was asked for stays with that call",
      ["mrtr.client-scope-of-state"],
      {
        actions: [
          LIST_TOOLS,
          { action: "callTool", name: ROUNDS, arguments: ARGUMENTS, concurrent: true },
          { action: "callTool", name: PLAIN, arguments: {}, concurrent: true },
          { action: "sleep", ms: 300 },
          { action: "callTool", name: PLAIN, arguments: {} },
        ],
        alone: true,
        capabilities: { elicitation: { form: {} } },
        answers: [
          { kind: "elicitation", match: "assay-mrtr", reply: { action: "accept", content: { answer: "yes" } } },
        ],
        stage: (stage) => {
          asksTwice(stage);
          stage.tool(toolGiving(PLAIN, said("plain")));
        },
      },
      ({ judge, record, skip }) => {
        const others = record.calls(PLAIN);
        if (others.length === 0 || record.calls(ROUNDS).length < 2)
          return skip("the client did not make the calls side by side");
        judge("mrtr.client-scope-of-state")
          .showing(...others.map(({ seen }) => seen.seq))
          .that(others.map(({ params }) => Object.keys(params)))
          .is(
            where(
              "neither inputResponses nor requestState in calls of another tool",
              (keys: readonly (readonly string[])[]) =>
                keys.every((own) => !own.includes("inputResponses") && !own.includes("requestState")),
            ),
          );
      },
    );
  }),
];
