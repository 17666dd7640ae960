import type { Conversation } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { eraOf, type Revision, since } from "../../simulators/wire/revisions.ts";
import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";

/** Members with a type of their own: what the schema's ServerCapabilities says, revision by revision. */
function problemsOf(capabilities: JsonObject, revision: Revision): readonly string[] {
  const objects = [
    "logging",
    "prompts",
    "resources",
    "tools",
    ...(since("2025-03-26").includes(revision) ? ["completions"] : []),
    ...(revision === "2025-11-25" ? ["tasks"] : []),
  ];
  const flags = ["prompts.listChanged", "resources.listChanged", "resources.subscribe", "tools.listChanged"];
  const notObjects = objects
    .filter((name) => capabilities[name] !== undefined && !isObject(capabilities[name]))
    .map((name) => `${name} is ${shown(capabilities[name])}, not an object`);
  const notFlags = flags.flatMap((path) => {
    const [name = "", flag = ""] = path.split(".");
    const owner = capabilities[name];
    const value = isObject(owner) ? owner[flag] : undefined;
    return value === undefined || typeof value === "boolean" ? [] : [`${path} is ${shown(value)}, not a boolean`];
  });
  return [...notObjects, ...notFlags];
}

const serverShape = monitor("capabilities.server-shape", (m) => {
  onDeclared(m, (capabilities, events) => {
    m.saw();
    const problems = problemsOf(capabilities, m.revision);
    if (problems.length > 0)
      m.fail(problems.join("; "), { accepted: ["capabilities of the types of ServerCapabilities"], events });
  });
});

const experimentalShape = monitor("capabilities.experimental-shape", (m) => {
  onDeclared(m, (capabilities, events) => {
    for (const name of ["experimental", "extensions"]) {
      const value = capabilities[name];
      if (value === undefined) continue;
      m.saw();
      if (!isObject(value)) m.fail(`${name} is ${shown(value)}`, { accepted: ["a map of names to objects"], events });
      else if (name === "experimental" && !Object.values(value).every(isObject))
        m.fail(`experimental is ${shown(value)}`, { accepted: ["a map of names to objects"], events });
    }
  });
});

const LABEL = /^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

function extensionMonitor(
  requirement: string,
  problemWith: (identifier: string, settings: JsonValue | undefined) => string | undefined,
  accepted: string,
) {
  return monitor(requirement, (m) => {
    onDeclared(m, ({ extensions }, events) => {
      for (const [identifier, settings] of Object.entries(isObject(extensions) ? extensions : {})) {
        m.saw();
        const problem = problemWith(identifier, settings);
        if (problem !== undefined) m.fail(problem, { accepted: [accepted], events });
      }
    });
  });
}

const identifierFormat = extensionMonitor(
  "capabilities.extension-identifier-format",
  (identifier) => {
    const slash = identifier.indexOf("/");
    const labels = slash < 0 ? [] : identifier.slice(0, slash).split(".");
    return labels.every((label) => LABEL.test(label)) && NAME.test(identifier.slice(slash + 1))
      ? undefined
      : `the extension ${JSON.stringify(identifier)}`;
  },
  "an identifier that follows the rules of `_meta` keys",
);

const identifierPrefix = extensionMonitor(
  "capabilities.extension-identifier-prefix",
  (identifier) => (identifier.indexOf("/") > 0 ? undefined : `the extension ${JSON.stringify(identifier)}`),
  "an identifier with a prefix: vendor/name",
);

const settingsObject = extensionMonitor(
  "capabilities.extension-settings-object",
  (identifier, settings) =>
    isObject(settings) ? undefined : `the settings of ${JSON.stringify(identifier)} are ${shown(settings)}`,
  "an object of settings",
);

/** What has to be declared before a server sends it: by the client, and by the server itself. */
const CLIENT_SIDE: Readonly<Record<string, string>> = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
};
const SERVER_SIDE: Readonly<Record<string, readonly [capability: string, flag?: string]>> = {
  "notifications/message": ["logging"],
  "notifications/tools/list_changed": ["tools", "listChanged"],
  "notifications/prompts/list_changed": ["prompts", "listChanged"],
  "notifications/resources/list_changed": ["resources", "listChanged"],
  "notifications/resources/updated": ["resources", "subscribe"],
};

