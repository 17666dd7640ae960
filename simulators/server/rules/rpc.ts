import type { JsonValue } from "../../wire/json.ts";
import { eraOf, factsOf, type Revision } from "../../wire/revisions.ts";
import type { Incoming, RequestFacts } from "../facts.ts";
import { methodOf, type Shape } from "../method-table.ts";
import { isLevel, META } from "../names.ts";
import { CODES, type Guard, isObject, refusal } from "./refusal.ts";

/** Guards of every message and of every request. */
export interface RpcRules {
  /** The text is JSON. */
  jsonReadable: Guard<Incoming>;
  /** It is a JSON-RPC 2.0 message. */
  envelope: Guard<Incoming>;
  /** Arrays come only where the revision has them. */
  batchAllowed: Guard<Incoming>;
  /** A request's id is a string or an integer. */
  requestId: Guard<Incoming>;

  /** Legacy: nothing but `initialize` and `ping` before the handshake. */
  handshakeFirst: Guard<RequestFacts>;
  /** Legacy: `initialize` comes once. */
  handshakeOnce: Guard<RequestFacts>;
  /** Legacy: `initialize` is never part of a batch. */
  handshakeAlone: Guard<RequestFacts>;

  /** Modern: a server of only this era names its versions to a legacy client. */
  legacyHandshake: Guard<RequestFacts>;
  /** Modern: `params._meta` is there. */
  metaPresent: Guard<RequestFacts>;
  /** Modern: it has the protocol version. */
  metaVersion: Guard<RequestFacts>;
  /** Modern: it has the client's capabilities. */
  metaCapabilities: Guard<RequestFacts>;
  /** Modern: the version is served. */
  versionSupported: Guard<RequestFacts>;
  /** Modern: a log level, where asked for, is one. */
  metaLogLevel: Guard<RequestFacts>;

  methodKnown: Guard<RequestFacts>;
  /** The method's capability is declared. */
  capabilityDeclared: Guard<RequestFacts>;
  /** `_meta` is an object. */
  metaShape: Guard<RequestFacts>;
  /** A progress token is a string or an integer. */
  progressTokenShape: Guard<RequestFacts>;
  /** The params have the members and types that the method requires. */
  paramsShape: Guard<RequestFacts>;
}

export const MESSAGE_ORDER = ["jsonReadable", "envelope", "batchAllowed", "requestId"] as const;
export const LEGACY_ORDER = [
  "handshakeAlone",
  "handshakeFirst",
  "handshakeOnce",
  "methodKnown",
  "capabilityDeclared",
  "metaShape",
  "progressTokenShape",
  "paramsShape",
] as const;
export const MODERN_ORDER = [
  "legacyHandshake",
  "metaPresent",
  "metaVersion",
  "metaCapabilities",
  "versionSupported",
  "methodKnown",
  "capabilityDeclared",
  "metaLogLevel",
  "progressTokenShape",
  "paramsShape",
] as const;

const invalidParams = (message: string) => refusal(CODES.invalidParams, message);

