import type { Call, Peer, Reply } from "../../../simulators/client/peer.ts";
import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import { LEGACY, MODERN } from "../../../simulators/wire/revisions.ts";
import { both, error, refusal, result, status, where } from "../../kit/accept.ts";
import type { Declare, ScenarioTools } from "../../kit/scenario.ts";
import { ordinaryTools } from "../tools/choose.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const UNKNOWN = ["1900-01-01", "2099-12-31", "2027-02-30", "draft", "2026-07-28-assay"] as const;
/** Modern versions, those after this one included, are written as dates and so compare as text. */
const FIRST_MODERN = MODERN[0]!;

export function modernVersions(scenario: Declare): void {
  scenario(
    "a request of a version that no server knows is refused with -32022, its data naming what is supported",
    [
      "versioning.unsupported-version-32022",
      "versioning.unsupported-version-supported-list",
      "versioning.unsupported-version-requested",
    ],
    async ({ peer, judge, target, random }) => {
      const [tool] = ordinaryTools(target);
      const uri = target.resources.find((resource) => typeof resource.uri === "string")?.uri;
      const requests: readonly (readonly [method: string, params: JsonObject, versions: readonly string[]])[] = [
        ["server/discover", {}, UNKNOWN],
        ...(target.capabilities.tools === undefined ? [] : [["tools/list", {}, [random.pick(UNKNOWN)]] as const]),
        ...(tool === undefined
          ? []
          : [["tools/call", { name: tool.name, arguments: tool.arguments() }, [random.pick(UNKNOWN)]] as const]),
        ...(uri === undefined ? [] : [["resources/read", { uri }, [random.pick(UNKNOWN)]] as const]),
      ];
      for (const [method, params, versions] of requests) {
        const twin = await peer.call(method, params);
        for (const version of versions)
          judge("versioning.unsupported-version-32022")
            .given(twin.kind === "result", "the same request in the run's own version was not accepted")
            .that(await peer.call(method, params, { meta: { [VERSION]: version } }))
            .is(error(-32022));
      }
    },
  );

  scenario(
    "every modern version that the server lists is served",
    ["versioning.supported-versions-honoured"],
    async ({ peer, judge, skip }) => {
      const discovered = await peer.call("server/discover");
      const refused = await peer.call("server/discover", {}, { meta: { [VERSION]: "1900-01-01" } });
      const listed = [
        ...(discovered.kind === "result" ? strings(discovered.result.supportedVersions) : []),
        ...(refused.kind === "error" && isObject(refused.error.data) ? strings(refused.error.data.supported) : []),
      ];
      const modern = [...new Set(listed)].filter((version) => version >= FIRST_MODERN);
      if (modern.length === 0) skip("the server lists no modern version");
      for (const version of modern.slice(0, 10)) {
        const reply = await peer.call("server/discover", {}, { meta: { [VERSION]: version } });
        judge("versioning.supported-versions-honoured").that(reply).isNot(error(-32022));
      }
    },
  );

  scenario(
    "a deprecated feature that is declared still works: a request may ask for log messages",
    ["versioning.deprecated-still-functional"],
    async ({ peer, judge, target, skip }) => {
      if (target.capabilities.logging === undefined) skip("the server declares no deprecated feature");
      const twin = await peer.call("server/discover");
      const reply = await peer.call("server/discover", {}, { logLevel: "debug" });
      judge("versioning.deprecated-still-functional")
        .given(twin.kind === "result", "the same request without a log level was not accepted")
        .that(reply)
        .is(result());
    },
  );

  scenario(
    "a server of both eras serves a modern request without any handshake",
    ["versioning.dual-server-serves-modern"],
    async ({ peer, judge, target, skip }) => {
      if (!LEGACY.some((revision) => target.revisions.includes(revision))) skip("the server speaks no legacy revision");
      const method = target.capabilities.tools === undefined ? "server/discover" : "tools/list";
      judge("versioning.dual-server-serves-modern")
        .that(await peer.call(method))
        .is(result("a result with resultType", ({ resultType }) => typeof resultType === "string"));
    },
  );

  scenario(
    "a legacy initialize on a connection of its own: a modern server refuses it and names its versions, one of both eras goes on in legacy ways",
    [
      "versioning.initialize-rejected-stdio",
      "versioning.initialize-rejected-http",
      "versioning.initialize-error-names-versions",
      "versioning.dual-server-initialize-selects-legacy",
      "versioning.unsupported-version-32022",
    ],
    async (tools) => {
      const { peer, target } = tools;
      const legacy = LEGACY.filter((revision) => target.revisions.includes(revision));
      const reply = await callLegacy(peer, "initialize", {
        protocolVersion: legacy.at(-1) ?? LEGACY.at(-1)!,
        capabilities: {},
        clientInfo: { name: "assay-legacy-client", version: "1.0.0" },
      });
      // Which of the two it is shows here, whatever else the run has tried: a server may serve both eras.
      const agreed = reply.kind === "result" ? reply.result.protocolVersion : undefined;
      if ((LEGACY as readonly unknown[]).includes(agreed)) await judgeDualEra(tools, reply, legacy.length > 0);
      else if (legacy.length === 0) {
        judgeModernOnly(tools, reply);
        await judgeLegacyVersion(tools, reply);
      }
    },
    { isolation: "fresh" },
  );
}

