import type { Reply } from "../../simulators/client/peer.ts";
import { eraOf } from "../../simulators/wire/revisions.ts";
import { type Lane, type LaneContext, openLane } from "../lane/lane.ts";
import { INTERRUPTED, unlessInterrupted } from "./interrupt.ts";

/** How the target took to the revision it was asked for. */
export type Opened = { readonly lane: Lane } & (
  | { readonly speaks: true }
  | { readonly speaks: false; readonly why: string; readonly answered: boolean }
);

/**
 * Asks the target for one revision on a connection of its own: discover (modern) or initialize (legacy). Where it speaks the
 * revision, this connection goes on to be the run's shared one, so that probing costs no start of the target.
 */
export async function openRun(context: LaneContext): Promise<Opened> {
  const lane = await openLane("shared", context);
  const reply = await unlessInterrupted(context.signal, lane.connection.as("open").open());
  if (reply === INTERRUPTED) {
    await lane.finish();
    return { speaks: false, lane, why: "interrupted", answered: false };
  }
  const why = refusal(reply, context);
  if (why === undefined) return { speaks: true, lane };
  await lane.finish();
  return { speaks: false, lane, why, answered: reply.kind !== "none" };
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
