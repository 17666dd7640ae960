import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import { MODERN, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";
import { judgeErrorId } from "./plain.ts";

interface Probe {
  readonly method: string;
  /** What is wrong, in words. */
  readonly defect: string;
  readonly params: JsonObject;
  /** A server that passes over what is wrong can serve it all the same. */
  readonly servable?: true;
  /** The same request whole, or the nearest that shows that the method is served. */
  readonly twin: () => PromiseLike<Reply>;
}

/** Requests without the one member that their method cannot do without, or with one of a wrong type; nothing can run by them. */
function probes(peer: Peer, target: Target): readonly Probe[] {
  const tool = target.callable.find(({ readOnly }) => readOnly);
  const uri = target.resources[0]?.uri;
  const prompt = target.prompts.find((one) => !Array.isArray(one.arguments) || one.arguments.length === 0)?.name;
  const found: Probe[] = [];
  if (target.tools.length > 0) {
    const twin = () =>
      tool === undefined
        ? peer.call("tools/list", {})
        : peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
    found.push({ method: "tools/call", defect: "no name in params", params: { arguments: {} }, twin });
    // A server that passed the arguments over would run the tool, and one that needs none would not complain.
    const free = target.callable.find(({ readOnly, definition }) => readOnly && needsNothing(definition));
    if (free !== undefined)
      found.push({
        method: "tools/call",
        defect: "a text as arguments",
        params: { name: free.name, arguments: "none" },
        twin: () => peer.call("tools/call", { name: free.name, arguments: {} }),
      });
  }
  const kind = ["tools", "resources", "prompts"].find((name) => target.capabilities[name] !== undefined);
  if (kind !== undefined)
    found.push({
      method: `${kind}/list`,
      defect: "a number as cursor",
      params: { cursor: 7 },
      servable: true,
      twin: () => peer.call(`${kind}/list`, {}),
    });
  if (typeof uri === "string")
    found.push({
      method: "resources/read",
      defect: "no uri in params",
      params: {},
      twin: () => peer.call("resources/read", { uri }),
    });
  if (typeof prompt === "string")
    found.push({
      method: "prompts/get",
      defect: "no name in params",
      params: {},
      twin: () => peer.call("prompts/get", { name: prompt }),
    });
  if (peer.era === "legacy" && target.capabilities.logging !== undefined)
    found.push({
      method: "logging/setLevel",
      defect: "no level in params",
      params: {},
      twin: () => peer.call("logging/setLevel", { level: "info" }),
    });
  return found;
}

/** By capability: a method that it gates, with params that are right. */
const GATED: { readonly [capability: string]: { readonly method: string; readonly params: JsonObject } } = {
  tools: { method: "tools/list", params: {} },
  prompts: { method: "prompts/list", params: {} },
  resources: { method: "resources/list", params: {} },
  completions: {
    method: "completion/complete",
    params: { ref: { type: "ref/prompt", name: "assay" }, argument: { name: "a", value: "" } },
  },
};

function needsNothing({ inputSchema }: JsonObject): boolean {
  return isObject(inputSchema) && (!Array.isArray(inputSchema.required) || inputSchema.required.length === 0);
}

const isFailed = ({ isError }: JsonObject) => isError === true;

export const params: Suite = suite("jsonrpc", { revisions: REVISIONS, isolation: "session" }, (scenario) => {
  scenario(
    "params without the member that the method cannot do without are refused with -32602, under the request's own id",
    ["jsonrpc.invalid-params-error", "jsonrpc.error-id-echo"],
    async ({ peer, judge, target, skip }) => {
      const found = probes(peer, target);
      if (found.length === 0) skip("the target lists no tool, resource or prompt to ask for wrongly");
      // Over modern HTTP the header that mirrors the missing member is missing, too.
      const headerToo = peer.era === "modern" && peer.transport === "http" ? [-32020] : [];
      for (const { method, defect, params: wrong, servable, twin } of found) {
        const accepted = await twin();
        const reply = await peer.call(method, wrong, { defect });
        judgeErrorId({ peer, judge, reply, ours: new Set([reply.rawId, accepted.rawId]) });
        const question = judge("jsonrpc.invalid-params-error").given(
          accepted.kind === "result",
          `${method} was not accepted without ${defect} either`,
        );
        // A tool may report what is wrong with a call in its result (NOTES 3); nothing else has such a way out.
        const served = reply.kind === "result" && method !== "tools/call" && servable === undefined;
        (served ? question.outsideAllReadings(`${method} cannot be served with ${defect}`) : question)
          .that(reply)
          .is(
            error(-32602, ...headerToo),
            ...(typeof wrong.arguments === "string" ? [result("a result with isError true", isFailed)] : []),
          );
      }
    },
  );

  scenario(
    "a method of a capability that the server does not advertise is refused with -32601",
    ["jsonrpc.method-not-found-undeclared-capability"],
    async ({ peer, judge, target, skip }) => {
      const absent = Object.entries(GATED).filter(([capability]) => target.capabilities[capability] === undefined);
      if (absent.length === 0) skip("the target advertises every capability that gates a method");
      const twin = await peer.call("server/discover", {});
      for (const [, { method, params: right }] of absent) {
        const reply = await peer.call(method, right, { defect: "a method of a capability that is not advertised" });
        judge("jsonrpc.method-not-found-undeclared-capability", method)
          .given(twin.kind === "result", "the target does not answer server/discover")
          .that(reply)
          .is(error(-32601));
      }
    },
    { revisions: MODERN },
  );
});
