import type { CallOptions, Peer, Reply } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import type { JsonObject } from "../../../simulators/wire/json.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";
import { LOG_MESSAGE } from "../../protocol/log-levels.ts";

const FIXTURES = ["test_logging_tool", "test_tool_with_logging"];
/** So many ordinary tools are tried, to see whether one of them logs. */
const TRIED = 5;

/** Tools of which it is known, or may be hoped, that they log. */
export function mayLog(target: Target): readonly ToolFacts[] {
  const fixtures = FIXTURES.flatMap((name) => target.fixture(name) ?? []);
  return fixtures.length > 0 ? fixtures : target.callable.slice(0, TRIED);
}

/** What a call was answered, and what was logged from its beginning until it was quiet again. */
export interface Logged {
  readonly reply: Reply;
  readonly logs: readonly MessageEvent[];
}

/** Calls a tool and waits until nothing more is logged. */
export async function callAndListen(
  peer: Peer,
  tool: ToolFacts,
  options: CallOptions & { readonly arguments?: JsonObject } = {},
): Promise<Logged> {
  const { arguments: given = tool.arguments(), ...rest } = options;
  const since = peer.messages().at(-1)?.seq ?? -1;
  const reply = await peer.call("tools/call", { name: tool.name, arguments: given }, rest);
  await peer.quiet();
  return { reply, logs: logsIn(peer.messages(since)) };
}

/** A tool with what it logs each time. */
export interface Chatty {
  readonly tool: ToolFacts;
  readonly logs: readonly MessageEvent[];
}

/** Those of the tools that log. Once may be a coincidence: each of them logs on two calls. */
export async function chattyOnes(
  peer: Peer,
  tools: readonly ToolFacts[],
  options: CallOptions = {},
): Promise<readonly Chatty[]> {
  const found: Chatty[] = [];
  for (const tool of tools) {
    if ((await callAndListen(peer, tool, options)).logs.length === 0) continue;
    const { logs } = await callAndListen(peer, tool, options);
    if (logs.length > 0) found.push({ tool, logs });
  }
  return found;
}

export function logsIn(messages: readonly MessageEvent[]): readonly MessageEvent[] {
  return messages.filter(({ message }) => message.method === LOG_MESSAGE);
}

export function levelsOf(logs: readonly MessageEvent[]): readonly string[] {
  return logs.map(({ message }) => String(message.params?.level));
}
