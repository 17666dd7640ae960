import type { CallOptions, Peer, Reply, Watch, WatchFilter } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import type { Target, ToolFacts } from "../../kit/target.ts";
import { ACKNOWLEDGED, asksFor, CHANGE_KINDS, type ChangeKind, changeOf } from "../../protocol/subscriptions.ts";

/** A subscription under way. */
export interface Listening {
  readonly watch: Watch;
  readonly ack: MessageEvent | undefined;
  /** The filter acknowledged; {} where none was. */
  readonly honoured: JsonObject;
}

/** Sends a listen request and waits for its acknowledgement, whatever may come before it. */
export async function listen(peer: Peer, filter: WatchFilter, options: CallOptions = {}): Promise<Listening> {
  const watch = await peer.watch(filter, options);
  let ack: MessageEvent | undefined;
  do ack = await watch.next();
  while (ack !== undefined && ack.message.method !== ACKNOWLEDGED);
  const honoured = ack?.message.params?.notifications;
  return { watch, ack, honoured: isObject(honoured) ? honoured : {} };
}

/** A kind of change that a fixture's tool makes happen. */
export interface Trigger {
  readonly kind: ChangeKind;
  /** The filter that asks for this kind alone. */
  readonly filter: WatchFilter;
  /** Makes the change happen. */
  readonly pull: (peer: Peer, options?: CallOptions) => PromiseLike<Reply>;
}

const TOOLS: { readonly [field in ChangeKind["field"]]: string } = {
  toolsListChanged: "test_trigger_tool_change",
  promptsListChanged: "test_trigger_prompt_change",
  resourcesListChanged: "assay_trigger_resource_change",
  resourceSubscriptions: "assay_update_resource",
};

/** The resource that fixtures change on demand. */
export const WATCHED = "test://watched-resource";
export const NO_TRIGGER =
  "no tool of the target is known to change its lists or resources; a conformance fixture's would be";

/** What the target's fixture can make happen. */
export function triggersOf(target: Target): readonly Trigger[] {
  return CHANGE_KINDS.flatMap((kind) => {
    const tool = target.fixture(TOOLS[kind.field]);
    return tool === undefined ? [] : [trigger(kind, tool)];
  });
}

function trigger(kind: ChangeKind, tool: ToolFacts): Trigger {
  const updates = kind.field === "resourceSubscriptions";
  const params = { name: tool.name, arguments: updates ? { uri: WATCHED } : tool.arguments() };
  return {
    kind,
    filter: updates ? { resourceSubscriptions: [WATCHED] } : { [kind.field]: true },
    pull: (peer, options = {}) => peer.call("tools/call", params, options),
  };
}

/** Pulls every trigger; gives those that worked. */
export async function pullAll(
  peer: Peer,
  triggers: readonly Trigger[],
  options?: CallOptions,
): Promise<readonly Trigger[]> {
  const worked: Trigger[] = [];
  for (const one of triggers) if (didIt(await one.pull(peer, options))) worked.push(one);
  return worked;
}

/** Whether a tool did what it was asked to. */
export function didIt(reply: Reply): boolean {
  return reply.kind === "result" && reply.result.isError !== true;
}

/** A subscription to each kind that a trigger exists for; undefined where the server honours none of them. */
export async function listenToAny(
  peer: Peer,
  triggers: readonly Trigger[],
): Promise<(Listening & { readonly trigger: Trigger }) | undefined> {
  for (const one of triggers) {
    const listening = await listen(peer, one.filter);
    if (asksFor(listening.honoured, one.kind)) return { ...listening, trigger: one };
    await listening.watch.close();
  }
  return undefined;
}

/** The next notification of a kind on a watch; what else comes meanwhile is passed over. */
export function nextOf(watch: Watch, { method }: ChangeKind): Promise<MessageEvent | undefined> {
  return nextThat(watch, (name) => name === method);
}

/** The next change notification on a watch. */
export function nextChange(watch: Watch): Promise<MessageEvent | undefined> {
  return nextThat(watch, (name) => changeOf(name) !== undefined);
}

async function nextThat(
  watch: Watch,
  fits: (method: string | undefined) => boolean,
): Promise<MessageEvent | undefined> {
  let event: MessageEvent | undefined;
  do event = await watch.next();
  while (event !== undefined && !fits(event.message.method));
  return event;
}

/** The reply that ended a subscription, when it came within a quiet window. */
export function endInQuiet(peer: Peer, ended: Promise<Reply>): Promise<Reply | undefined> {
  return Promise.race([ended, peer.quiet().then(() => undefined)]);
}
