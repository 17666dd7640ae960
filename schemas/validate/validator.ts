import { ref, union } from "../protocol/builder/build.ts";
import type { Side } from "../protocol/builder/methods.ts";
import type { Protocol } from "../protocol/builder/protocol.ts";
import { type Accepts, acceptsOf } from "./engine.ts";
import { explain } from "./explain.ts";
import { isObject, violation } from "./place.ts";
import type { Path, Violation } from "./violation.ts";

/** Who sent a message, and, for a response, the method of the request that it answers when that is known. */
export interface Sent {
  readonly from: Side;
  readonly requestMethod?: string;
}

export interface Validator {
  readonly protocol: Protocol;
  /** Whether a value is valid under a definition: the fast way. Throws when there is no such definition. */
  readonly accepts: (definition: string, value: unknown) => boolean;
  /** What a value breaks of a definition, at most `mostViolations`. Throws when there is no such definition. */
  readonly validate: (definition: string, value: unknown) => readonly Violation[];
  /** What one message breaks: of its envelope, and of what its method, or the method of its request, defines. */
  readonly validateMessage: (message: unknown, sent: Sent) => readonly Violation[];
}

export interface ValidatorOptions {
  readonly mostViolations?: number;
  /** Values of a definition that are looked at before it is compiled (default 0): compiling costs as much as some hundred looks. */
  readonly compiledAfter?: number;
}

/** A validator of one revision. Each definition is compiled when a value is first validated against it, or when that pays. */
export function createValidator(
  protocol: Protocol,
  { mostViolations = 20, compiledAfter = 0 }: ValidatorOptions = {},
): Validator {
  const { definitions, methods } = protocol;
  const accepts = compiledAfter === 0 ? acceptsOf(protocol) : acceptsLater(protocol, compiledAfter);

  const against = (names: readonly string[], value: unknown, path: Path): readonly Violation[] => {
    if (names.some((name) => accepts(name, value))) return [];
    const [name] = names as [string];
    const place = { definitions, definition: name, path, limit: mostViolations };
    const node = names.length === 1 ? ref(name) : union(...names.map((each) => ref(each)));
    const broken = explain(node, value, place);
    return broken.length > 0 ? broken : [violation(place, "anyOf", name, value)];
  };

  const validateMessage = (message: unknown, { from, requestMethod }: Sent): readonly Violation[] => {
    if (!isObject(message)) return against(["JSONRPCMessage"], message, []);
    if ("method" in message) {
      const method = methodOf(message["method"], from);
      const isRequest = "id" in message && method?.kind !== "notification";
      const envelope = against([isRequest ? "JSONRPCRequest" : "JSONRPCNotification"], message, []);
      if (method === undefined || (method.kind === "request") !== isRequest) return envelope;
      return distinct([...envelope, ...against([method.message], message, [])], mostViolations);
    }
    if ("error" in message) return against(errorDefinitions(message["error"]), message, []);
    const envelope = against([RESULT_RESPONSE in definitions ? RESULT_RESPONSE : "JSONRPCResponse"], message, []);
    const method = requestMethod === undefined ? undefined : methodOf(requestMethod, other(from));
    if (method?.kind !== "request" || !("result" in message)) return envelope;
    return distinct([...envelope, ...against(method.results, message["result"], ["result"])], mostViolations);
  };

  const methodOf = (name: unknown, from: Side) => {
    const method = typeof name === "string" && Object.hasOwn(methods, name) ? methods[name] : undefined;
    return method?.from.includes(from) ? method : undefined;
  };

  const errorDefinitions = (error: unknown): readonly string[] => {
    const code = isObject(error) ? protocol.errors?.[String(error["code"])] : undefined;
    return [code ?? (ERROR_RESPONSE in definitions ? ERROR_RESPONSE : "JSONRPCError")];
  };

  return { protocol, accepts, validate: (name, value) => against([name], value, []), validateMessage };
}

/** Looks at so many values of a definition as they are, and compiles it then. */
function acceptsLater(protocol: Protocol, after: number): Accepts {
  const { definitions } = protocol;
  const looks = new Map<string, number>();
  let compiled: Accepts | undefined;
  return (definition, value) => {
    const before = looks.get(definition) ?? 0;
    if (before === after) {
      compiled ??= acceptsOf(protocol);
      return compiled(definition, value);
    }
    looks.set(definition, before + 1);
    return explain(ref(definition), value, { definitions, definition, path: [], limit: 1 }).length === 0;
  };
}

/** The names since 2025-11-25; before, they were JSONRPCResponse and JSONRPCError. */
const RESULT_RESPONSE = "JSONRPCResultResponse";
const ERROR_RESPONSE = "JSONRPCErrorResponse";

function other(side: Side): Side {
  return side === "client" ? "server" : "client";
}

/** Each place and keyword once: a message is looked at as an envelope and as what its method defines. */
function distinct(violations: readonly Violation[], most: number): readonly Violation[] {
  const seen = new Map<string, Violation>();
  for (const each of violations) {
    const key = `${each.pointer} ${each.keyword}`;
    const known = seen.get(key);
    if (known === undefined || (known.requirement === undefined && each.requirement !== undefined)) seen.set(key, each);
  }
  return [...seen.values()].slice(0, most);
}
