import type { Action } from "../../simulators/client/app/orders.ts";
import type { JsonObject } from "../../simulators/wire/json.ts";
import { REVISIONS, since } from "../../simulators/wire/revisions.ts";
import { value } from "../kit/accept.ts";
import { editResults } from "../kit/client/answers.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const METHOD = "completion/complete";
const PROMPT: JsonObject = { type: "ref/prompt", name: "test_prompt_with_arguments" };
const RESOURCE: JsonObject = { type: "ref/resource", uri: "test://template/{id}/data" };
const CHOSEN: JsonObject = { arguments: { arg1: "paris" } };

const complete = (ref: JsonObject, name: string, typed: string, context?: JsonObject): Action => ({
  action: "complete",
  ref,
  argument: { name, value: typed },
  ...(context === undefined ? {} : { context }),
});

export const suites = [
  clientSuite("completion", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "arguments of a prompt and of a resource template are completed",
      [],
      { actions: [complete(PROMPT, "arg1", "par"), complete(RESOURCE, "id", "1")] },
      () => {},
    );

    scenario(
      "what was chosen before goes along with a completion",
      ["completion.context-arguments"],
      { revisions: since("2025-06-18"), actions: [complete(PROMPT, "arg2", "value-01", CHOSEN)] },
      ({ judge, record, ended, skip }) => {
        const outcome = ended(0);
        const asked = record
          .requests(METHOD)
          .find(({ params }) => (params.argument as JsonObject | undefined)?.value === "value-01");
        if (asked === undefined || !outcome.ok) return skip("the client could not complete the argument");
        judge("completion.context-arguments")
          .sent("a prompt of two arguments, the first chosen and the second to be completed")
          .showing(asked.seen.seq)
          .that(asked.params.context)
          .is(value(CHOSEN));
      },
    );

    scenario(
      "completions that lack their values do not end the client",
      ["completion.client-partial-results"],
      {
        actions: [
          complete(PROMPT, "arg1", "assay-before"),
          complete(PROMPT, "arg1", "assay-partial"),
          complete(PROMPT, "arg1", "assay-after"),
        ],
        stage: (stage) =>
          editResults(
            stage,
            ({ method, params }) =>
              method === METHOD && (params.argument as JsonObject | undefined)?.value === "assay-partial",
            (result) => ({ ...result, completion: {} }),
            { defect: "a completion without values" },
          ),
      },
      ({ judge, record, skip }) => {
        const [first, after] = [record.outcome(0), record.outcome(2)];
        if (first?.unsupported) return skip("the client has no API for completions");
        if (first?.ok !== true) return skip("the client could not ask for completions");
        judge("completion.client-partial-results")
          .sent('a result of completion/complete with "completion":{}, then an ordinary one')
          .that(after?.ok === true ? "the ordinary completion ended well" : "the ordinary completion did not end well")
          .is(value("the ordinary completion ended well"));
      },
    );
  }),
];
