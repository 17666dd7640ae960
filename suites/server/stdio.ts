import type { Peer, RequestId } from "../../simulators/client/peer.ts";
import type { MessageEvent } from "../../simulators/trace/events.ts";
import { isObject } from "../../simulators/wire/json.ts";
import { MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import type { ToolFacts } from "../kit/target.ts";
import { ordinaryTools } from "./tools/choose.ts";

const LINES = ["stdio.stdout-only-messages", "stdio.single-message-per-line", "stdio.channels"];
/** U+2028 ends no line over stdio, though some readers of lines take it for an end. */
const MULTI_LINE = "first line\nsecond line\r\nthird line\u2028still the third";
/** Line ends by Unicode, and mere characters of a JSON string. */
const NO_LINE_ENDS = "\u2028\u2029\u0085";
const MOST_CALLED = 3;
const ASKING = [
  "test_sampling",
  "test_elicitation",
  "test_input_required_result_elicitation",
  "test_input_required_result_list_roots",
];

const lines = suite("stdio", { revisions: REVISIONS, transports: ["stdio"] }, (scenario) => {
  scenario(
    "writes two requests at once, one in two pieces cut within a character, and one and a half; each is answered",
    ["stdio.newline-delimited", ...LINES],
    async ({ peer, judge, skip }) => {
      const { stdio } = peer;
      if (stdio === undefined) return skip("there are no pipes");
      const before = await peer.alive();
      const about = (sent: string) =>
        judge("stdio.newline-delimited")
          .given(before, "the target answered no ordinary request before")
          .sent(sent)
          .timed();
      const answered = (what: string) => where(what, (found: readonly MessageEvent[]) => found.length > 0);

      const [first, second] = [request(peer), request(peer)];
      const both = `${first.text}\n${second.text}\n`;
      await stdio.write(both, {});
      for (const { id } of [first, second]) {
        const response = await responseTo(peer, id);
        about(both)
          .that(response)
          .is(answered(`a response to request ${id}, one of two in a single write`));
      }

      // The id has to come back, so that what was lost of the character shows.
      const third = request(peer, `é-${peer.nextId()}`);
      const bytes = Buffer.from(`${third.text}\n`);
      const cut = bytes.indexOf(Buffer.from("é")) + 1;
      await stdio.write(bytes.subarray(0, cut), {});
      await peer.quiet();
      await stdio.write(bytes.subarray(cut), {});
      about(third.text)
        .that(await responseTo(peer, third.id))
        .is(answered(`a response to request "${third.id}", which came in two writes`));

      const [fourth, fifth] = [request(peer), request(peer)];
      const more = Buffer.from(`${fourth.text}\n${fifth.text}\n`);
      const within = more.length - Math.floor(fifth.text.length / 2);
      await stdio.write(more.subarray(0, within), {});
      await peer.quiet();
      await stdio.write(more.subarray(within), {});
      for (const { id } of [fourth, fifth])
        about(more.toString())
          .that(await responseTo(peer, id))
          .is(answered(`a response to request ${id}; the first write ended within the second request`));

      const sixth = request(peer, `${NO_LINE_ENDS}-${peer.nextId()}`);
      await stdio.write(`${sixth.text}\n`, {});
      about(sixth.text)
        .warningOnly("the text does not say which characters are newlines")
        .that(await responseTo(peer, sixth.id))
        .is(answered("a response to a request whose id holds U+2028, U+2029 and U+0085"));
    },
    // Between two pieces nothing else may be written.
    { isolation: "session" },
  );

  scenario(
    "sends text of several lines in a method's name and in a tool's argument; whatever comes back stays on one line",
    ["stdio.no-embedded-newlines", ...LINES],
    async ({ peer, target }) => {
      await peer.call(`assay/${MULTI_LINE}`, {});
      for (const tool of ordinaryTools(target).slice(0, MOST_CALLED)) {
        const argument = textArgument(tool);
        if (argument !== undefined)
          await peer.call("tools/call", {
            name: tool.name,
            arguments: { ...tool.arguments(), [argument]: MULTI_LINE },
          });
      }
    },
  );

  scenario(
    "calls tools and offers all that a client may; the server asks by result and sends no request",
    ["stdio.server-no-requests"],
    async ({ peer, target, skip }) => {
      const fixtures = ASKING.flatMap((name) => target.fixture(name) ?? []);
      const tools = fixtures.length > 0 ? fixtures : ordinaryTools(target).slice(0, MOST_CALLED);
      if (tools.length === 0) return skip(target.whyNotCallable);
      for (const tool of tools)
        await peer.call(
          "tools/call",
          { name: tool.name, arguments: tool.arguments() },
          { capabilities: { sampling: {}, elicitation: {}, roots: {} } },
        );
    },
    { revisions: MODERN },
  );
});

/** An ordinary request as a line, not sent. */
function request(peer: Peer, id: RequestId = peer.nextId()): { readonly id: RequestId; readonly text: string } {
  const method = peer.era === "modern" ? "server/discover" : "ping";
  const params = peer.era === "modern" ? { params: { _meta: peer.meta } } : {};
  return { id, text: JSON.stringify({ jsonrpc: "2.0", id, method, ...params }) };
}

async function responseTo(peer: Peer, id: RequestId): Promise<readonly MessageEvent[]> {
  const found = await peer.until(
    ({ message: { kind, rawId } }) =>
      (kind === "result" || kind === "error") && rawId !== undefined && JSON.parse(rawId) === id,
  );
  return found === undefined ? [] : [found];
}

/** An argument that takes any text. */
function textArgument({ definition }: ToolFacts): string | undefined {
  const properties = isObject(definition.inputSchema) ? definition.inputSchema.properties : undefined;
  if (!isObject(properties)) return undefined;
  const free = Object.entries(properties).find(
    ([, schema]) =>
      isObject(schema) &&
      schema.type === "string" &&
      !["enum", "const", "pattern", "format"].some((keyword) => keyword in schema),
  );
  return free?.[0];
}

export const suites: readonly Suite[] = [lines];
