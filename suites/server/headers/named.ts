import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";
import { headerAnnotationsIn } from "../../protocol/header-annotations.ts";
import { promptArgument } from "../prompt-argument.ts";

/** A request that the target is expected to serve and whose name or URI `Mcp-Name` mirrors. */
export interface NamedRequest {
  readonly method: "tools/call" | "prompts/get" | "resources/read";
  readonly params: JsonObject;
  /** What `Mcp-Name` stands for. */
  readonly name: string;
}

/** One request of each kind that the target offers. */
export function namedRequests(target: Target): readonly NamedRequest[] {
  const requests: NamedRequest[] = [];
  const tool = plainTool(target);
  if (tool)
    requests.push({ method: "tools/call", params: { name: tool.name, arguments: tool.arguments() }, name: tool.name });
  const prompt = target.prompts.find(({ name }) => typeof name === "string");
  if (prompt) {
    const name = prompt.name as string;
    requests.push({ method: "prompts/get", params: { name, arguments: promptArguments(prompt, target) }, name });
  }
  const uri = target.resources.find((resource) => typeof resource.uri === "string")?.uri as string | undefined;
  if (uri !== undefined) requests.push({ method: "resources/read", params: { uri }, name: uri });
  return requests;
}

/** A callable tool that mirrors nothing, where there is one. */
function plainTool(target: Target): ToolFacts | undefined {
  const plain = ({ definition }: ToolFacts) => headerAnnotationsIn(definition.inputSchema).length === 0;
  return target.fixture("test_simple_text") ?? target.callable.find(plain) ?? target.callable[0];
}

function promptArguments({ arguments: declared }: JsonObject, target: Target): JsonObject {
  if (!Array.isArray(declared)) return {};
  const required = (declared as readonly JsonValue[]).filter(isObject).filter((one) => one.required === true);
  return Object.fromEntries(required.map((argument) => [String(argument.name), promptArgument(argument, target)]));
}
