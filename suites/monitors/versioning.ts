import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { type Revision, since } from "../../simulators/wire/revisions.ts";
import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";

const echoesSupported = monitor("versioning.server-echoes-supported", (m) => {
  m.on("response", ({ seen, request }) => {
    if (seen.from !== "target" || request?.method !== "initialize" || !isObject(seen.message.result)) return;
    // That it supports the run's own revision is known: the run began with a session in it.
    if (request.params.protocolVersion !== m.revision) return;
    m.saw();
    const { protocolVersion } = seen.message.result;
    if (protocolVersion !== m.revision)
      m.fail(
        `protocolVersion ${JSON.stringify(protocolVersion)}, though another session was granted ${JSON.stringify(m.revision)}`,
        {
          accepted: [`protocolVersion ${JSON.stringify(m.revision)}, as requested`],
          events: [request.seen.seq, seen.seq],
        },
      );
  });
});

const supportedList = monitor("versioning.unsupported-version-supported-list", (m) => {
  // A version that has been served is supported.
  let served = false;
  m.on("response", ({ seen, request }) => {
    if (seen.from !== "target" || request === undefined || !isObject(seen.message.result)) return;
    served ||= versionOf(request.params) === m.revision && seen.message.result.resultType !== undefined;
  });
  onVersionError(m, ({ data, requested, events }) => {
    m.saw();
    const supported = isObject(data) ? data.supported : undefined;
    const strings =
      Array.isArray(supported) && supported.length > 0 && supported.every((version) => typeof version === "string");
    const accepted = ["data.supported: the versions that the server supports, an array of strings with at least one"];
    if (!strings) m.fail(`data is ${shown(data)}`, { accepted, events });
    else if (requested !== undefined && supported.includes(requested))
      m.fail(`data.supported ${shown(supported)} lists the very version refused`, { accepted, events });
    else if (served && !supported.includes(m.revision))
      m.fail(`data.supported ${shown(supported)} lacks ${m.revision}, which was served`, { accepted, events });
  });
});

const requestedEchoed = monitor("versioning.unsupported-version-requested", (m) => {
  onVersionError(m, ({ data, requested, events }) => {
    if (requested === undefined) return;
    m.saw();
    if (!isObject(data) || data.requested !== requested)
      m.fail(`data is ${shown(data)}`, {
        accepted: [`data.requested ${JSON.stringify(requested)}, the version sent`],
        events,
      });
  });
});

/** Methods by the revision that brought them. */
const NEW_METHODS: readonly (readonly [method: string, first: Revision])[] = [
  ["elicitation/create", "2025-06-18"],
  ["notifications/elicitation/complete", "2025-11-25"],
  ["notifications/tasks/status", "2025-11-25"],
  ["tasks/get", "2025-11-25"],
  ["tasks/result", "2025-11-25"],
  ["tasks/list", "2025-11-25"],
  ["tasks/cancel", "2025-11-25"],
  ["notifications/subscriptions/acknowledged", "2026-07-28"],
  ["server/discover", "2026-07-28"],
  ["subscriptions/listen", "2026-07-28"],
];
/** Kinds of content block, likewise. */
const NEW_BLOCKS: readonly (readonly [type: string, first: Revision])[] = [
  ["audio", "2025-03-26"],
  ["resource_link", "2025-06-18"],
];

/**
 * What the agreed revision does not know and a later one does: methods, content blocks and kinds of result, whose sets are
 * closed. Members are open in every revision, so that a newer one does no harm and is not judged.
 */
function negotiatedVersion(requirement: string) {
  return monitor(
    requirement,
    (m) => {
      const tooNew = (first: Revision) => !since(first).includes(m.revision);
      const named = (list: readonly (readonly [string, Revision])[], name: JsonValue | undefined) =>
        list.find(([known, first]) => known === name && tooNew(first));
      const accepted = [`only what ${m.revision} defines`];
      const spoken = (method: string | undefined, seq: number) => {
        m.saw();
        const found = named(NEW_METHODS, method);
        if (found !== undefined) m.fail(`${found[0]}, which came with ${found[1]}`, { accepted, events: [seq] });
      };
      m.on("request", ({ seen, request, conversation }) => {
        if (seen.from !== "target" || conversation.agreed !== m.revision) return;
        spoken(request.method, seen.seq);
        if (request.method === "elicitation/create" && request.params.mode === "url" && tooNew("2025-11-25"))
          m.fail("elicitation/create in mode url, which came with 2025-11-25", { accepted, events: [seen.seq] });
      });
      m.on("notification", ({ seen, conversation }) => {
        if (seen.from === "target" && conversation.agreed === m.revision) spoken(seen.message.method, seen.seq);
      });
      m.on("response", ({ seen, request, conversation }) => {
        if (
          seen.from !== "target" ||
          request === undefined ||
          conversation.agreed !== m.revision ||
          !isObject(seen.message.result)
        )
          return;
        const { result } = seen.message;
        if (!["tools/call", "prompts/get", "resources/read"].includes(request.method)) return;
        m.saw();
        const events = [request.seen.seq, seen.seq];
        for (const type of blockTypes(result)) {
          const found = named(NEW_BLOCKS, type);
          if (found !== undefined)
            m.fail(`a content block of type ${found[0]}, which came with ${found[1]}`, { accepted, events });
        }
        if (result.resultType === "input_required")
          m.fail("a result of resultType input_required, which came with 2026-07-28", { accepted, events });
      });
    },
    { judges: "both" },
  );
}

function blockTypes(result: JsonObject): readonly (JsonValue | undefined)[] {
  const messages = Array.isArray(result.messages)
    ? result.messages.flatMap((message) => (isObject(message) ? [message.content] : []))
    : [];
  const content = Array.isArray(result.content) ? result.content : [];
  return [...content, ...messages.flat()].flatMap((block) => (isObject(block) ? [block.type] : []));
}

interface VersionError {
  readonly data: JsonValue | undefined;
  /** The version in the request's `_meta`. */
  readonly requested: string | undefined;
  readonly events: readonly number[];
}

function onVersionError(m: MonitorTools, take: (error: VersionError) => void): void {
  m.on("response", ({ seen, request }) => {
    const { error } = seen.message;
    if (seen.from !== "target" || error?.code !== -32022 || request === undefined) return;
    take({ data: error.data, requested: versionOf(request.params), events: [request.seen.seq, seen.seq] });
  });
}

function versionOf({ _meta: meta }: JsonObject): string | undefined {
  const version = isObject(meta) ? meta[VERSION] : undefined;
  return typeof version === "string" ? version : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : shorten(JSON.stringify(value), 200);
}

export const monitors: readonly Monitor[] = [
  echoesSupported,
  supportedList,
  requestedEchoed,
  negotiatedVersion("versioning.negotiated-version-must"),
  negotiatedVersion("versioning.negotiated-version-should"),
];
