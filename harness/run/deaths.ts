import type { Lane } from "../lane/lane.ts";

/** Connections in a row on which the target fell silent before it is given up. */
const GIVEN_UP = 3;
/** A request may stay unanswered by right; two in a row are asked about. */
const SUSPICIOUS = 2;

/** Counts the connections on which the target stopped answering. */
export interface Deaths {
  /** Looks, after a scenario, whether the target still answers on its lane. */
  look(lane: Lane): Promise<void>;
  /** The target did not answer on this lane when asked whether it was alive. */
  note(lane: Lane): void;
  /** Why nothing more is asked of the target; undefined while it is worth asking. */
  readonly verdict: string | undefined;
}

export function createDeaths(): Deaths {
  const silent = new Set<Lane>();
  const note = (lane: Lane) => {
    if (lane.connection.missed > 0) silent.add(lane);
  };
  return {
    note,
    async look(lane) {
      const { connection } = lane;
      if (silent.has(lane)) return;
      if (connection.missed < SUSPICIOUS) silent.clear();
      else if (connection.silent || !(await connection.peer.alive())) note(lane);
    },
    get verdict() {
      return silent.size < GIVEN_UP
        ? undefined
        : `the target had stopped answering on ${GIVEN_UP} connections in a row, so no more was asked of it`;
    },
  };
}
