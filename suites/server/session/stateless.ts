import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import { MODERN } from "../../../simulators/wire/revisions.ts";
import { error, refusal, result, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { Target } from "../../kit/target.ts";
import { isDualEra } from "../http/standalone.ts";
import { plainAsks } from "../http/stimuli.ts";
import { ordinaryTools } from "../tools/choose.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const START_MS = 15_000;
const ROUNDS = 3;
const NEEDS_INPUT = ["test_input_required_result_elicitation", "test_elicitation"];

/** No state between requests (2026-07-28/basic/index#statelessness). */
export const stateless: Suite = suite("session", { revisions: MODERN }, (scenario) => {
  scenario(
    "on a fresh connection the first message is a request that needs neither discovery nor an earlier list; it is served",
    ["session.no-handshake-required", "session.no-connection-affinity"],
    async ({ peer, target, judge, skip }) => {
      const ask = statefulAsk(peer, target);
      if (!ask) return skip("the target offers nothing but discovery");
      const send = () => peer.call(ask.method, ask.params, { deadlineMs: START_MS });
      const first = await send();
      await peer.open();
      const discovered = isServed(first) ? first : await send();
      for (const list of plainAsks(peer, target)) await peer.call(list.method, list.params);
      const listed = isServed(discovered) ? discovered : await send();
      judge("session.no-handshake-required")
        .given(isServed(first) || isServed(discovered), "the same request after server/discover was not served")
        .that(first)
        .is(served);
      judge("session.no-connection-affinity")
        .given(isServed(listed), "the same request was not served on a connection of its own at all")
        .that(isServed(discovered) ? discovered : first)
        .is(served);
    },
    { isolation: "fresh" },
  );

  scenario(
    "alternates requests under a supported and an unsupported version; each is served or refused by its own",
    ["session.requests-judged-independently"],
    async ({ peer, target, judge }) => {
      const { method, params } = plainAsks(peer, target)[0]!;
      const good = () => peer.call(method, params);
      const bad = () =>
        peer.call(method, params, { meta: { [VERSION]: "1999-01-01" }, defect: "a protocol version that never was" });
      const twin = await good();
      const refused = await bad();
      const after = await good();
      const again = await bad();
      // That an unsupported version is refused at all is judged where versions are.
      const question = judge("session.requests-judged-independently")
        .given(isServed(twin), `${method} was not served`)
        .given(!isServed(refused), "the unsupported version was served");
      question
        .showing(...refused.events)
        .that(after)
        .is(served);
      question
        .showing(...after.events)
        .that(again)
        .is(refusal());
    },
    { isolation: "session" },
  );

  scenario(
    "requests of several clients and traces run at a time on one connection; each gets its own answer",
    ["session.multi-conversation"],
    async ({ peer, target, judge }) => {
      const asks = plainAsks(peer, target);
      const twin = await peer.call(asks[0]!.method, asks[0]!.params);
      const replies = await Promise.all(
        ["north", "south", "east", "west"].map((name, n) => {
          const { method, params } = asks[n % asks.length]!;
          const traceparent = `00-${String(n + 1).repeat(32)}-${String(n + 1).repeat(16)}-01`;
          return peer.call(method, params, { meta: { [CLIENT_INFO]: { name, version: "1.0.0" }, traceparent } });
        }),
      );
      // A list that was declared and is not served at all is judged elsewhere.
      for (const reply of replies.filter(({ method }) => method === asks[0]!.method))
        judge("session.multi-conversation")
          .given(isServed(twin), `${twin.method} was not served`)
          .that(reply)
          .is(served);
    },
  );

  scenario(
    "two clients use one request id at a time for different methods; each gets the answer to its own",
    ["session.connection-is-not-session"],
    async ({ peer, target, judge, skip }) => {
      const [list] = plainAsks(peer, target).filter(({ method }) => method !== "server/discover");
      if (!list) return skip("the target declares no lists");
      const other = await peer.another();
      await other.open();
      const twin = await peer.call(list.method, list.params);
      const discovers = ({ supportedVersions }: JsonObject) => supportedVersions !== undefined;
      for (let round = 0; round < ROUNDS; round++) {
        const id = `assay-same-${round}`;
        const [listed, discovered] = await Promise.all([
          peer.call(list.method, list.params, { id }),
          other.call("server/discover", {}, { id }),
        ]);
        const question = judge("session.connection-is-not-session").given(
          isServed(twin),
          `${list.method} was not served`,
        );
        question.that(listed).is(
          result("the list", (answer) => !discovers(answer)),
          error(),
        );
        question.that(discovered).is(result("the answer to server/discover", discovers), error());
      }
    },
    { transports: ["http"] },
  );

  scenario(
    "declares elicitation with one request and not with the next, to a tool that needs it; the second asks for no input",
    ["session.no-reliance-on-prior-requests"],
    async ({ peer, target, judge, skip }) => {
      const tool = NEEDS_INPUT.flatMap((name) => target.fixture(name) ?? [])[0];
      if (!tool) return skip("the target offers no tool that is known to need input");
      const params = { name: tool.name, arguments: tool.arguments() };
      const asked = await peer.call("tools/call", params, { capabilities: { elicitation: { form: {} } } });
      const reply = await peer.call("tools/call", params, { capabilities: {} });
      judge("session.no-reliance-on-prior-requests")
        .given(asksForInput(asked), `${tool.name} asked for no input where elicitation was declared`)
        .showing(...asked.events)
        .that(reply)
        .isNot({ text: "a result that asks for elicitation", fits: (answer) => asksForInput(answer as Reply) });
    },
  );

  scenario(
    "sends a session id to a server of the modern era only; it is served as without, and no id comes back",
    ["session.id-ignored", "session.id-not-minted"],
    async ({ peer, target, judge, skip }) => {
      if (isDualEra(target.revisions)) return skip("the target serves clients of earlier revisions too");
      const twin = await peer.call("server/discover", {});
      const reply = await peer.call("server/discover", {}, { headers: { "Mcp-Session-Id": "assay-no-such-session" } });
      judge("session.id-ignored").given(isServed(twin), "server/discover was not served").that(reply).is(served);
      for (const { http } of [twin, reply])
        judge("session.id-not-minted")
          .given(http !== undefined, "the answer did not come to its end")
          .that(http)
          .is(
            where(
              "no Mcp-Session-Id",
              (answer: { header(name: string): unknown }) => answer.header("mcp-session-id") === undefined,
            ),
          );
    },
    { transports: ["http"] },
  );
});

const served = result("a result, as the same request gets elsewhere");

function isServed(reply: Reply): boolean {
  return reply.kind === "result";
}

function asksForInput(reply: Reply): boolean {
  return reply.kind === "result" && reply.result.resultType === "input_required";
}

/** A request that a server could take for the second step of something: a call of a listed tool, else a list. */
function statefulAsk(peer: Peer, target: Target): { readonly method: string; readonly params: JsonObject } | undefined {
  const [tool] = ordinaryTools(target).filter(({ definition }) => !JSON.stringify(definition).includes("x-mcp-header"));
  if (tool) return { method: "tools/call", params: { name: tool.name, arguments: tool.arguments() } };
  return plainAsks(peer, target).find(({ method }) => method !== "server/discover");
}
