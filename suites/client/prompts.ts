import type { JsonObject } from "../../simulators/wire/json.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const NAME = "test_prompt_with_arguments";
const ARGUMENTS: JsonObject = { arg1: "assay-one", arg2: "assay-two" };

export const suites = [
  clientSuite("prompts", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a prompt with required arguments is asked for with all of them",
      ["prompts.required-arguments"],
      {
        actions: [
          { action: "list", what: "prompts" },
          { action: "getPrompt", name: NAME, arguments: ARGUMENTS },
          { action: "getPrompt", name: "test_simple_prompt" },
        ],
      },
      ({ judge, record, skip }) => {
        const asked = record.requests("prompts/get").find(({ params }) => params.name === NAME);
        if (asked === undefined) return skip("the client did not ask for the prompt");
        judge("prompts.required-arguments")
          .sent(`prompt ${NAME} with the required arguments arg1 and arg2, for both of which the user gave a value`)
          .showing(asked.seen.seq)
          .that(asked.params.arguments)
          .is(
            where(`arguments with ${Object.keys(ARGUMENTS).join(" and ")}`, (given: JsonObject | undefined) =>
              Object.keys(ARGUMENTS).every((name) => given?.[name] !== undefined),
            ),
          );
      },
    );
  }),
];
