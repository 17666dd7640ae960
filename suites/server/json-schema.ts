import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { since } from "../../simulators/wire/revisions.ts";
import { refusal } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import type { ToolFacts } from "../kit/target.ts";
import { dialectOnly, forbiddenAnyway } from "./json-schema/dialect.ts";
import { asksForInput, succeeded, toolError } from "./tools/choose.ts";

const MOST_TOOLS = 4;
const MOST_GIVEN = 3;

const dialects = suite("json-schema", { revisions: since("2025-11-25") }, (scenario) => {
  scenario(
    "calls tools with arguments that only the dialect of their inputSchema forbids; they are refused",
    ["json-schema.default-dialect", "json-schema.validate-per-dialect"],
    async ({ peer, judge, target, skip }) => {
      const call = (tool: ToolFacts, given: JsonObject, defect?: string) =>
        peer.call("tools/call", { name: tool.name, arguments: given }, defect === undefined ? {} : { defect });
      let tools = 0;
      for (const tool of target.callable) {
        const { inputSchema } = tool.definition;
        if (!isObject(inputSchema) || tools === MOST_TOOLS) continue;
        const valid = tool.arguments();
        const wrong = dialectOnly(inputSchema, valid).slice(0, MOST_GIVEN);
        if (wrong.length === 0) continue;
        const [plainlyWrong] = forbiddenAnyway(inputSchema, valid);
        if (plainlyWrong === undefined) continue;
        tools += 1;
        const accepted = succeeded(await call(tool, valid));
        const refused = !succeeded(await call(tool, plainlyWrong, "arguments that the inputSchema forbids"));
        const declared = inputSchema.$schema !== undefined;
        for (const given of wrong) {
          const reply = await call(tool, given, "arguments that the dialect of the inputSchema forbids");
          judge(declared ? "json-schema.validate-per-dialect" : "json-schema.default-dialect")
            .given(accepted, `${tool.name} did not succeed with valid arguments either`)
            .given(refused, `${tool.name} does not refuse what its inputSchema forbids in any dialect either`)
            .that(reply)
            .is(refusal(), toolError(), asksForInput());
        }
      }
      skip(
        target.callable.length === 0
          ? target.whyNotCallable
          : "no callable tool has an inputSchema of this kind that allows other arguments in another dialect",
      );
    },
  );
});

export const suites: readonly Suite[] = [dialects];
