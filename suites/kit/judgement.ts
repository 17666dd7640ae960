import type { JsonValue } from "../../simulators/wire/json.ts";

/** Evidence of a failed judgement. */
export interface Evidence {
  /** What was sent; shortened. */
  readonly sent?: string;
  /** Every answer that would have been accepted. */
  readonly accepted: readonly string[];
  readonly seen: string;
  /** seqs in the trace that show it. */
  readonly events: readonly number[];
  /** A line to paste that shows it again. */
  readonly reproduce?: string;
}

/** One outcome of one check or monitor. */
export type Judgement = {
  readonly requirement: string;
  /** `scenario name` for checks, `monitor id` for monitors. */
  readonly judge: string;
  readonly scenario: string;
  readonly facet?: string;
} & (
  | { readonly outcome: "pass" }
  | {
      readonly outcome: "fail";
      readonly evidence: Evidence;
      /** It rests on something not having come in time, and is confirmed before it counts. */
      readonly timed: boolean;
      /** Why the answer lies outside every reading of an ambiguous text. */
      readonly outsideAllReadings?: string;
      /** The judge itself asks for no more than a warning, and why. */
      readonly warningOnly?: string;
    }
  | { readonly outcome: "inconclusive"; readonly reason: string }
  /** The judge broke. */
  | { readonly outcome: "error"; readonly reason: string }
);

export type Shown = JsonValue | undefined;
