import type { Peer } from "../../simulators/client/peer.ts";
import type { MessageEvent } from "../../simulators/trace/events.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN, REVISIONS, type Revision, since } from "../../simulators/wire/revisions.ts";
import { error, result } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import type { Target } from "../kit/target.ts";
import { ordinaryTools } from "./tools/choose.ts";

const MOST_CALLED = 5;

interface Feature {
  readonly capability: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly revisions: readonly Revision[];
  /** A server that has the capability may lack it all the same. */
  readonly optional?: boolean;
}

const COMPLETE = "completion/complete";
const COMPLETION = { ref: { type: "ref/prompt", name: "assay-no-such-prompt" }, argument: { name: "a", value: "b" } };

/** One harmless request for each capability that gates methods of its own. */
const FEATURES: readonly Feature[] = [
  { capability: "tools", method: "tools/list", params: {}, revisions: REVISIONS },
  { capability: "prompts", method: "prompts/list", params: {}, revisions: REVISIONS },
  { capability: "resources", method: "resources/list", params: {}, revisions: REVISIONS },
  { capability: "resources", method: "resources/templates/list", params: {}, revisions: REVISIONS, optional: true },
  // 2024-11-05 has the method and no capability for it.
  { capability: "completions", method: COMPLETE, params: COMPLETION, revisions: since("2025-03-26") },
  { capability: "logging", method: "logging/setLevel", params: { level: "debug" }, revisions: LEGACY },
  { capability: "tasks", method: "tasks/list", params: {}, revisions: ["2025-11-25"] },
];

const SAMPLE = { role: "assistant", content: { type: "text", text: "hello" }, model: "assay" };
/** Fixtures that want something of the client. */
const WANTING = ["test_sampling", "test_elicitation", "test_input_required_result_list_roots"];

const of = (peer: Peer) => FEATURES.filter((feature) => feature.revisions.includes(peer.revision));

/** tasks/list has a capability within its capability. */
const declares = ({ capabilities }: Target, { capability }: Feature) =>
  capability === "tasks"
    ? (capabilities.tasks as JsonObject | undefined)?.list !== undefined
    : capabilities[capability] !== undefined;

/** A completion that can be asked for in earnest: of an argument of a prompt that is listed. */
function completionOf({ prompts }: Target): JsonObject | undefined {
  for (const { name, arguments: given } of prompts) {
    const [first] = Array.isArray(given) ? given.filter(isObject) : [];
    if (typeof name === "string" && typeof first?.name === "string")
      return { ref: { type: "ref/prompt", name }, argument: { name: first.name, value: "" } };
  }
  return undefined;
}

/** Requests for what the lists hold: who lists a thing knows the method that gets it. */
function listedOnes({ prompts, resources }: Target): readonly Pick<Feature, "method" | "params">[] {
  const name = prompts.find((prompt) => typeof prompt.name === "string")?.name;
  const uri = resources.find((resource) => typeof resource.uri === "string")?.uri;
  return [
    ...(name === undefined ? [] : [{ method: "prompts/get", params: { name } }]),
    ...(uri === undefined ? [] : [{ method: "resources/read", params: { uri } }]),
  ];
}

