import type { Peer, Reply } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import { MODERN } from "../../../simulators/wire/revisions.ts";
import { error, refusal, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { shorten } from "../../kit/subject.ts";
import type { Target } from "../../kit/target.ts";
import { isDualEra } from "../http/standalone.ts";
import { plainAsks } from "../http/stimuli.ts";
import { ordinaryTools } from "../tools/choose.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const START_MS = 15_000;
const ROUNDS = 3;
const ELICITATION = { elicitation: { form: {} } };
const STATEFUL = "test_input_required_result_request_state";
/** Tools of fixtures, by what they need of the client. */
const NEEDS_INPUT = [
  { names: ["test_input_required_result_elicitation", "test_elicitation"], capabilities: ELICITATION },
  { names: ["test_input_required_result_sampling", "test_sampling"], capabilities: { sampling: {} } },
  { names: ["test_input_required_result_list_roots"], capabilities: { roots: {} } },
];

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
      const unheard = await listens(peer);
      await peer.open();
      const heard = unheard || (await listens(peer));
      const discovered = isServed(first) ? first : await send();
      for (const list of plainAsks(peer, target)) await peer.call(list.method, list.params);
      const listed = isServed(discovered) ? discovered : await send();
      judge("session.no-handshake-required")
        .given(isServed(first) || isServed(discovered), "the same request after server/discover was not served")
        .that(first)
        .is(served);
      const listening = judge("session.no-handshake-required")
        .given(heard, "subscriptions/listen is not served after server/discover either")
        .sent("subscriptions/listen before server/discover");
      if (unheard || !heard) listening.pass();
      else listening.fail("it was served only after server/discover", ["an acknowledgement, as after server/discover"]);
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
    "declares a capability with one request and not with the next, to a tool that needs it; the second asks for no input",
    ["session.no-reliance-on-prior-requests"],
    async ({ peer, target, judge, skip }) => {
      const asking = NEEDS_INPUT.flatMap(({ names, capabilities }) => {
        const tool = names.flatMap((name) => target.fixture(name) ?? [])[0];
        return tool ? [{ tool, capabilities }] : [];
      });
      if (asking.length === 0) return skip("the target offers no tool that is known to need input");
      for (const { tool, capabilities } of asking) {
        const params = { name: tool.name, arguments: tool.arguments() };
        const asked = await peer.call("tools/call", params, { capabilities });
        const reply = await peer.call("tools/call", params, { capabilities: {} });
        judge("session.no-reliance-on-prior-requests")
          .given(asksForInput(asked), `${tool.name} asked for no input where ${Object.keys(capabilities)} was declared`)
          .showing(...asked.events)
          .that(reply)
          .isNot({ text: "a result that asks for input", fits: (answer) => asksForInput(answer as Reply) });
      }
    },
  );

  scenario(
    "asks for log messages with one request and not with the next; the second brings none",
    ["session.no-reliance-on-prior-requests"],
    async ({ peer, target, judge, skip }) => {
      const tool = target.fixture("test_tool_with_logging");
      if (!tool) return skip("the target offers no tool that is known to log");
      const params = { name: tool.name, arguments: tool.arguments() };
      const logged = await peer.call("tools/call", params, { logLevel: "debug" });
      const since = logged.kind === "none" ? 0 : logged.message.seq;
      const reply = await peer.call("tools/call", params);
      const isLog = ({ message }: MessageEvent) => message.method === "notifications/message";
      const stray = reply.before.filter(({ seq }) => seq > since).find(isLog);
      const question = judge("session.no-reliance-on-prior-requests")
        .given(logged.before.some(isLog), `${tool.name} logged nothing where it was asked to`)
        .given(isServed(reply), `${tool.name} was not served`)
        .sent(reply.sent.text, reply.sent.reproduce);
      if (!stray) question.pass();
      else
        question
          .showing(stray.seq)
          .fail(`the log level of an earlier request: ${shorten(stray.message.text, 200)}`, ["no log messages"]);
    },
    { isolation: "session" },
  );

  scenario(
    "takes a cursor, and a requestState, to another process; both are understood there",
    ["session.no-connection-affinity"],
    async ({ peer, target, judge, skip }) => {
      const pages = await Promise.all(
        plainAsks(peer, target).map(async ({ method }) => ({ method, page: await peer.call(method, {}) })),
      );
      const paged = pages.find(({ page }) => isServed(page) && typeof cursorOf(page) === "string");
      const tool = target.fixture(STATEFUL);
      if (!paged && !tool) return skip("the target hands out no cursors and is not known to hand out state");
      const params = tool && { name: tool.name, arguments: tool.arguments() };
      const asked = params && (await peer.call("tools/call", params, { capabilities: ELICITATION }));
      const other = await peer.another();
      await other.open({ deadlineMs: START_MS });
      if (paged) {
        const next = { cursor: cursorOf(paged.page)! };
        const twin = await peer.call(paged.method, next);
        const reply = await other.call(paged.method, next);
        judge("session.no-connection-affinity")
          .given(isServed(twin), "the cursor was not understood where it was issued either")
          .that(reply)
          .is(served);
      }
      const retry = params && asked && retryOf(params, asked);
      if (retry) {
        const reply = await other.call("tools/call", retry, { capabilities: ELICITATION });
        const twin = await peer.call("tools/call", retry, { capabilities: ELICITATION });
        judge("session.no-connection-affinity")
          .given(isServed(twin), "the state was not understood where it was issued either")
          .that(reply)
          .is(served);
      }
      await other.close();
    },
    { transports: ["stdio"] },
  );

  scenario(
    "sends a session id to a server of the modern era only; requests are served as without",
    ["session.id-ignored"],
    async ({ peer, target, judge, skip }) => {
      if (isDualEra(target.revisions)) return skip("the target serves clients of earlier revisions too");
      const tool = statefulAsk(peer, target);
      for (const { method, params } of [{ method: "server/discover", params: {} }, ...(tool ? [tool] : [])]) {
        const twin = await peer.call(method, params);
        const reply = await peer.call(method, params, { headers: { "Mcp-Session-Id": "assay-no-such-session" } });
        judge("session.id-ignored").given(isServed(twin), `${method} was not served`).that(reply).is(served);
      }
      const watch = await peer.watch({ toolsListChanged: true });
      await watch.close();
    },
    { transports: ["http"] },
  );
});

const served = result("a result, as the same request gets elsewhere");

function isServed(reply: Reply): boolean {
  return reply.kind === "result";
}

/** Whether a subscription is acknowledged. */
async function listens(peer: Peer): Promise<boolean> {
  const watch = await peer.watch({ toolsListChanged: true });
  const told = await watch.next();
  await watch.close();
  return told !== undefined;
}

function cursorOf(page: Reply): string | undefined {
  const cursor = page.kind === "result" ? page.result.nextCursor : undefined;
  return typeof cursor === "string" ? cursor : undefined;
}

/** The call again, with the state it was given and an answer to each question; undefined where it was given none. */
function retryOf(params: JsonObject, asked: Reply): JsonObject | undefined {
  if (asked.kind !== "result" || typeof asked.result.requestState !== "string") return undefined;
  const questions = Object.keys(isObject(asked.result.inputRequests) ? asked.result.inputRequests : {});
  const inputResponses = Object.fromEntries(questions.map((key) => [key, { action: "decline" }]));
  return { ...params, requestState: asked.result.requestState, inputResponses };
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