export const rpcRules: RpcRules = {
  jsonReadable: ({ message }) =>
    message.value === undefined ? refusal(CODES.parse, "the text is no JSON") : undefined,

  envelope: ({ message }) =>
    message.kind === "invalid"
      ? refusal(CODES.invalidRequest, `this is no JSON-RPC 2.0 message: ${message.problem}`)
      : undefined,

  batchAllowed: ({ message, channel }) =>
    message.kind !== "batch" || (channel.revision && factsOf(channel.revision).batches)
      ? undefined
      : refusal(CODES.invalidRequest, "one message was expected, not an array"),

  requestId: ({ message }) =>
    message.kind !== "request" || isId(idOf(message.value))
      ? undefined
      : refusal(CODES.invalidRequest, "a request id is a string or an integer"),

  handshakeFirst: ({ channel, method }) =>
    channel.phase !== "new" || method === "initialize" || method === "ping"
      ? undefined
      : refusal(CODES.invalidRequest, "send initialize before any other request"),

  handshakeOnce: ({ channel, method }) =>
    channel.phase !== "new" && method === "initialize"
      ? refusal(CODES.invalidRequest, "this session is initialized already")
      : undefined,

  handshakeAlone: ({ method, batched }) =>
    batched && method === "initialize"
      ? refusal(CODES.invalidRequest, "initialize is never part of a batch")
      : undefined,

  legacyHandshake: ({ method, meta, params, server }) => {
    if (method !== "initialize" || META.protocolVersion in meta) return undefined;
    const supported = modernOf(server.revisions);
    return refusal(
      CODES.unsupportedVersion,
      `Unsupported protocol version; this server supports ${supported.join(", ")}`,
      {
        data: { supported, requested: typeof params.protocolVersion === "string" ? params.protocolVersion : "" },
        status: 400,
      },
    );
  },

  metaPresent: ({ params }) =>
    isObject(params._meta)
      ? undefined
      : refusal(CODES.invalidParams, "params._meta with the protocol version and client capabilities is missing", {
          status: 400,
        }),

  metaVersion: ({ meta }) =>
    typeof meta[META.protocolVersion] === "string"
      ? undefined
      : refusal(CODES.invalidParams, `_meta lacks a string ${META.protocolVersion}`, { status: 400 }),

  metaCapabilities: ({ meta }) =>
    isObject(meta[META.clientCapabilities])
      ? undefined
      : refusal(CODES.invalidParams, `_meta lacks an object ${META.clientCapabilities}`, { status: 400 }),

  versionSupported: ({ meta, server }) => {
    const requested = meta[META.protocolVersion];
    const supported = modernOf(server.revisions);
    return supported.includes(requested as Revision)
      ? undefined
      : refusal(CODES.unsupportedVersion, "Unsupported protocol version", {
          data: { supported, requested: requested ?? null },
          status: 400,
        });
  },

  metaLogLevel: ({ meta }) =>
    META.logLevel in meta && !isLevel(meta[META.logLevel])
      ? invalidParams(`${META.logLevel} is no log level`)
      : undefined,

  methodKnown: ({ method, era }) =>
    methodOf(method)?.eras.includes(era)
      ? undefined
      : refusal(CODES.methodNotFound, `Method not found: ${printable(method)}`),

  capabilityDeclared: ({ method, revision, server }, rules) => {
    const capability = methodOf(method)?.capability;
    // The methods of 2024-11-05 outnumber its capabilities.
    if (capability === "completions" && revision === "2024-11-05") return undefined;
    return capability === undefined || capability in rules.declaredCapabilities(revision, server)
      ? undefined
      : refusal(CODES.methodNotFound, `Method not found: ${method} needs the ${capability} capability`);
  },

  metaShape: ({ params }) =>
    params._meta === undefined || isObject(params._meta) ? undefined : invalidParams("params._meta is no object"),

  progressTokenShape: ({ meta }) =>
    meta.progressToken === undefined || isId(meta.progressToken)
      ? undefined
      : invalidParams("progressToken is a string or an integer"),

  paramsShape: ({ method, params }) => {
    for (const [member, shape] of Object.entries(methodOf(method)?.params ?? {})) {
      const problem = misfit(params[member], shape);
      if (problem) return invalidParams(`params.${member} ${problem}`);
    }
    return undefined;
  },
};

export function modernOf(revisions: readonly Revision[]): readonly Revision[] {
  return revisions.filter((revision) => eraOf(revision) === "modern");
}

/** The parsed `id` of a message's value. */
export function idOf(value: JsonValue | undefined): JsonValue | undefined {
  return isObject(value) ? value.id : undefined;
}

export function isId(value: JsonValue | undefined): boolean {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}

function misfit(value: JsonValue | undefined, shape: Shape): string | undefined {
  const type = shape.replace("?", "");
  if (value === undefined) return shape.endsWith("?") ? undefined : "is missing";
  if (type === "strings")
    return isObject(value) && Object.values(value).every((one) => typeof one === "string")
      ? undefined
      : "maps names to strings";
  const fits = type === "object" ? isObject(value) : typeof value === type;
  return fits ? undefined : `is no ${type}`;
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
}
