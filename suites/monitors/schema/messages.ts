import type { Side } from "../../../schemas/protocol/builder/methods.ts";
import type { Protocol } from "../../../schemas/protocol/builder/protocol.ts";
import type { Validator } from "../../../schemas/validate/validator.ts";
import type { SeenMessage } from "../../../simulators/trace/context.ts";
import type { JsonValue } from "../../../simulators/wire/json.ts";

/** A value within a message, and the definition that it is held against. */
export interface Part {
  readonly definition: string;
  readonly value: JsonValue | undefined;
}

/** What a message holds beside its envelope: as its method, or the method of the request that it answers, defines it. */
export function partOf(
  { message: { kind, method, result, value } }: SeenMessage,
  { from, requestMethod, validator }: { from: Side; requestMethod: string | undefined; validator: Validator },
): Part | undefined {
  const { protocol } = validator;
  if (kind === "request" || kind === "notification") {
    const known = methodOf(protocol, method, from);
    return known?.kind === kind ? { definition: known.message, value } : undefined;
  }
  if (kind !== "result") return undefined;
  const asked = methodOf(protocol, requestMethod, from === "client" ? "server" : "client");
  if (asked?.kind !== "request") return undefined;
  const definition = asked.results.find((name) => validator.accepts(name, result)) ?? asked.results[0]!;
  return { definition, value: result };
}

function methodOf({ methods }: Protocol, name: string | undefined, from: Side) {
  const method = name !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method?.from.includes(from) ? method : undefined;
}
