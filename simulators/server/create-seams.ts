import type { JsonObject, JsonValue } from "../wire/json.ts";
import { CONFORMING, type Rules } from "./rules.ts";
import type { HttpContext, Outgoing, ProcessPolicy, ResponseHead, Seams } from "./seams.ts";

type ResultEdit = Parameters<Seams["result"]>[1];

/** What a simulated server does at each of its seams. */
export interface Behaviours {
  readonly rules: Readonly<Rules>;
  readonly process: ProcessPolicy;
  result(result: JsonObject, request: Parameters<ResultEdit>[1]): JsonObject;
  message(message: JsonObject, context: Outgoing): readonly JsonValue[];
  line(bytes: Buffer, context: Outgoing): readonly Buffer[];
  event(bytes: Buffer, context: Outgoing): readonly Buffer[];
  head(head: ResponseHead, context: HttpContext): ResponseHead;
}

const POLITE: ProcessPolicy = {
  exitsAtEndOfInput: true,
  lingersMs: 0,
  exitsAtSigterm: true,
  banner: "",
  farewell: "",
  chatter: "",
  exitCode: 0,
  crashAfter: 0,
  chunkIsMessage: false,
  reads: (chunk) => chunk,
  answersOnStderr: [],
  diesOnMalformed: false,
  listensOn: "127.0.0.1",
};

/** Conforming behaviours, and the seams through which a mutant changes them. Edits of one seam run in the order in which they were made. */
export function createSeams(): { readonly seams: Seams; readonly behaviours: Behaviours } {
  const rules: Rules = { ...CONFORMING };
  const policy: { -readonly [name in keyof ProcessPolicy]: ProcessPolicy[name] } = { ...POLITE };
  const results: { readonly method: string; readonly edit: ResultEdit }[] = [];
  const messages: Parameters<Seams["message"]>[0][] = [];
  const lines: Parameters<Seams["line"]>[0][] = [];
  const events: Parameters<Seams["event"]>[0][] = [];
  const heads: Parameters<Seams["head"]>[0][] = [];

  const seams: Seams = {
    rule: (name, replace) => {
      rules[name] = replace(rules[name]);
    },
    result: (method, edit) => void results.push({ method, edit }),
    message: (edit) => void messages.push(edit),
    line: (edit) => void lines.push(edit),
    event: (edit) => void events.push(edit),
    head: (edit) => void heads.push(edit),
    process: (changes) => void Object.assign(policy, changes),
  };

  return {
    seams,
    behaviours: {
      rules,
      process: policy,
      result: (result, request) =>
        results
          .filter(({ method }) => method === "*" || method === request.method)
          .reduce((edited, { edit }) => edit(edited, request), result),
      message: (message, context) =>
        messages.reduce<readonly JsonValue[]>(
          (edited, edit) => edited.flatMap((one) => edit(one as JsonObject, context)),
          [message],
        ),
      line: (bytes, context) => pieces(bytes, lines, context),
      event: (bytes, context) => pieces(bytes, events, context),
      head: (head, context) => heads.reduce((edited, edit) => edit(edited, context), head),
    },
  };
}

function pieces(bytes: Buffer, edits: readonly Parameters<Seams["line"]>[0][], context: Outgoing): readonly Buffer[] {
  return edits.reduce<readonly Buffer[]>((edited, edit) => edited.flatMap((one) => edit(one, context)), [bytes]);
}