function judgeModernOnly({ peer, judge }: ScenarioTools, reply: Reply): void {
  if (peer.transport === "stdio") {
    const rejected = judge("versioning.initialize-rejected-stdio");
    if (reply.kind === "none" && reply.why === "deadline")
      rejected
        .timed()
        .sent(reply.sent.text, reply.sent.reproduce)
        .fail(`no answer (${reply.note})`, ["a JSON-RPC error"]);
    else rejected.that(reply).is(error());
  } else
    judge("versioning.initialize-rejected-http")
      .that(reply)
      .is(both(refusal(), status(400)));
  if (reply.kind === "error")
    judge("versioning.initialize-error-names-versions")
      .that(reply)
      .is(
        where(
          "an error whose message or data names a version such as 2026-07-28",
          (seen: Reply) =>
            seen.kind === "error" && MODERN.some((revision) => JSON.stringify(seen.error).includes(revision)),
        ),
      );
}

/** A version that the server knows of, or may, and does not serve: initialize was refused, and no list names it. */
async function judgeLegacyVersion({ peer, judge }: ScenarioTools, initialize: Reply): Promise<void> {
  if (initialize.kind !== "error") return;
  const discovered = await peer.call("server/discover");
  const refused = await peer.call("server/discover", {}, { meta: { [VERSION]: UNKNOWN[0] } });
  if (discovered.kind !== "result" || refused.kind !== "error") return;
  const listed = `${JSON.stringify(discovered.result.supportedVersions)} ${JSON.stringify(refused.error.data)}`;
  for (const version of LEGACY.slice(-2).filter((one) => !listed.includes(one)))
    judge("versioning.unsupported-version-32022")
      .given(refused.error.code === -32022, "a version that nobody defined is not refused either")
      .that(await peer.call("server/discover", {}, { meta: { [VERSION]: version } }))
      .is(error(-32022));
}

async function judgeDualEra(tools: ScenarioTools, reply: Reply, known: boolean): Promise<void> {
  const { peer, judge, target, skip } = tools;
  if (reply.kind !== "result") return;
  if (peer.http !== undefined && reply.http === undefined)
    skip("the answer to initialize is still open, its session unknown");
  const session = reply.http?.header("mcp-session-id");
  const headers = {
    ...NO_MODERN_HEADERS,
    "MCP-Protocol-Version": String(reply.result.protocolVersion),
    ...(session === undefined ? {} : { "Mcp-Session-Id": session }),
  };
  await peer.notify("notifications/initialized", undefined, { headers });
  const [tool] = ordinaryTools(target);
  const requests: readonly (readonly [method: string, params: JsonObject])[] = [
    ["ping", {}],
    ...(target.capabilities.tools === undefined ? [] : [["tools/list", {}] as const]),
    ...(tool === undefined ? [] : [["tools/call", { name: tool.name, arguments: tool.arguments() }] as const]),
  ];
  for (const [method, params] of requests) {
    const served = await callLegacy(peer, method, params, headers);
    // One that grants initialize and then serves nothing without `_meta` is no server of both eras.
    if (served.kind !== "result" && !known) return judgeModernOnly(tools, reply);
    judge("versioning.dual-server-initialize-selects-legacy")
      .that(served)
      .is(result("a legacy result, without resultType", ({ resultType }) => resultType === undefined));
  }
}

const NO_MODERN_HEADERS = { "MCP-Protocol-Version": undefined, "Mcp-Method": undefined, "Mcp-Name": undefined };

/** A request as a client of the legacy era sends it: no `_meta`, no headers of the modern era. */
function callLegacy(
  peer: Peer,
  method: string,
  params: JsonObject,
  headers: { readonly [name: string]: string | undefined } = NO_MODERN_HEADERS,
): Call {
  const meta = Object.fromEntries(Object.keys(peer.meta).map((key) => [key, undefined]));
  return peer.call(method, params, { meta, headers, defect: "a request of the legacy era" });
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
