import type { Readable, Writable } from "node:stream";
import type { Clock } from "../clock/clock.ts";
import type { Recorder } from "../trace/events.ts";
import type { Revision, TransportName } from "../wire/revisions.ts";
import type { WireEdits } from "./edits.ts";
import type { Peer } from "./peer.ts";

/** A running server as the stdio transport sees it; a real child process or an in-process simulated one. */
export interface ServerProcess {
  /** `p1`, `p2`, ... unique in the trace. */
  readonly name: string;
  readonly pid: number | undefined;
  readonly command: readonly string[];
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the process has ended and its pipes are drained. Never rejects. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null; readonly error?: string }>;
  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
}

/** Where a server is reached: a process to launch, or a URL. */
export type ServerPlace =
  | { readonly transport: "stdio"; launch(): Promise<ServerProcess> }
  | { readonly transport: "http" | "sse"; readonly url: URL; readonly headers: readonly (readonly [string, string])[] };

/** How long the peer is willing to wait, all in ms. */
export interface Patience {
  /** One answer. */
  readonly answerMs: number;
  /** Shortest quiet window. */
  readonly quietMs: number;
  /** A process's exit after its input ended. */
  readonly exitMs: number;
  /** So many requests in a row without an answer, over so many ms, and the target counts as fallen silent (4 over twice `answerMs`). */
  readonly silentAfter?: { readonly requests: number; readonly ms: number };
  /** The target left so many requests unanswered on earlier connections that each gets only a part of its time. */
  readonly short?: boolean;
}

/** An amount of input: messages, or other frames, and bytes. */
export interface Amount {
  readonly frames: number;
  readonly bytes: number;
}

export interface Intake {
  readonly first: Amount;
  readonly perMessageSent: Amount;
}

/** Caps on everything read; beyond them a frame is cut and the judgement is inconclusive. */
export interface Caps {
  readonly lineBytes: number;
  readonly bodyBytes: number;
  readonly heldEvents: number;
  /** What a channel may bring before anything is sent on it, and besides for each message sent; beyond it nothing more is read. */
  readonly intake?: Intake;
}

export const DEFAULT_PATIENCE: Patience = { answerMs: 5_000, quietMs: 250, exitMs: 5_000 };
const MIB = 1024 * 1024;
export const DEFAULT_INTAKE: Intake = {
  first: { frames: 20_000, bytes: 32 * MIB },
  perMessageSent: { frames: 200, bytes: MIB },
};
export const DEFAULT_CAPS: Caps = { lineBytes: 16 * MIB, bodyBytes: 16 * MIB, heldEvents: 8_000 };

export interface PeerOptions {
  readonly revision: Revision;
  readonly place: ServerPlace;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly patience?: Patience;
  readonly caps?: Caps;
  /** What the simulated client says it is and can; defaults to a plain client with no capabilities. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  readonly capabilities?: { readonly [name: string]: import("../wire/json.ts").JsonValue };
  /** Set as the `scenario` of what this peer sends. */
  readonly scenario?: string;
  /** Changes what leaves. */
  readonly edits?: WireEdits;
}

/** A peer with the strings that only the harness pulls. */
export interface Connection {
  readonly peer: Peer;
  readonly transport: TransportName;
  /** The same channel seen by another scenario: what it sends is tagged with that name. */
  as(scenario: string): Peer;
  /** Forces everything down: aborts exchanges, kills the process. Idempotent, bounded in time. */
  destroy(): Promise<void>;
  /** Settles when the process has ended (stdio) or the connection was destroyed. */
  readonly gone: Promise<void>;
  /** Slowest answer so far, ms. */
  readonly slowestMs: number;
  /** Requests in a row, up to the latest, that were not answered in time. */
  readonly missed: number;
  /** So many of them, over so long, that further requests get only a small part of their time. */
  readonly silent: boolean;
  /** So many requests in all, in a row or not, were not answered in time that further ones get only a part of theirs. */
  readonly patchy: boolean;
  /** The target sent so much that nothing more of it is read. */
  readonly flooded: boolean;
  /** Why not all that the target sent was read: a cap of ours; undefined while all was. */
  readonly unread: string | undefined;
}

/** Makes a connection; for stdio this launches the process, for http and sse nothing is sent yet. The era's session opens at `peer.open()`. */
export type Connect = (options: PeerOptions) => Promise<Connection>;
