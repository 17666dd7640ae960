import type { Peer, Reply } from "../../simulators/client/peer.ts";
import { eraOf, isRevision } from "../../simulators/wire/revisions.ts";
import { type Lane, type LaneContext, openLane } from "../lane/lane.ts";
import { INTERRUPTED, unlessInterrupted } from "./interrupt.ts";

const UNSUPPORTED_VERSION = -32022;
/** Characters of a stray message that are shown. */
const SHOWN = 200;

/** How the target took to the revision it was asked for. */
export type Opened = { readonly lane: Lane } & (
  | { readonly speaks: true }
  /** `clean`: a refusal as the specification has it, which leaves nothing to judge. */
  | { readonly speaks: false; readonly why: string; readonly answered: boolean; readonly clean: boolean }
);

/**
 * Asks the target for one revision on a connection of its own: discover (modern) or initialize (legacy). Where it speaks the
 * revision, this connection goes on to be the run's shared one, so that probing costs no start of the target.
 */
export async function openRun(context: LaneContext): Promise<Opened> {
  const lane = await openLane("shared", context);
  const peer = lane.connection.as("open");
  const reply = await unlessInterrupted(context.signal, peer.open({ deadlineMs: firstAnswerMs(context) }));
  if (reply === INTERRUPTED) {
    await lane.finish();
    return { speaks: false, lane, why: "interrupted", answered: false, clean: true };
  }
  const why = refusal(reply, context);
  if (why === undefined || (await servesUndiscovered(peer, reply))) return { speaks: true, lane };
  await lane.finish();
  const stray = reply.kind === "none" ? peer.messages().at(0) : undefined;
  const came = stray === undefined ? "" : `; what came answers nothing: ${stray.message.text.slice(0, SHOWN)}`;
  return {
    speaks: false,
    lane,
    why: `${why}${came}`,
    answered: reply.kind !== "none" || stray !== undefined,
    clean: isClean(reply),
  };
}

/** A process has to start before it can answer. */
function firstAnswerMs({ target, patience }: LaneContext): number {
  return target.transport === "stdio" ? patience.answerMs * 2 : patience.answerMs;
}

/** A server of the modern era that refuses the discovery that it owes: what it serves gives it away, so that it can be judged. */
async function servesUndiscovered(peer: Peer, reply: Reply): Promise<boolean> {
  if (peer.era !== "modern" || reply.kind !== "error" || reply.error.code === UNSUPPORTED_VERSION) return false;
  for (const method of ["tools/list", "resources/list", "prompts/list"]) {
    const list = await peer.call(method, {});
    // Results of the legacy era have no such member.
    if (list.kind === "result" && list.result.resultType !== undefined) return true;
    if (list.kind === "none") return false;
  }
  return false;
}

/** An error, or another version that exists: the target says in due form that it does not speak this one. */
function isClean(reply: Reply): boolean {
  if (reply.kind !== "result") return reply.kind === "error";
  const { protocolVersion, supportedVersions } = reply.result;
  return (typeof protocolVersion === "string" && isRevision(protocolVersion)) || Array.isArray(supportedVersions);
}

function refusal(reply: Reply, { revision }: LaneContext): string | undefined {
  if (reply.kind === "none") return `${reply.method} was not answered: ${reply.note}`;
  if (reply.kind === "error")
    return `${reply.method} was refused with ${reply.error.code} ${JSON.stringify(reply.error.message)}`;
  if (eraOf(revision) === "legacy") {
    const agreed = reply.result.protocolVersion;
    return agreed === revision ? undefined : `initialize was answered with ${JSON.stringify(agreed)}`;
  }
  const supported = reply.result.supportedVersions;
  return Array.isArray(supported) && supported.includes(revision)
    ? undefined
    : `server/discover lists ${JSON.stringify(supported)}`;
}
