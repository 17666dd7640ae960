import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";

/** What the client answers to a request of the server's. */
export type AppAnswer = JsonObject | { readonly error: { readonly code: number; readonly message: string } };

/** What the orders say to it, and what the client declared. */
export interface Told {
  readonly told: AppAnswer;
  readonly capabilities: JsonObject;
}

const BLOCKS = new Set(["text", "image", "audio", "tool_use", "tool_result"]);

/** The answer as it was told, unless the request asks for what the client did not declare or cannot be used. */
export function answerAsTold(kind: string, params: JsonObject, { told, capabilities }: Told): AppAnswer {
  const problem =
    kind === "elicitation"
      ? modeProblem(params, capabilities.elicitation)
      : kind === "sampling"
        ? samplingProblem(params, capabilities.sampling)
        : undefined;
  if (problem !== undefined) return { error: { code: -32602, message: `Invalid params: ${problem}` } };
  return kind === "elicitation" ? withDefaults(params, told) : told;
}

/** A form mode is declared by an empty capability, too (2025-11-25/client/elicitation#capabilities). */
function modeProblem({ mode = "form" }: JsonObject, declared: JsonValue | undefined): string | undefined {
  const modes = isObject(declared) ? Object.keys(declared) : [];
  const offered = modes.length === 0 ? ["form"] : modes;
  return offered.includes(String(mode)) ? undefined : `mode ${JSON.stringify(mode)} was not declared`;
}

function samplingProblem(params: JsonObject, declared: JsonValue | undefined): string | undefined {
  if (!Array.isArray(params.messages)) return "messages is no array";
  const tools = isObject(declared) && declared.tools !== undefined;
  if ((params.tools !== undefined || params.toolChoice !== undefined) && !tools)
    return "sampling.tools is not declared";
  let owed: readonly string[] = [];
  for (const message of list(params.messages)) {
    const blocks = isObject(message) && !Array.isArray(message.content) ? [message.content] : list(contentOf(message));
    const types = blocks.map((block) => (isObject(block) ? String(block.type) : ""));
    const odd = types.find((type) => !BLOCKS.has(type));
    if (odd !== undefined) return `content of type ${JSON.stringify(odd)}`;
    const results = blocks.filter((block) => isObject(block) && block.type === "tool_result") as readonly JsonObject[];
    if (results.length > 0 && results.length < blocks.length) return "tool results beside other content";
    const missing = owed.find((id) => !results.some(({ toolUseId }) => toolUseId === id));
    if (missing !== undefined) return `no tool result for ${missing}`;
    owed = blocks.flatMap((block) => (isObject(block) && block.type === "tool_use" ? [String(block.id)] : []));
  }
  return owed.length > 0 ? "tool results are missing" : undefined;
}

/** Fields that the user left as they were come back with the schema's defaults. */
function withDefaults(params: JsonObject, told: AppAnswer): AppAnswer {
  const { action, content } = told as JsonObject;
  if (action !== "accept" || !isObject(content)) return told;
  const schema = isObject(params.requestedSchema) ? params.requestedSchema : {};
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const defaults = fields.flatMap(([name, field]) =>
    isObject(field) && field.default !== undefined ? [[name, field.default] as const] : [],
  );
  return { ...(told as JsonObject), content: { ...Object.fromEntries(defaults), ...content } };
}

const contentOf = (message: JsonValue): JsonValue | undefined => (isObject(message) ? message.content : undefined);
const list = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
