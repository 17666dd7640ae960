import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { Revision, TransportName } from "../../wire/revisions.ts";
import type { RequestHead, WireEdits } from "../edits.ts";
import { type ClientRules, CONFORMING_CLIENT } from "./rules.ts";

/** Where something is about to leave. */
export interface ClientPlace {
  readonly revision: Revision;
  readonly transport: TransportName;
}

/** How the simulated client behaves at its edges. */
export interface ClientPolicy {
  /** stdio: ends the server's input at the end. */
  readonly endsInput: boolean;
  /** stdio: a signal sent to the server before its input is ended. */
  readonly signalsFirst: "SIGTERM" | "SIGKILL" | undefined;
  /** stdio: waits for the server's exit after the end of its input, and ends it by these signals, one after the other, when it stays. */
  readonly escalates: readonly ("SIGTERM" | "SIGKILL")[];
  /** stdio: ms that it waits for the server's exit before it goes on. */
  readonly exitMs: number;
  /** HTTP: ends its session at the end. */
  readonly endsSession: boolean;
  /** HTTP: wait before a stream that broke off is taken up again, ms; undefined as the server asks. */
  readonly resumesAfterMs: number | undefined;
  /** Notifications from the server that end it. */
  readonly diesOf: readonly string[];
  /** A result that is not as it should be ends it. */
  readonly diesOfMalformed: boolean;
}

/** The places where a mutant may reach into a conforming simulated client. */
export interface ClientSeams {
  /** Replaces one named behaviour; `replace` gets the conforming one. */
  rule<N extends keyof ClientRules>(name: N, replace: (original: ClientRules[N]) => ClientRules[N]): void;
  /** Drops ([]), repeats, reorders or edits an outgoing message: requests, notifications and answers alike. */
  message(edit: (message: JsonObject, place: ClientPlace) => readonly JsonValue[]): void;
  /** stdio: the bytes of an outgoing line, terminator included. Several buffers are written apart. */
  line(edit: (bytes: Buffer, place: ClientPlace) => readonly Buffer[]): void;
  /** HTTP: method, headers and body of a request. */
  request(edit: (request: RequestHead, place: ClientPlace) => RequestHead): void;
  /** What the application prints. */
  report(edit: (line: JsonObject) => readonly JsonObject[]): void;
  process(policy: Partial<ClientPolicy>): void;
}

/** What a simulated client does at each of its seams. */
export interface ClientBehaviours {
  readonly rules: Readonly<ClientRules>;
  readonly policy: ClientPolicy;
  edits(place: ClientPlace): WireEdits;
  report(line: JsonObject): readonly JsonObject[];
}

/** Conforming behaviours, and the seams through which a mutant changes them. Edits of one seam run in the order in which they were made. */
export function createClientSeams(): { readonly seams: ClientSeams; readonly behaviours: ClientBehaviours } {
  const rules: ClientRules = { ...CONFORMING_CLIENT };
  const policy: { -readonly [name in keyof ClientPolicy]: ClientPolicy[name] } = {
    endsInput: true,
    signalsFirst: undefined,
    escalates: ["SIGTERM", "SIGKILL"],
    exitMs: 2_000,
    endsSession: true,
    resumesAfterMs: undefined,
    diesOf: [],
    diesOfMalformed: false,
  };
  const messages: Parameters<ClientSeams["message"]>[0][] = [];
  const lines: Parameters<ClientSeams["line"]>[0][] = [];
  const requests: Parameters<ClientSeams["request"]>[0][] = [];
  const reports: Parameters<ClientSeams["report"]>[0][] = [];
  return {
    seams: {
      rule: (name, replace) => {
        rules[name] = replace(rules[name]);
      },
      message: (edit) => void messages.push(edit),
      line: (edit) => void lines.push(edit),
      request: (edit) => void requests.push(edit),
      report: (edit) => void reports.push(edit),
      process: (changes) => void Object.assign(policy, changes),
    },
    behaviours: {
      rules,
      policy,
      edits: (place) => ({
        message: (message) => through(messages, [message], (edit, one) => edit(one as JsonObject, place)),
        line: (bytes) => through(lines, [bytes], (edit, one) => edit(one, place)),
        resumeMs: (wantedMs) => policy.resumesAfterMs ?? wantedMs,
        request: (request) => requests.reduce((edited, edit) => edit(edited, place), request),
      }),
      report: (line) => through(reports, [line], (edit, one) => edit(one)),
    },
  };
}

function through<E, T>(
  edits: readonly E[],
  items: readonly T[],
  apply: (edit: E, item: T) => readonly T[],
): readonly T[] {
  return edits.reduce<readonly T[]>((edited, edit) => edited.flatMap((one) => apply(edit, one)), items);
}