export const suites: readonly Suite[] = [
  suite("capabilities", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "what is declared is there: no method of a declared capability is unknown",
      ["capabilities.respect-declared"],
      async ({ peer, judge, target, skip }) => {
        const declared = of(peer).filter((feature) => feature.optional !== true && declares(target, feature));
        const resources = target.capabilities.resources as JsonObject | undefined;
        const uri = resources?.subscribe === true && peer.era === "legacy" ? target.resources[0]?.uri : undefined;
        if (declared.length === 0) skip("the server declares no capability");
        const judgeOne = judge("capabilities.respect-declared");
        for (const { method, params } of [...declared, ...listedOnes(target)])
          judgeOne.that(await peer.call(method, params)).isNot(error(-32601));
        if (typeof uri !== "string") return;
        judgeOne.that(await peer.call("resources/subscribe", { uri })).isNot(error(-32601));
        judgeOne.that(await peer.call("resources/unsubscribe", { uri })).isNot(error(-32601));
      },
      { isolation: "session" },
    );

    scenario(
      "what is not declared is not served",
      ["capabilities.features-advertised"],
      async ({ peer, judge, target, skip }) => {
        const undeclared = of(peer).filter((feature) => !declares(target, feature));
        if (undeclared.length === 0) skip("the server declares everything that can be asked for");
        for (const { capability, method, params } of undeclared)
          judge("capabilities.features-advertised")
            .that(
              await peer.call(method, method === COMPLETE ? (completionOf(target) ?? params) : params, {
                defect: `${method}, though the server does not declare ${capability}`,
              }),
            )
            .isNot(result());
      },
      { isolation: "session" },
    );

    scenario(
      "a tool that wants what the client did not declare ends without it, and asks for nothing",
      ["capabilities.missing-handled", "capabilities.sampling-needs-capability"],
      async ({ peer, judge, target, skip }) => {
        const wanting = WANTING.flatMap((name) => target.fixture(name) ?? []);
        if (wanting.length === 0) skip("the target has no fixture tool that wants something of the client");
        for (const tool of wanting) {
          const call = peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
          const reply = await call;
          const handled = judge("capabilities.missing-handled");
          if (reply.kind === "none" && reply.why !== "refused")
            handled
              .timed()
              .sent(reply.sent.text, reply.sent.reproduce)
              .fail(`no answer (${reply.note})`, ["an error", "a result"]);
          else handled.that(reply).is(result(), error(), { text: "an HTTP refusal", fits: () => true });
          // A request for sampling is the monitor's to tell.
          const asked = call.related.some(({ message }) => message.method === "sampling/createMessage");
          if (tool.name === "test_sampling" && !asked && reply.kind !== "none")
            judge("capabilities.sampling-needs-capability").pass();
        }
      },
      { revisions: LEGACY },
    );

    scenario(
      "a client is asked for what it declared itself, not for what comes near, nor for what another client declared",
      ["capabilities.sampling-needs-capability"],
      async ({ peer, judge, target, skip }) => {
        const tool = target.fixture("test_sampling");
        if (tool === undefined) return skip("the target has no fixture tool that wants sampling of the client");
        const call = (by: Peer) => by.call("tools/call", { name: tool.name, arguments: tool.arguments() });
        const sampled = (related: readonly MessageEvent[]) =>
          related.some(({ message }) => message.method === "sampling/createMessage");
        const other = await peer.another();
        other.answer("sampling", () => SAMPLE);
        await other.open({ capabilities: { sampling: {} } });
        const asked = call(other);
        await asked;
        const near = call(peer);
        const reply = await near;
        await other.close();
        // A request for sampling is the monitor's to tell.
        if (sampled(asked.related) && reply.kind !== "none" && !sampled(near.related))
          judge("capabilities.sampling-needs-capability").pass();
      },
      // Over stdio each client would be a process of its own.
      {
        revisions: LEGACY,
        transports: ["http"],
        isolation: "session",
        capabilities: { roots: {}, elicitation: {} },
      },
    );

    scenario(
      "notifications of log messages and of a changed resource come from who declared them",
      [
        "capabilities.negotiated-only-must",
        "capabilities.negotiated-only-should",
        "capabilities.updates-need-subscribe",
      ],
      async ({ peer, judge, target, skip }) => {
        const log = target.fixture("test_tool_with_logging");
        const update = target.fixture("assay_update_resource");
        if (log === undefined && update === undefined) skip("the target has no fixture tool that sends notifications");
        if (log !== undefined) await peer.call("tools/call", { name: log.name, arguments: {} });
        // What comes is judged by the monitors; where nothing comes, this is why they say nothing.
        for (const id of ["capabilities.negotiated-only-must", "capabilities.negotiated-only-should"])
          judge(id).inconclusive("nothing that a capability has to allow was sent");
        if (update === undefined)
          return judge("capabilities.updates-need-subscribe").inconclusive(
            "the target has no fixture tool that changes a resource",
          );
        const uri = "test://watched-resource";
        // Opens the stream for what comes unasked; the subscription is made whether it is declared or not.
        const watch = await peer.watch({});
        const subscribed = await peer.call("resources/subscribe", { uri });
        if (subscribed.kind === "result") {
          await peer.call("tools/call", { name: update.name, arguments: { uri } });
          await peer.until(({ message }) => message.method === "notifications/resources/updated", {
            since: subscribed.sent.seq,
          });
          await peer.call("resources/unsubscribe", { uri });
        }
        await watch.close();
      },
      { revisions: LEGACY, isolation: "session" },
    );

    scenario(
      "tool calls of a client without extensions are served without them",
      ["capabilities.extension-both-sides", "capabilities.extension-fallback"],
      async ({ peer, target, skip }) => {
        const fixtures = ["test_simple_text", "test_tool_with_progress"].flatMap((name) => target.fixture(name) ?? []);
        const tools = fixtures.length > 0 ? fixtures : ordinaryTools(target).slice(0, MOST_CALLED);
        if (tools.length === 0) return skip(target.whyNotCallable);
        for (const tool of tools) await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
      },
      { revisions: MODERN },
    );
  }),
];
