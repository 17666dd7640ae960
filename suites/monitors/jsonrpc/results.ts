import type { RequestInstance, SeenMessage, Signal } from "../../../simulators/trace/context.ts";
import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { about, isObject, shown } from "./messages.ts";

/** The methods that may ask for input (2026-07-28/basic/patterns/mrtr#supported-requests). */
const MAY_ASK = new Set(["tools/call", "prompts/get", "resources/read"]);

/** What is asked for is in the params of these. */
const NEEDS_PARAMS = new Set<JsonValue | undefined>(["elicitation/create", "sampling/createMessage"]);

/** What a complete result cannot be without, by method (2026-07-28/schema). */
const FINAL: { readonly [method: string]: { readonly [member: string]: "array" | "object" } } = {
  "server/discover": { supportedVersions: "array", capabilities: "object" },
  "tools/list": { tools: "array" },
  "tools/call": { content: "array" },
  "resources/list": { resources: "array" },
  "resources/templates/list": { resourceTemplates: "array" },
  "resources/read": { contents: "array" },
  "prompts/list": { prompts: "array" },
  "prompts/get": { messages: "array" },
  "completion/complete": { completion: "object" },
};

/** What it may have, and of which type it then is. Cursors are judged by pagination.cursor-string. */
const OPTIONAL: { readonly [method: string]: { readonly [member: string]: "string" | "boolean" } } = {
  "server/discover": { instructions: "string" },
  "tools/call": { isError: "boolean" },
  "prompts/get": { description: "string" },
};

interface ModernResult {
  readonly seen: SeenMessage;
  readonly signal: Signal<"response">;
  readonly request: RequestInstance;
  readonly result: JsonObject;
}

/** Results to requests of the modern era; a server of both eras answers any other by the legacy rules. */
function onResult(m: MonitorTools, listener: (found: ModernResult) => void): void {
  m.on("response", (signal) => {
    const { seen, request } = signal;
    const { result } = seen.message;
    if (seen.from !== "target" || request === undefined || !isObject(result)) return;
    const meta = request.params._meta;
    if (isObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] === m.revision)
      listener({ seen, signal, request, result });
  });
}

export const resultTypePresent = monitor("jsonrpc.result-type-present", (m) => {
  onResult(m, ({ seen, signal, result }) => {
    m.saw();
    if (typeof result.resultType !== "string")
      m.fail(
        `resultType is ${result.resultType === undefined ? "absent" : JSON.stringify(result.resultType)}: ${shown(seen)}`,
        { accepted: ["a string as resultType"], ...about({ seen, signal }) },
      );
  });
});

export const resultTypeClosedSet = monitor("jsonrpc.result-type-closed-set", (m) => {
  onResult(m, ({ seen, signal, request, result }) => {
    // Where the client supports no extension, the server keeps to the core (basic/versioning#extension-negotiation).
    if (typeof result.resultType !== "string" || declaresExtensions(request)) return;
    m.saw();
    if (result.resultType === "complete" || result.resultType === "input_required") return;
    m.fail(`resultType ${JSON.stringify(result.resultType)}, and the client supports no extension: ${shown(seen)}`, {
      accepted: ['"complete"', '"input_required"'],
      ...about({ seen, signal }),
    });
  });
});

function declaresExtensions({ params }: RequestInstance): boolean {
  const declared = isObject(params._meta) ? params._meta["io.modelcontextprotocol/clientCapabilities"] : undefined;
  return ["extensions", "experimental"].some((member) => isObject(declared) && declared[member] !== undefined);
}

export const completeIsFinal = monitor("jsonrpc.result-type-complete-final", (m) => {
  onResult(m, ({ seen, signal, request, result }) => {
    const shape = FINAL[request.method];
    if (result.resultType !== "complete" || shape === undefined) return;
    m.saw();
    const lacking = Object.entries(shape).find(([member, type]) => typeOf(result[member]) !== type);
    if (lacking !== undefined)
      m.fail(
        `a complete result of ${request.method} whose ${lacking[0]} is ${typeOf(result[lacking[0]])}: ${shown(seen)}`,
        { accepted: [`${lacking[0]}: an ${lacking[1]}`, "another resultType"], ...about({ seen, signal }) },
      );
    for (const [member, type] of Object.entries(OPTIONAL[request.method] ?? {}))
      if (result[member] !== undefined && typeof result[member] !== type)
        m.fail(`a complete result of ${request.method} whose ${member} is ${typeOf(result[member])}: ${shown(seen)}`, {
          accepted: [`${member}: a ${type}, or no such member`],
          ...about({ seen, signal }),
        });
  });
});

export const inputRequiredShape = monitor("jsonrpc.result-type-input-required-shape", (m) => {
  onResult(m, ({ seen, signal, request, result }) => {
    if (result.resultType !== "input_required") return;
    m.saw();
    const problem = MAY_ASK.has(request.method) ? inputProblem(result) : `${request.method} cannot ask for input`;
    if (problem !== undefined)
      m.fail(`${problem}: ${shown(seen)}`, {
        accepted: ["an InputRequiredResult: inputRequests (an object of requests), requestState (a string), or both"],
        ...about({ seen, signal }),
      });
  });
});

function inputProblem({ inputRequests, requestState }: JsonObject): string | undefined {
  if (inputRequests === undefined && requestState === undefined) return "neither inputRequests nor requestState";
  if (requestState !== undefined && typeof requestState !== "string") return `requestState is ${typeOf(requestState)}`;
  if (inputRequests === undefined) return undefined;
  if (!isObject(inputRequests)) return `inputRequests is ${typeOf(inputRequests)}`;
  const wrong = Object.entries(inputRequests).find(
    ([, request]) => !isObject(request) || typeof request.method !== "string",
  );
  if (wrong !== undefined) return `inputRequests[${JSON.stringify(wrong[0])}] is no request with a method`;
  const bare = Object.entries(inputRequests).find(
    ([, request]) => isObject(request) && NEEDS_PARAMS.has(request.method) && !isObject(request.params),
  );
  return bare === undefined ? undefined : `inputRequests[${JSON.stringify(bare[0])}] has no params`;
}

function typeOf(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export const monitors: readonly Monitor[] = [
  resultTypePresent,
  resultTypeClosedSet,
  completeIsFinal,
  inputRequiredShape,
];
