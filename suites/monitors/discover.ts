import type { RequestInstance } from "../../simulators/trace/context.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";

/** What a server without the method answers, or one that finds fault with a request that has none. */
const REFUSALS: readonly unknown[] = [-32600, -32601, -32602];

const implemented = monitor("discover.implemented", (m) => {
  m.on("response", ({ seen, request }) => {
    if (seen.from !== "target" || !isDiscover(request, m)) return;
    m.saw();
    // Members of `_meta` that are not due are judged by rules of their own, and so is the lack of one that is.
    const odd = Object.keys(request.params._meta as JsonObject).length !== 3;
    if (REFUSALS.includes(seen.message.error?.code) && !(odd && seen.message.error?.code !== -32601))
      m.fail(shorten(seen.message.text, 300), { accepted: ["a DiscoverResult"], events: [request.seen.seq, seen.seq] });
  });
});

const supportedVersions = monitor("discover.supported-versions", (m) => {
  onDiscoverResult(m, ({ supportedVersions: versions }, events) => {
    m.saw();
    const strings = Array.isArray(versions) && versions.every((version) => typeof version === "string");
    const accepted = [
      `an array of strings with ${JSON.stringify(m.revision)}, the version of the request just served, among them`,
    ];
    if (!strings) m.fail(`supportedVersions is ${shown(versions)}`, { accepted, events });
    else if (!versions.includes(m.revision))
      m.fail(`supportedVersions is ${shown(versions)}, though a request of ${m.revision} was served`, {
        accepted,
        events,
      });
  });
});

function onDiscoverResult(m: MonitorTools, take: (result: JsonObject, events: readonly number[]) => void): void {
  m.on("response", ({ seen, request }) => {
    if (seen.from === "target" && isDiscover(request, m) && isObject(seen.message.result))
      take(seen.message.result, [request.seen.seq, seen.seq]);
  });
}

/** A discovery in the run's own version; in another the answer is another rule's. */
function isDiscover(request: RequestInstance | undefined, m: MonitorTools): request is RequestInstance {
  if (request?.method !== "server/discover") return false;
  const { _meta: meta } = request.params;
  return isObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] === m.revision;
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : shorten(JSON.stringify(value), 200);
}

/** A client goes on under a version that the discovery listed. */
function usesListed(requirement: string): Monitor {
  return monitor(
    requirement,
    (m) => {
      const listed = new Map<string, { readonly versions: readonly unknown[]; readonly seq: number }>();
      m.on("response", ({ seen, request, conversation: { channel } }) => {
        if (seen.from !== "peer" || request?.method !== "server/discover" || !isObject(seen.message.result)) return;
        const { supportedVersions: versions } = seen.message.result;
        if (Array.isArray(versions)) listed.set(channel, { versions, seq: seen.seq });
      });
      m.on("request", ({ seen, request: { method, params }, conversation: { channel } }) => {
        const known = listed.get(channel);
        const version = isObject(params._meta) ? params._meta["io.modelcontextprotocol/protocolVersion"] : undefined;
        if (seen.from !== "target" || known === undefined || version === undefined || method === "server/discover")
          return;
        m.saw();
        if (!known.versions.includes(version))
          m.fail(`${method} under ${shown(version)}, though supportedVersions was ${shown(known.versions)}`, {
            accepted: known.versions.map((one) => `_meta with version ${shown(one)}`),
            events: [known.seq, seen.seq],
          });
      });
    },
    { judges: "client" },
  );
}

export const monitors: readonly Monitor[] = [
  implemented,
  supportedVersions,
  usesListed("discover.client-uses-listed-version"),
  usesListed("versioning.stdio-probe-uses-supported-version"),
];
