import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { MODERN, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { error } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";

interface Probe {
  readonly method: string;
  readonly lacks: string;
  readonly params: JsonObject;
  /** The same request whole, or the nearest that shows that the method is served. */
  readonly twin: () => PromiseLike<Reply>;
}

/** Requests without the one member that their method cannot do without; nothing can run by them. */
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
    found.push({ method: "tools/call", lacks: "name", params: { arguments: {} }, twin });
  }
  if (typeof uri === "string")
    found.push({
      method: "resources/read",
      lacks: "uri",
      params: {},
      twin: () => peer.call("resources/read", { uri }),
    });
  if (typeof prompt === "string")
    found.push({
      method: "prompts/get",
      lacks: "name",
      params: {},
      twin: () => peer.call("prompts/get", { name: prompt }),
    });
  if (peer.era === "legacy" && target.capabilities.logging !== undefined)
    found.push({
      method: "logging/setLevel",
      lacks: "level",
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

export const params: Suite = suite("jsonrpc", { revisions: REVISIONS, isolation: "session" }, (scenario) => {
  scenario(
    "params without the member that the method cannot do without are refused with -32602",
    ["jsonrpc.invalid-params-error"],
    async ({ peer, judge, target, skip }) => {
      const found = probes(peer, target);
      if (found.length === 0) skip("the target lists no tool, resource or prompt to ask for wrongly");
      // Over modern HTTP the header that mirrors the missing member is missing, too.
      const headerToo = peer.era === "modern" && peer.transport === "http" ? [-32020] : [];
      for (const { method, lacks, params: wrong, twin } of found) {
        const accepted = await twin();
        const reply = await peer.call(method, wrong, { defect: `no ${lacks} in params` });
        const question = judge("jsonrpc.invalid-params-error").given(
          accepted.kind === "result",
          `${method} was not accepted with its ${lacks} either`,
        );
        // A tool may report what is wrong with a call in its result (NOTES 3); nothing else has such a way out.
        const served = reply.kind === "result" && method !== "tools/call";
        (served ? question.outsideAllReadings(`${method} cannot be served without ${lacks}`) : question)
          .that(reply)
          .is(error(-32602, ...headerToo));
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
