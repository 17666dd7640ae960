import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { LEGACY, MODERN } from "../../../simulators/wire/revisions.ts";
import { both, error, result, status } from "../../kit/accept.ts";
import type { Declare, ScenarioTools } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";

const KEY = "io.modelcontextprotocol";
const HEADER_MISMATCH = -32020;

/** The keys that every request of the modern era needs, and the one that it may leave out. */
export function requiredKeys(scenario: Declare): void {
  scenario(
    "a request without `_meta`, or without one of its required keys, is refused with -32602",
    [
      "meta.server-rejects-missing-meta",
      "meta.server-rejects-missing-protocol-version",
      "meta.server-rejects-missing-capabilities",
      "meta.malformed-request-http-400",
    ],
    async (tools) => {
      const { peer } = tools;
      // Until a request other than server/discover came, a server of both eras may take one without `_meta` for the
      // first of a legacy client, and speak legacy on this connection for good.
      await peer.call("tools/list");
      const twin = await peer.call("server/discover");
      const accepted = twin.kind === "result";
      const message = { jsonrpc: "2.0", method: "server/discover" };
      refused(tools, accepted, {
        requirement: "meta.server-rejects-missing-meta",
        facet: "params",
        reply: await malformed(peer, message, "a request without params"),
      });
      refused(tools, accepted, {
        requirement: "meta.server-rejects-missing-meta",
        facet: "params._meta",
        reply: await malformed(peer, { ...message, params: {} }, "a request without params._meta"),
      });
      refused(tools, accepted, {
        requirement: "meta.server-rejects-missing-protocol-version",
        reply: await peer.call("server/discover", {}, without("protocolVersion")),
      });
      refused(tools, accepted, {
        requirement: "meta.server-rejects-missing-capabilities",
        reply: await peer.call("server/discover", {}, without("clientCapabilities")),
      });
      await othersRefused(tools);
    },
    { revisions: MODERN },
  );

  scenario(
    "a request without clientInfo is served",
    ["meta.client-info-optional-for-server"],
    async ({ peer, judge, target }) => {
      for (const { method, params } of [{ method: "server/discover", params: {} }, ...ordinary(target)]) {
        const twin = await peer.call(method, params);
        judge("meta.client-info-optional-for-server")
          .given(twin.kind === "result", "the same request with clientInfo was not accepted")
          .that(await peer.call(method, params, { meta: { [`${KEY}/clientInfo`]: undefined } }))
          .is(result());
      }
    },
    { revisions: MODERN },
  );
}

/** Requests other than server/discover, which a server may look at with other eyes. */
function ordinary({
  capabilities,
  callable,
}: Target): readonly { readonly method: string; readonly params: JsonObject }[] {
  const kind = ["tools", "resources", "prompts"].find((name) => capabilities[name] !== undefined);
  const tool = callable.find(({ readOnly }) => readOnly);
  return [
    ...(kind === undefined ? [] : [{ method: `${kind}/list`, params: {} }]),
    ...(tool === undefined ? [] : [{ method: "tools/call", params: { name: tool.name, arguments: tool.arguments() } }]),
  ];
}

async function othersRefused(tools: ScenarioTools): Promise<void> {
  const { peer, target } = tools;
  for (const { method, params } of ordinary(target)) {
    const accepted = (await peer.call(method, params)).kind === "result";
    refused(tools, accepted, {
      requirement: "meta.server-rejects-missing-capabilities",
      reply: await peer.call(method, params, without("clientCapabilities")),
    });
    // A server of both eras may take a request of both eras that names no version for a legacy one, and serve it.
    if (LEGACY.some((revision) => target.revisions.includes(revision))) continue;
    refused(tools, accepted, {
      requirement: "meta.server-rejects-missing-protocol-version",
      reply: await peer.call(method, params, without("protocolVersion")),
    });
  }
}

interface Refused {
  readonly requirement: string;
  readonly facet?: string;
  readonly reply: Reply;
}

function refused(
  { peer, judge, target }: ScenarioTools,
  accepted: boolean,
  { requirement, facet, reply }: Refused,
): void {
  const because = "the same request with all of its `_meta` was not accepted";
  const question = judge(requirement, facet).given(accepted, because);
  const namesVersion = requirement !== "meta.server-rejects-missing-capabilities";
  const dualEra = LEGACY.some((revision) => target.revisions.includes(revision));
  if (
    namesVersion &&
    dualEra &&
    reply.kind === "error" &&
    reply.error.code !== -32602 &&
    reply.error.code !== HEADER_MISMATCH
  )
    question.inconclusive(
      "a server of both eras may take a request that names no version for a legacy one, and refuse it as such",
    );
  else if (namesVersion && peer.http !== undefined)
    // No rule says which comes first: the header that the body does not match, or the body that lacks the version.
    question.that(reply).is(error(-32602), error(HEADER_MISMATCH));
  else question.that(reply).is(error(-32602));
  if (peer.http !== undefined && reply.kind === "error" && reply.error.code === -32602)
    judge("meta.malformed-request-http-400")
      .given(accepted, because)
      .that(reply)
      .is(both(error(-32602), status(400)));
}

function without(key: string) {
  return { meta: { [`${KEY}/${key}`]: undefined }, defect: `a request whose _meta lacks ${key}` };
}

async function malformed(peer: Peer, message: JsonObject, defect: string): Promise<Reply> {
  return (await peer.send({ ...message, id: peer.nextId() }, { defect })).reply();
}
