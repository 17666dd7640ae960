import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import { eraOf, factsOf } from "../../simulators/wire/revisions.ts";
import type { Facts, Feature } from "./facts.ts";

/** Tells whether something holds of a run; undefined when the run cannot tell. */
export type Predicate = (facts: Facts) => boolean | undefined;

const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** Something that only shows when it happens: not seen is no proof that it is not there. */
const provoked =
  (feature: Feature): Predicate =>
  ({ uses }) =>
    uses.has(feature) || undefined;

/** Something that listings, results or headers show in full: not seen is not there. */
const visible =
  (feature: Feature): Predicate =>
  ({ uses }) =>
    uses.has(feature);

/** What no black box shows. */
const unknowable: Predicate = () => undefined;
const never: Predicate = () => false;

const server =
  (path: string): Predicate =>
  ({ serverCapabilities }) =>
    serverCapabilities && declares(serverCapabilities, path);

const client =
  (path: string): Predicate =>
  ({ clientCapabilities }) =>
    declares(clientCapabilities, path);

/** The named predicates of `when`, each one function of the facts of a run. */
export const PREDICATES: Readonly<Record<string, Predicate>> = {
  always: () => true,

  "server.tools": server("tools"),
  "server.tools.listChanged": server("tools.listChanged"),
  "server.prompts": server("prompts"),
  "server.prompts.listChanged": server("prompts.listChanged"),
  "server.resources": server("resources"),
  "server.resources.listChanged": server("resources.listChanged"),
  "server.resources.subscribe": server("resources.subscribe"),
  "server.logging": server("logging"),
  "server.completions": server("completions"),
  "server.tasks": server("tasks"),
  "server.tasks.cancel": server("tasks.cancel"),
  "server.tasks.list": server("tasks.list"),
  "server.tasks.requests.tools.call": server("tasks.requests.tools.call"),

  "client.roots": client("roots"),
  "client.roots.listChanged": client("roots.listChanged"),
  "client.sampling": client("sampling"),
  "client.sampling.tools": client("sampling.tools"),
  "client.elicitation": client("elicitation"),
  "client.elicitation.form": ({ clientCapabilities: { elicitation } }) =>
    isObject(elicitation) && ("form" in elicitation || !("url" in elicitation)),
  "client.elicitation.url": client("elicitation.url"),
  "client.tasks": client("tasks"),
  "client.tasks.cancel": client("tasks.cancel"),
  "client.tasks.list": client("tasks.list"),
  "client.tasks.requests.elicitation.create": client("tasks.requests.elicitation.create"),
  "client.tasks.requests.sampling.createMessage": client("tasks.requests.sampling.createMessage"),

  "extension.tasks": (facts) => {
    const declared = declaredByTarget(facts);
    return declared && extensionsOf(declared).includes(TASKS_EXTENSION);
  },
  "extension.negotiated": ({ serverCapabilities, clientCapabilities }) => {
    if (serverCapabilities === undefined) return undefined;
    const theirs = extensionsOf(clientCapabilities);
    return extensionsOf(serverCapabilities).some((name) => theirs.includes(name));
  },
  "target.extensions": (facts) => {
    const declared = declaredByTarget(facts);
    return declared && extensionsOf(declared).length > 0;
  },

  "server.modern-only": speaks("server", (eras) => !eras.includes("legacy")),
  "server.dual-era": speaks("server", (eras) => eras.includes("legacy") && eras.includes("modern")),
  "client.modern-only": speaks("client", (eras) => !eras.includes("legacy")),
  "client.dual-era": speaks("client", (eras) => eras.includes("legacy") && eras.includes("modern")),
  "server.before-version-header": ({ role, revisionsSupported }) =>
    role !== "server" || revisionsSupported.length === 0
      ? undefined
      : revisionsSupported.some((revision) => !factsOf(revision).versionHeader),

  "session.issued": ({ sessionIssued }) => sessionIssued,
  "http.event-ids": ({ eventIds }) => eventIds,
  "http.get-stream": ({ getStream }) => getStream,
  "transport.custom": never,

  "uses.completion": provoked("completion"),
  "uses.content": provoked("content"),
  "uses.early-close": provoked("early-close"),
  "uses.early-get-close": provoked("early-get-close"),
  "uses.elicitation": visible("elicitation"),
  "uses.file-resources": visible("file-resources"),
  "uses.icons": visible("icons"),
  "uses.input-required": provoked("input-required"),
  "uses.listen": provoked("listen"),
  "uses.log-level": provoked("log-level"),
  "uses.log-messages": visible("log-messages"),
  "uses.missing-capability": provoked("missing-capability"),
  "uses.progress": provoked("progress"),
  "uses.progress-token": provoked("progress-token"),
  "uses.prompts": visible("prompts"),
  "uses.resources": visible("resources"),
  "uses.roots": visible("roots"),
  "uses.sampling": visible("sampling"),
  "uses.schemas": visible("schemas"),
  "uses.server-requests": provoked("server-requests"),
  "uses.several-streams": provoked("several-streams"),
  "uses.target-pings": provoked("target-pings"),
  "uses.tasks": provoked("tasks"),
  "uses.tools": visible("tools"),
  "uses.x-mcp-header": visible("x-mcp-header"),

  "authorization.used": visible("authorization"),
  "authorization.metadata": visible("authorization-metadata"),
  "authorization.hierarchical-scopes": unknowable,
  "authorization.third-party": unknowable,
  "authorization.third-party-proxy": unknowable,
  "authorization-server.cimd": unknowable,

  "server.local": provoked("local-target"),
  "server.old-transport": visible("old-transport"),
  "server.one-time-operations": unknowable,
  "server.stores-elicitation-state": unknowable,
  "server.upstream": unknowable,
  "target.fetches-refs": unknowable,
  "target.sdk": unknowable,
  "target.intermediary": never,

  "client.aggregates": provoked("client-aggregates"),
  "client.caches": provoked("client-caches"),
  "client.cimd": provoked("client-cimd"),
  "client.completes": provoked("client-completes"),
  "client.dcr": provoked("client-dcr"),
  "client.fetches-icons": provoked("client-fetches-icons"),
  "client.interactive": provoked("client-interactive"),
  "client.old-transport": provoked("old-transport"),
  "client.polls": provoked("client-polls"),
  "client.refresh-tokens": provoked("client-refresh-tokens"),
  "client.renders-icons": provoked("client-renders-icons"),
};

function speaks(side: "server" | "client", test: (eras: readonly string[]) => boolean): Predicate {
  return ({ role, revisionsSupported }) =>
    role !== side || revisionsSupported.length === 0 ? undefined : test(revisionsSupported.map(eraOf));
}

function declaredByTarget(facts: Facts): JsonObject | undefined {
  return facts.role === "server" ? facts.serverCapabilities : facts.clientCapabilities;
}

/** A capability counts as declared when it is an object or `true`; its path is dotted. */
function declares(capabilities: JsonObject, path: string): boolean {
  let at: JsonValue | undefined = capabilities;
  for (const member of path.split(".")) at = isObject(at) && Object.hasOwn(at, member) ? at[member] : undefined;
  return at === true || isObject(at);
}

function extensionsOf(capabilities: JsonObject): readonly string[] {
  return isObject(capabilities.extensions) ? Object.keys(capabilities.extensions) : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
