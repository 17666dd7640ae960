import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { JsonValue } from "../../../simulators/wire/json.ts";
import { REVISIONS, since } from "../../../simulators/wire/revisions.ts";
import { error, refusal } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { ToolFacts } from "../../kit/target.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { walk } from "../pagination/walk.ts";
import { asksForInput, contentTools, ordinaryTools, succeeded, toolError, toolErrorWithText } from "./choose.ts";
import { violations } from "./violations.ts";

const MOST_CALLED = 12;
const MOST_VIOLATED = 4;
/** What the text of a fixture's failing tool says. */
const FAILURE = "intentionally returns an error";

export const calling: Suite = suite("tools", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "calls tools with valid arguments; results have the shape of the revision and fit the output schema",
    [
      "tools.call-result-shape",
      "tools.output-schema-conform",
      "tools.structured-content-object",
      "tools.structured-text-mirror",
      "tools.embedded-need-resources-capability",
    ],
    async ({ peer, target, skip }) => {
      const structured = (tool: ToolFacts) => Number(tool.definition.outputSchema !== undefined);
      const tools = [...ordinaryTools(target)]
        .sort((one, other) => structured(other) - structured(one))
        .slice(0, MOST_CALLED);
      const chosen = [...new Set([...tools, ...contentTools(target, peer.revision)])];
      if (chosen.length === 0) return skip(target.whyNotCallable);
      // Results are held against what this channel was told.
      await walk(peer, TOOLS);
      for (const tool of chosen) await call(peer, tool, tool.arguments());
      skip("no result of a tool that was called bore on this");
    },
  );

  scenario(
    "calls tools with arguments that their inputSchema forbids; each call is refused in one form or the other",
    ["tools.validate-inputs", "tools.input-validation-is-error", "tools.invalid-arguments-either-error"],
    async ({ peer, judge, target, random, skip }) => {
      let violated = 0;
      for (const tool of ordinaryTools(target)) {
        const wrong = violations(tool, random);
        if (wrong.length === 0) continue;
        if (violated === MOST_VIOLATED) break;
        violated += 1;
        const accepted = succeeded(await call(peer, tool, tool.arguments()));
        for (const { what, arguments: given } of wrong) {
          const reply = await call(peer, tool, given, what);
          const about = (id: string) =>
            judge(id).given(accepted, `${tool.name} did not succeed with valid arguments either`).that(reply);
          about("tools.validate-inputs").is(refusal(), toolError(), asksForInput());
          about("tools.input-validation-is-error").is(toolErrorWithText(), error(-32602), asksForInput());
          about("tools.invalid-arguments-either-error").is(toolError(), error());
        }
      }
      if (violated === 0)
        skip(
          ordinaryTools(target).length === 0
            ? target.whyNotCallable
            : "no callable tool has arguments that can be wrong",
        );
    },
  );

  scenario(
    "calls a tool that is not listed; it is answered with a JSON-RPC error",
    ["tools.unknown-tool-error"],
    async ({ peer, judge, target, random, skip }) => {
      if (target.capabilities.tools === undefined) return skip("the target declares no tools");
      const [known] = ordinaryTools(target);
      const control =
        known === undefined ? await peer.call(TOOLS.method, {}) : await call(peer, known, known.arguments());
      const reply = await peer.call(
        "tools/call",
        { name: `no_such_tool_${random.word(8)}`, arguments: {} },
        { defect: "a tool that is not listed" },
      );
      judge("tools.unknown-tool-error")
        .given(
          control.kind === "result",
          known === undefined
            ? "tools/list was not answered with a result"
            : `calling ${known.name} was not answered with a result`,
        )
        .that(reply)
        .is(error());
    },
  );

  scenario(
    "calls a listed tool with its name in the other case; it is not found",
    ["tools.name-case-sensitive"],
    async ({ peer, judge, target, skip }) => {
      const names = new Set(target.tools.map(({ name }) => name));
      const tool = ordinaryTools(target).find(({ name }) => !names.has(otherCase(name)) && otherCase(name) !== name);
      if (tool === undefined)
        return skip(target.callable.length === 0 ? target.whyNotCallable : "no callable tool has a name with letters");
      const accepted = succeeded(await call(peer, tool, tool.arguments()));
      const reply = await peer.call(
        "tools/call",
        { name: otherCase(tool.name), arguments: tool.arguments() },
        { defect: "the tool's name in the other case" },
      );
      judge("tools.name-case-sensitive")
        .given(accepted, `calling ${tool.name} did not succeed`)
        .that(reply)
        .is(refusal(), toolError());
    },
    { revisions: since("2025-11-25") },
  );

  scenario(
    "sends tools/call without a name, and with arguments that are no object; both give a JSON-RPC error",
    ["tools.malformed-call-error"],
    async ({ peer, judge, target, skip }) => {
      const [tool] = ordinaryTools(target);
      if (tool === undefined) return skip(target.whyNotCallable);
      const control = await call(peer, tool, tool.arguments());
      const about = (reply: Reply) =>
        judge("tools.malformed-call-error")
          .given(control.kind === "result", `calling ${tool.name} was not answered with a result`)
          .that(reply)
          .is(error());
      about(await peer.call("tools/call", { arguments: tool.arguments() }, { defect: "tools/call without a name" }));
      about(await call(peer, tool, ["assay"], "arguments that are an array"));
      about(await call(peer, tool, "assay", "arguments that are a string"));
    },
    { revisions: since("2025-11-25") },
  );

  scenario(
    "calls a fixture tool that fails; the failure comes as a result with isError true",
    ["tools.execution-error-in-result"],
    async ({ peer, judge, target, skip }) => {
      const tool = target.fixture("test_error_handling");
      if (tool === undefined) return skip("no tool of the target is known to fail; a conformance fixture's would be");
      const reply = await call(peer, tool, tool.arguments());
      // A fixture's tool of this name fails by definition; its text says so where isError does not.
      const told = reply.kind === "result" && JSON.stringify(reply.result.content ?? null).includes(FAILURE);
      const failed = reply.kind === "error" || !succeeded(reply) || told;
      judge("tools.execution-error-in-result").given(failed, `${tool.name} did not fail`).that(reply).is(toolError());
    },
  );
});

async function call(peer: Peer, tool: ToolFacts, given: JsonValue, defect?: string): Promise<Reply> {
  return peer.call("tools/call", { name: tool.name, arguments: given }, defect === undefined ? {} : { defect });
}

function otherCase(name: string): string {
  return [...name]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join("");
}
