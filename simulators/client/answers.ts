import type { JsonObject } from "../wire/json.ts";
import type { Peer } from "./peer.ts";

export type AnswerKind = Parameters<Peer["answer"]>[0];
export type AnswerWith = Parameters<Peer["answer"]>[1];

const KINDS: { readonly [method: string]: AnswerKind } = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
  ping: "ping",
};

interface Told {
  readonly kind: AnswerKind;
  readonly scenario: string | undefined;
  readonly reply: AnswerWith;
}

/** How to answer what a server asks for, as scenarios have told. */
export class Answers {
  #told: readonly Told[] = [];

  set(kind: AnswerKind, scenario: string | undefined, reply: AnswerWith): void {
    const others = this.#told.filter((told) => told.kind !== kind || told.scenario !== scenario);
    this.#told = [...others, { kind, scenario, reply }];
  }

  /** The answer told on behalf of this scenario; where the scenario is unknown, the latest. */
  find(method: string, scenario: string | undefined): AnswerWith | undefined {
    const kind = KINDS[method];
    if (kind === undefined) return undefined;
    const fitting = this.#told.filter((told) => told.kind === kind);
    const own = fitting.findLast((told) => told.scenario === scenario);
    return (own ?? (scenario === undefined ? fitting.at(-1) : undefined))?.reply;
  }
}

export function isRefusal(
  answer: NonNullable<ReturnType<AnswerWith>>,
): answer is { readonly error: { code: number; message: string } } {
  const error = (answer as JsonObject)["error"];
  return typeof error === "object" && error !== null;
}
