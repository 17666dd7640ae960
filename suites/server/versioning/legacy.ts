import type { Reply } from "../../../simulators/client/peer.ts";
import { LEGACY, type Revision } from "../../../simulators/wire/revisions.ts";
import { error, result } from "../../kit/accept.ts";
import type { Declare, ScenarioTools } from "../../kit/scenario.ts";

/** No server implements these; the last but one is of the form that the specification's own example of a mismatch has. */
const UNKNOWN = ["2099-01-01", "1999-01-01", "2031-12-24", "1.0.0", "2025-05-01"] as const;
/** All that a client can declare: a server that cannot wait to ask is tempted. */
const WILLING = { roots: { listChanged: true }, sampling: {}, elicitation: {} };

/** The one connection of a legacy run on which nothing was sent before: whatever needs that is asked here. */
export function firstContact(scenario: Declare): void {
  scenario(
    "initialize with a version that no server knows is answered with one that the server supports",
    [
      "versioning.server-counter-offers",
      "versioning.server-counter-offers-latest",
      "versioning.server-echoes-supported",
      "versioning.mismatch-handled",
      "lifecycle.server-quiet-before-initialized",
      "ping.respond",
    ],
    async (tools) => {
      const { peer, judge, random } = tools;
      const requested = random.pick(UNKNOWN);
      const reply = await peer.open({ protocolVersion: requested, initialized: false, capabilities: WILLING });
      judgeCounterOffer(tools, reply, requested);
      const early = reply.kind === "result" ? await peer.quiet({ since: reply.sent.seq }) : [];
      // What a server must not send here, the monitor of that rule tells from the trace.
      const asked = early.filter(({ message }) => message.kind === "request" && message.method !== "ping");
      if (reply.kind === "result" && asked.length === 0) judge("lifecycle.server-quiet-before-initialized").pass();
      if (reply.kind === "result") await pingEarly(tools);
      const handled = judge("versioning.mismatch-handled").showing(...reply.events);
      const ended = reply.kind === "none" && reply.why === "closed";
      // Ending the connection is one way to handle it; silence is none.
      if (reply.kind !== "none" || reply.why === "refused" || ended) handled.pass();
      else
        handled
          .timed()
          .sent(reply.sent.text, reply.sent.reproduce)
          .fail(`no answer (${reply.note})`, [
            "a result with another version",
            "an error",
            "the end of the connection",
          ]);
      await furtherSessions(tools, requested);
    },
    { isolation: "fresh", revisions: LEGACY },
  );
}

/** What a tool asks of a client may be in terms of a later revision too. */
export function agreedElicitation(scenario: Declare): void {
  scenario(
    "a tool that asks the user asks in terms of the agreed revision",
    ["versioning.negotiated-version-must"],
    async ({ peer, target, skip }) => {
      const tool = target.fixture("test_elicitation");
      if (tool === undefined) return skip("the target has no fixture tool that asks the user");
      peer.answer("elicitation", () => ({ action: "decline" }));
      await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
      skip("nothing was asked");
    },
    // Over stdio a client that declares more is a process of its own.
    { revisions: ["2025-06-18"], transports: ["http"], isolation: "session", capabilities: { elicitation: {} } },
  );
}

/** Tool calls in which a server may use what the agreed revision does not know; the monitor of that rule sees it. */
export function agreedRevision(scenario: Declare): void {
  scenario(
    "tool calls are served in terms of the agreed revision",
    ["versioning.negotiated-version-must", "versioning.negotiated-version-should"],
    async ({ peer, target, skip }) => {
      const fixtures = ["test_tool_with_logging", "test_multiple_content_types", "test_simple_text"].flatMap(
        (name) => target.fixture(name) ?? [],
      );
      const tools = fixtures.length > 0 ? fixtures : target.callable.slice(0, 3);
      if (tools.length === 0) skip(target.whyNotCallable);
      for (const tool of tools) await peer.call("tools/call", { name: tool.name, arguments: tool.arguments() });
    },
    { revisions: LEGACY },
  );
}

/** A ping may come before the notification that ends the handshake (basic/lifecycle#initialization). */
async function pingEarly({ peer, judge }: ScenarioTools): Promise<void> {
  const reply = await peer.call("ping");
  const question = judge("ping.respond").given((reply.status ?? 200) < 400, "refused by the HTTP status");
  if (reply.kind === "none" && reply.why === "deadline")
    question.timed().sent(reply.sent.text, reply.sent.reproduce).fail("nothing", ["an empty result: {}"]);
  else question.that(reply).is(result("an empty result, also before notifications/initialized"));
}

function judgeCounterOffer({ judge, target }: ScenarioTools, reply: Reply, requested: string): void {
  const offered = reply.kind === "result" ? reply.result.protocolVersion : undefined;
  const named = judge("versioning.server-counter-offers");
  const question =
    offered === requested
      ? named.outsideAllReadings("no reading has a server agree to a version that nobody defined")
      : named;
  question.that(reply).is(
    result("a result with another protocolVersion that the specification defines", ({ protocolVersion }) =>
      (LEGACY as readonly unknown[]).includes(protocolVersion),
    ),
    error(-32602),
  );
  if (offered === undefined) return;
  const known = LEGACY.filter((revision) => target.revisions.includes(revision));
  const newest = known.at(-1);
  if (newest === undefined || !(LEGACY as readonly unknown[]).includes(offered)) return;
  judge("versioning.server-counter-offers-latest")
    .that(reply)
    .is(
      result(
        `protocolVersion ${JSON.stringify(newest)} or newer: the server was found to speak it`,
        ({ protocolVersion }) => LEGACY.indexOf(protocolVersion as Revision) >= LEGACY.indexOf(newest),
      ),
    );
}

/** Over HTTP a further session costs nothing: the other unknown versions, and versions known to be granted, each in its own. */
async function furtherSessions(tools: ScenarioTools, asked: string): Promise<void> {
  const { peer, judge, target } = tools;
  if (peer.http === undefined) return;
  const session = async (protocolVersion: string) => {
    const other = await peer.another();
    const reply = await other.open({ protocolVersion });
    await other.close();
    return reply;
  };
  // A server may have room for one session only.
  if ((await session(peer.revision)).kind !== "result") return;
  for (const requested of UNKNOWN.filter((version) => version !== asked))
    judgeCounterOffer(tools, await session(requested), requested);
  const others = LEGACY.filter((revision) => revision !== peer.revision && target.revisions.includes(revision));
  for (const version of [...others.slice(-1), peer.revision])
    judge("versioning.server-echoes-supported")
      .that(await session(version))
      .is(
        result(
          `protocolVersion ${JSON.stringify(version)}, as another session was granted`,
          ({ protocolVersion }) => protocolVersion === version,
        ),
      );
}
