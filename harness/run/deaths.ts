import type { Patience } from "../../simulators/client/connection.ts";
import type { Peer } from "../../simulators/client/peer.ts";
import type { Lane } from "../lane/lane.ts";

/** Connections on which the target fell silent before it is given up: so many in a row, or so many in all. */
const IN_A_ROW = 3;
const IN_ALL = 5;
/** A request may stay unanswered by right; two in a row are asked about, and each one once the target has fallen silent. */
const SUSPICIOUS = 2;
/** Requests left unanswered on several connections together, after which those to come get a part of their time only. */
const MANY = 12;

/** A lane, as far as it is looked at here. */
type Looked = Pick<Lane, "connection">;

/** Counts the connections on which the target stopped answering. */
export interface Deaths {
  /** Looks, after a scenario, whether the target still answers on its lane. */
  look(lane: Looked): Promise<void>;
  /** Asks whether the target is alive, and notes when it does not answer. */
  alive(lane: Looked): Promise<boolean>;
  /** How long to wait on the next connection: who fell silent before is believed sooner to have done so again. */
  wary(patience: Patience): Patience;
  /** Why nothing more is asked of the target; undefined while it is worth asking. */
  readonly verdict: string | undefined;
}

export function createDeaths(): Deaths {
  const silent = new Set<Looked>();
  let inARow = 0;
  let patchy = false;
  const unanswered = new Map<Looked, number>();
  /** The usual question is not answered, though another is: a fault of its own, and no death. */
  let deaf = false;
  const note = (lane: Looked) => {
    // A process that has ended is started again; one that had to be cut off would only flood again.
    if ((lane.connection.missed === 0 && !lane.connection.flooded) || silent.has(lane)) return;
    silent.add(lane);
    inARow += 1;
  };
  const answers = async ({ connection }: Looked): Promise<boolean> => {
    if (!deaf && (await connection.peer.alive())) return true;
    // It refused, or the connection is down: no more to ask.
    if (!deaf && connection.missed === 0) return false;
    deaf = await lists(connection.peer);
    return deaf;
  };
  return {
    async alive(lane) {
      if (await answers(lane)) return true;
      note(lane);
      return false;
    },
    async look(lane) {
      const { connection } = lane;
      unanswered.set(lane, Math.max(unanswered.get(lane) ?? 0, connection.missed));
      patchy ||= connection.patchy || sum(unanswered.values()) >= MANY;
      if (silent.has(lane)) return;
      if (connection.flooded) note(lane);
      else if (connection.missed < (silent.size === 0 ? SUSPICIOUS : 1)) inARow = 0;
      else if (connection.silent || !(await answers(lane))) note(lane);
    },
    wary: (patience) => ({
      ...patience,
      ...(silent.size === 0 ? {} : { silentAfter: { requests: SUSPICIOUS, ms: patience.answerMs } }),
      ...(patchy ? { short: true } : {}),
    }),
    get verdict() {
      if (inARow < IN_A_ROW && silent.size < IN_ALL) return undefined;
      const row = inARow < IN_A_ROW ? "" : " in a row";
      return `the target had stopped answering, or flooded, on ${row === "" ? silent.size : inARow} connections${row}, so no more was asked of it`;
    },
  };
}

/** Whether it answers a request for one of its lists, be it with an error. */
async function lists(peer: Peer): Promise<boolean> {
  const offered = peer.server?.capabilities ?? {};
  const kind = ["tools", "resources", "prompts"].find((name) => name in offered) ?? "tools";
  const reply = await peer.call(`${kind}/list`, {});
  return reply.kind !== "none";
}

function sum(counts: Iterable<number>): number {
  let all = 0;
  for (const count of counts) all += count;
  return all;
}
