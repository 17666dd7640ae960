import type { Acceptance } from "./accept.ts";
import type { Evidence, Judgement } from "./judgement.ts";
import { describe, eventsOf, isReply, type Subject, sentOf } from "./subject.ts";

/** Judges requirements that the scenario named beforehand; failed judgements do not throw. */
export type Judge = (requirement: string, facet?: string) => Question;

/** One question put to one requirement. */
export interface Question {
  /** The subject to hold against what would be accepted. */
  that(subject: Subject): Expectation;
  /** Only concludes when this holds (a twin probe was accepted, the target is still alive); else inconclusive, for `why`. */
  given(holds: boolean, why: string): Question;
  /** A failure lies outside every reading of the ambiguous text, because ... */
  outsideAllReadings(why: string): Question;
  /** A failure is only worth a warning, because ... */
  warningOnly(why: string): Question;
  /** A failure rests on something not having come in time: confirm it first. */
  timed(): Question;
  /** What was sent, where the subject does not know it. */
  sent(text: string, reproduce?: string): Question;
  /** Further events that show it. */
  showing(...events: readonly number[]): Question;
  pass(): void;
  fail(seen: string, accepted: readonly string[]): void;
  inconclusive(reason: string): void;
}

export interface Expectation {
  /** Passes when one acceptance fits. A missing answer is inconclusive unless silence is among them. Tells whether it passed. */
  is(...accepted: readonly Acceptance[]): boolean;
  /** Passes when none of these fits, e.g. nothing that must never come. */
  isNot(...forbidden: readonly Acceptance[]): boolean;
}

interface State {
  readonly given: string | undefined;
  readonly outside: string | undefined;
  readonly warning: string | undefined;
  readonly timed: boolean;
  readonly sent: { readonly text: string; readonly reproduce: string | undefined } | undefined;
  readonly events: readonly number[];
}

const FRESH: State = {
  given: undefined,
  outside: undefined,
  warning: undefined,
  timed: false,
  sent: undefined,
  events: [],
};

/**
 * Makes the `judge` of one scenario run.
 * @throws Error (a harness error) when an id is judged that the scenario does not list.
 */
export function createJudge(
  scenario: string,
  listed: readonly string[],
  inForce: ReadonlySet<string>,
  emit: (judgement: Judgement) => void,
): Judge {
  return (requirement, facet) => {
    if (!listed.includes(requirement))
      throw new Error(`scenario "${scenario}" judges ${requirement}, which it does not list`);
    const out = inForce.has(requirement) ? emit : () => {};
    return question({ requirement, judge: scenario, scenario, ...(facet === undefined ? {} : { facet }) }, out, FRESH);
  };
}

type Base = Pick<Judgement, "requirement" | "judge" | "scenario" | "facet">;

function question(base: Base, emit: (judgement: Judgement) => void, state: State): Question {
  const next = (change: Partial<State>) => question(base, emit, { ...state, ...change });
  const conclude = (pass: boolean, evidence: () => Evidence): boolean => {
    if (state.given !== undefined) emit({ ...base, outcome: "inconclusive", reason: state.given });
    else if (pass) emit({ ...base, outcome: "pass" });
    else
      emit({
        ...base,
        outcome: "fail",
        evidence: evidence(),
        timed: state.timed,
        ...(state.outside === undefined ? {} : { outsideAllReadings: state.outside }),
        ...(state.warning === undefined ? {} : { warningOnly: state.warning }),
      });
    return pass;
  };
  return {
    that: (subject) => {
      const evidence = (accepted: readonly string[]) => (): Evidence => {
        const sent = sentOf(subject);
        const text = state.sent?.text ?? sent?.text;
        const reproduce = state.sent?.reproduce ?? sent?.reproduce;
        return {
          accepted,
          seen: describe(subject),
          events: [...new Set([...state.events, ...eventsOf(subject)])].sort((a, b) => a - b),
          ...(text === undefined ? {} : { sent: text }),
          ...(reproduce === undefined ? {} : { reproduce }),
        };
      };
      return {
        is: (...accepted) => {
          const fits = accepted.some((acceptance) => acceptance.fits(subject));
          const missing = isReply(subject) && subject.kind === "none" && subject.why !== "refused";
          if (!fits && missing && !accepted.some((acceptance) => acceptance.silent)) {
            emit({ ...base, outcome: "inconclusive", reason: `no answer to judge: ${subject.note}` });
            return false;
          }
          return conclude(fits, evidence(accepted.map((acceptance) => acceptance.text)));
        },
        isNot: (...forbidden) =>
          conclude(
            !forbidden.some((acceptance) => acceptance.fits(subject)),
            evidence(forbidden.map((acceptance) => `anything but ${acceptance.text}`)),
          ),
      };
    },
    given: (holds, why) => (holds || state.given !== undefined ? next({}) : next({ given: why })),
    outsideAllReadings: (why) => next({ outside: why }),
    warningOnly: (why) => next({ warning: why }),
    timed: () => next({ timed: true }),
    sent: (text, reproduce) => next({ sent: { text, reproduce } }),
    showing: (...events) => next({ events: [...state.events, ...events] }),
    pass: () => void conclude(true, () => ({ accepted: [], seen: "", events: [] })),
    fail: (seen, accepted) =>
      void conclude(false, () => ({
        accepted,
        seen,
        events: state.events,
        ...(state.sent === undefined
          ? {}
          : {
              sent: state.sent.text,
              ...(state.sent.reproduce === undefined ? {} : { reproduce: state.sent.reproduce }),
            }),
      })),
    inconclusive: (reason) => emit({ ...base, outcome: "inconclusive", reason }),
  };
}