function negotiatedOnly(requirement: string) {
  return monitor(requirement, (m) => {
    m.on("request", ({ seen, request, conversation }) => {
      const needed = CLIENT_SIDE[request.method];
      if (seen.from !== "target" || needed === undefined || conversation.client.capabilities === undefined) return;
      m.saw();
      if (conversation.client.capabilities[needed] === undefined)
        m.fail(`${request.method}, though the client did not declare ${needed}`, {
          accepted: ["only requests that the client's capabilities allow"],
          events: [seen.seq],
        });
    });
    m.on("notification", ({ seen, conversation }) => {
      const needed = SERVER_SIDE[seen.message.method ?? ""];
      if (seen.from !== "target" || needed === undefined || conversation.server.capabilities === undefined) return;
      m.saw();
      if (!declares(conversation, needed))
        m.fail(`${seen.message.method}, though the server did not declare ${needed.join(".")}`, {
          accepted: ["only notifications that the server's capabilities allow"],
          events: [seen.seq],
        });
    });
  });
}

const updatesNeedSubscribe = monitor("capabilities.updates-need-subscribe", (m) => {
  m.on("notification", ({ seen, conversation }) => {
    if (
      seen.from !== "target" ||
      seen.message.method !== "notifications/resources/updated" ||
      conversation.server.capabilities === undefined
    )
      return;
    m.saw();
    if (!declares(conversation, ["resources", "subscribe"]))
      m.fail("notifications/resources/updated, though the server did not declare resources.subscribe", {
        accepted: ["no such notification"],
        events: [seen.seq],
      });
  });
});

const samplingNeedsCapability = monitor("capabilities.sampling-needs-capability", (m) => {
  m.on("request", ({ seen, request, conversation }) => {
    if (
      seen.from !== "target" ||
      request.method !== "sampling/createMessage" ||
      conversation.client.capabilities === undefined
    )
      return;
    m.saw();
    if (conversation.client.capabilities.sampling === undefined)
      m.fail("sampling/createMessage, though the client did not declare sampling", {
        accepted: ["no such request"],
        events: [seen.seq],
      });
  });
});

/** Extensions are used only where both sides said so; the tasks extension is the one whose shapes are known. */
function extensionUnused(requirement: string) {
  return monitor(requirement, (m) => {
    m.on("response", ({ seen, request, conversation }) => {
      const extensions = conversation.server.capabilities?.extensions;
      if (
        seen.from !== "target" ||
        request?.method !== "tools/call" ||
        !isObject(extensions) ||
        !isObject(seen.message.result)
      )
        return;
      const meta = request.params._meta;
      const client = isObject(meta) ? meta["io.modelcontextprotocol/clientCapabilities"] : undefined;
      const theirs = isObject(client) ? client.extensions : undefined;
      if (isObject(theirs) && theirs["io.modelcontextprotocol/tasks"] !== undefined) return;
      m.saw();
      if (seen.message.result.resultType === "task")
        m.fail("a result of resultType task to a client that did not declare the tasks extension", {
          accepted: ["an ordinary result", "an error that names what is missing"],
          events: [request.seen.seq, seen.seq],
          outsideAllReadings: "the result has the shape of an extension that the client did not declare",
        });
    });
  });
}

function declares({ server }: Conversation, [capability, flag]: readonly [string, string?]): boolean {
  const declared = server.capabilities?.[capability];
  return flag === undefined ? declared !== undefined : isObject(declared) && declared[flag] === true;
}

function onDeclared(m: MonitorTools, take: (capabilities: JsonObject, events: readonly number[]) => void): void {
  const method = eraOf(m.revision) === "modern" ? "server/discover" : "initialize";
  m.on("response", ({ seen, request }) => {
    if (seen.from !== "target" || request?.method !== method || !isObject(seen.message.result)) return;
    const { capabilities } = seen.message.result;
    if (isObject(capabilities)) take(capabilities, [request.seen.seq, seen.seq]);
  });
}

function shown(value: unknown): string {
  return shorten(JSON.stringify(value) ?? "absent", 200);
}

export const monitors: readonly Monitor[] = [
  serverShape,
  experimentalShape,
  identifierFormat,
  identifierPrefix,
  settingsObject,
  negotiatedOnly("capabilities.negotiated-only-must"),
  negotiatedOnly("capabilities.negotiated-only-should"),
  updatesNeedSubscribe,
  samplingNeedsCapability,
  extensionUnused("capabilities.extension-both-sides"),
  extensionUnused("capabilities.extension-fallback"),
];
