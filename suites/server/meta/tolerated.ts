import { isDeepStrictEqual } from "node:util";
import type { CallOptions, Peer, Reply } from "../../../simulators/client/peer.ts";
import type { Random } from "../../../simulators/clock/random.ts";
import type { JsonObject, JsonValue } from "../../../simulators/wire/json.ts";
import { LEGACY, MODERN, since, until } from "../../../simulators/wire/revisions.ts";
import { refusal, result, where } from "../../kit/accept.ts";
import type { Declare, ScenarioTools } from "../../kit/scenario.ts";

const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
/** Names that a server might trust, were it to look at them. */
const WELL_KNOWN = ["claude-ai", "mcp-inspector", "admin", "internal"] as const;

/** What `_meta` may carry without any effect. */
export function toleratedKeys(scenario: Declare): void {
  scenario(
    "keys of `_meta` that no server knows make no difference",
    ["meta.member-reserved"],
    async (tools) => {
      const { random } = tools;
      for (const value of valuesOf(random))
        await undisturbed(tools, "meta.member-reserved", {
          [random.word(8)]: value,
          [`com.example/${random.word(8)}`]: value,
        });
      await unchanged(tools, { [random.word(8)]: random.word(6) });
    },
    { revisions: until("2025-03-26") },
  );

  scenario(
    "a reserved key of `_meta` that the specification does not define makes no difference, whatever its value",
    ["meta.reserved-no-assumptions"],
    async (tools) => {
      const { random } = tools;
      for (const value of valuesOf(random))
        await undisturbed(tools, "meta.reserved-no-assumptions", {
          [`io.modelcontextprotocol/x-${random.word(8)}`]: value,
        });
    },
    { revisions: since("2025-06-18") },
  );

  scenario(
    "trace context in `_meta` makes no difference",
    ["meta.trace-context-bare-keys"],
    async (tools) => {
      const hex = (digits: number) =>
        Array.from({ length: digits }, () => tools.random.pick([..."123456789abcdef"])).join("");
      await undisturbed(tools, "meta.trace-context-bare-keys", {
        traceparent: `00-${hex(32)}-${hex(16)}-01`,
        tracestate: "assay=00f067aa0ba902b7",
        baggage: "userId=alice,serverNode=DF%2028",
      });
    },
    { revisions: MODERN },
  );

  scenario(
    "what a client says of itself changes neither results nor refusals",
    ["meta.info-not-for-behavior", "meta.info-not-for-security"],
    async ({ peer, judge, target, random }) => {
      const method = harmless(peer, target.capabilities);
      const first = await peer.call(method);
      const again = await peer.call(method);
      const stable = first.kind === "result" && again.kind === "result" && sameResult(first, again);
      const unserved = await peer.call("server/discover", {}, without());
      const named = [...WELL_KNOWN, random.word(12)].map((name) => ({ name, version: "1.0.0" }));
      // One that says nothing of itself, too.
      for (const info of [...named, undefined]) {
        const meta = { [CLIENT_INFO]: info };
        const anew = await peer.call(method, {}, { meta });
        const behaviour = judge("meta.info-not-for-behavior").given(stable, "two equal requests had different results");
        (info === undefined
          ? behaviour.given(anew.kind === "result", "refused, which meta.client-info-optional-for-server judges")
          : behaviour
        )
          .that(anew)
          .is(
            where(
              "the result that another client got",
              (reply: Reply) => first.kind === "result" && reply.kind === "result" && sameResult(first, reply),
            ),
          );
        judge("meta.info-not-for-security")
          .given(unserved.kind === "error", "the malformed request was not refused in the first place")
          .that(await peer.call("server/discover", {}, without(meta)))
          .is(refusal());
      }
    },
    { revisions: MODERN },
  );
}

/** The same request with these further keys is answered as it is without them. */
async function undisturbed(
  { peer, judge, target }: ScenarioTools,
  requirement: string,
  meta: NonNullable<CallOptions["meta"]>,
): Promise<void> {
  const method = harmless(peer, target.capabilities);
  const twin = await peer.call(method);
  const reply = await peer.call(method, {}, { meta });
  judge(requirement)
    .given(twin.kind === "result", "the same request without these keys was not accepted")
    .that(reply)
    .is(result());
}

/** A call with these keys has the result that it has without them, before and after. */
async function unchanged(
  { peer, judge, target }: ScenarioTools,
  meta: NonNullable<CallOptions["meta"]>,
): Promise<void> {
  const tool = target.callable.find(({ readOnly }) => readOnly);
  if (tool === undefined) return;
  const params = { name: tool.name, arguments: tool.arguments() };
  const before = await peer.call("tools/call", params);
  const reply = await peer.call("tools/call", params, { meta });
  const after = await peer.call("tools/call", params);
  judge("meta.member-reserved")
    .given(sameResult(before, after), "two equal calls had different results")
    .that(reply)
    .is(where("the result of the call without these keys", (found: Reply) => sameResult(before, found)));
}

function harmless(peer: Peer, capabilities: JsonObject): string {
  if (capabilities.tools !== undefined) return "tools/list";
  return (LEGACY as readonly string[]).includes(peer.revision) ? "ping" : "server/discover";
}

function valuesOf(random: Random): readonly JsonValue[] {
  return [random.word(6), random.integer(-1000, 1000), true, null, [1, "two"], { nested: { [random.word(4)]: null } }];
}

function sameResult(one: Reply, other: Reply): boolean {
  return one.kind === "result" && other.kind === "result" && isDeepStrictEqual(one.result, other.result);
}

function without(meta: NonNullable<CallOptions["meta"]> = {}): CallOptions {
  return {
    meta: { "io.modelcontextprotocol/clientCapabilities": undefined, ...meta },
    defect: "a request whose _meta lacks clientCapabilities",
  };
}
