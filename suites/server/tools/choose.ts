import type { Reply } from "../../../simulators/client/peer.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { type Acceptance, result } from "../../kit/accept.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";

const FIXTURE_TOOL = /^(test|assay)_/;
const CONTENT_FIXTURES = [
  "test_simple_text",
  "test_image_content",
  "test_audio_content",
  "test_embedded_resource",
  "test_resource_link",
  "test_multiple_content_types",
];

/** Callable tools that an everyday server could have: a fixture's others change lists, break connections or ask back. */
export function ordinaryTools(target: Target): readonly ToolFacts[] {
  const isFixture = target.fixture("test_simple_text") !== undefined;
  return target.callable.filter(({ name }) => !(isFixture && FIXTURE_TOOL.test(name)));
}

/** The fixture's tools that answer with each kind of content. */
export function contentTools(target: Target): readonly ToolFacts[] {
  return CONTENT_FIXTURES.flatMap((name) => target.fixture(name) ?? []);
}

/** Whether a call came to its end and did what it was asked to. */
export function succeeded(reply: Reply): boolean {
  return (
    reply.kind === "result" && reply.result.isError !== true && (reply.result.resultType ?? "complete") === "complete"
  );
}

/** A result that reports the tool's failure. */
export function toolError(): Acceptance {
  return result("a result with isError true", ({ isError }) => isError === true);
}

/** A result that says in text what went wrong. */
export function toolErrorWithText(): Acceptance {
  return result(
    "a result with isError true and a message",
    ({ isError, content }) =>
      isError === true &&
      Array.isArray(content) &&
      content.some((block) => isObject(block) && typeof block.text === "string"),
  );
}

/** An interim result that asks for what is missing. */
export function asksForInput(): Acceptance {
  return result("a result that asks for input", ({ resultType }) => resultType === "input_required");
}
