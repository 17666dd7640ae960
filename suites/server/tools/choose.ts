import type { Reply } from "../../../simulators/client/peer.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { type Revision, since } from "../../../simulators/wire/revisions.ts";
import { type Acceptance, result } from "../../kit/accept.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";

const FIXTURE_TOOL = /^(test|assay)_/;
/** A fixture's tool that no one minds to be called. */
const HARMLESS = "test_simple_text";
const CONTENT_FIXTURES: readonly { readonly name: string; readonly revisions: readonly Revision[] }[] = [
  { name: HARMLESS, revisions: since("2024-11-05") },
  { name: "test_image_content", revisions: since("2024-11-05") },
  { name: "test_embedded_resource", revisions: since("2024-11-05") },
  { name: "test_multiple_content_types", revisions: since("2024-11-05") },
  { name: "test_audio_content", revisions: since("2025-03-26") },
  { name: "test_resource_link", revisions: since("2025-06-18") },
];

/** Callable tools that an everyday server could have: a fixture's others change lists, break connections or ask back. */
export function ordinaryTools(target: Target): readonly ToolFacts[] {
  const harmless = target.fixture(HARMLESS);
  if (harmless === undefined) return target.callable;
  const ordinary = target.callable.filter(({ name }) => !FIXTURE_TOOL.test(name));
  return [...ordinary, harmless];
}

/** The fixture's tools that answer with each kind of content that the revision has. */
export function contentTools(target: Target, revision: Revision): readonly ToolFacts[] {
  return CONTENT_FIXTURES.filter(({ revisions }) => revisions.includes(revision)).flatMap(
    ({ name }) => target.fixture(name) ?? [],
  );
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
