import type { TraceStep } from "../../schemas/report.ts";
import type { TraceEvent } from "../../simulators/trace/events.ts";
import { Redactor } from "../../simulators/trace/secrets.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import { kindOf } from "../verdict/fold.ts";
import type { ExcerptBudget } from "./budget.ts";
import { type Held, Recent, sizeOf } from "./recent.ts";
import { Steps } from "./steps.ts";

type Failed = Extract<Judgement, { outcome: "fail" }>;

const MOST = 24;
const CITED = 10;
const BEFORE = 6;
const AFTER = 5;
/** Excerpts that wait for what comes after; older ones stay as they are. */
const OPEN = 64;
/** Characters of a sent message that are kept for a reproduction. */
const PASTED = 64 * 1024;

/** A failed judgement's surroundings. */
export interface Excerpt {
  /** Grows by what comes after, for a few steps. */
  readonly steps: readonly TraceStep[];
  /** What is still held of the lane's steps, for a reproduction. */
  readonly held: readonly Held[];
}

interface Growing {
  readonly steps: TraceStep[];
  /** Of the finding: its steps need not repeat it. */
  readonly scenario: string;
  readonly fits: (step: TraceStep) => boolean;
  left: number;
}

/** Holds the last steps of a lane, bounded, and gives those around a failed judgement. */
export class ExcerptKeeper {
  readonly #budget: ExcerptBudget;
  readonly #name: string;
  readonly #steps: Steps;
  readonly #recent = new Recent();
  #growing: Growing[] = [];

  /** `name`: of the run, so that judges are counted run by run. */
  constructor(name: string, budget: ExcerptBudget, secrets: readonly string[]) {
    this.#name = name;
    this.#budget = budget;
    this.#steps = new Steps(new Redactor(secrets));
  }

  take(event: TraceEvent): void {
    const placed = this.#steps.take(event);
    if (placed === undefined) return;
    const ours =
      event.from === "peer" &&
      ((event.kind === "http" && event.phase === "request") ||
        (event.kind === "message" && event.message.text.length <= PASTED));
    this.#recent.push({ ...placed, event: ours ? event : undefined });
    for (const open of this.#growing) if (open.left > 0 && open.fits(placed.step)) this.#grow(open, placed.step);
    if (this.#growing.length > 0) this.#growing = this.#growing.filter((open) => open.left > 0);
  }

  /** undefined where the judge has excerpts enough, or the report is full. */
  around(judgement: Failed): Excerpt | undefined {
    const { requirement, judge, facet, evidence } = judgement;
    const key = [this.#name, requirement, judge, facet, kindOf(evidence.seen)];
    if (!this.#budget.wants(JSON.stringify(key))) return undefined;
    const held = this.#recent.all();
    const seqs = new Set(evidence.events);
    const cites = ({ step, frame }: Held) => seqs.has(step.seq) || (frame !== undefined && seqs.has(frame));
    const cited = held.filter(cites);
    const anchors = cited.length > 0 ? cited : held.slice(-1);
    const fits = nearTo(anchors, judgement.scenario);
    const chosen = choose(held, anchors, fits);
    const growing: Growing = { steps: [], scenario: judgement.scenario, fits, left: 0 };
    for (const one of chosen) this.#grow(growing, cited.includes(one) ? { ...one.step, cited: true } : one.step);
    const last = anchors.at(-1);
    const after = last === undefined ? 0 : chosen.filter(({ step }) => step.seq > last.step.seq).length;
    growing.left = Math.max(0, Math.min(AFTER - after, MOST - chosen.length));
    if (growing.left > 0) this.#growing = [...this.#growing, growing].slice(-OPEN);
    return { steps: growing.steps, held };
  }

  #grow(growing: Growing, step: TraceStep): void {
    // A head alone, without the body that comes with it, would tell half of it.
    if (step.head === undefined || growing.steps.length > MOST) growing.left -= 1;
    if (!this.#budget.take(sizeOf(step))) return;
    const { scenario, ...rest } = step;
    growing.steps.push(scenario === growing.scenario ? rest : step);
  }
}

/** Steps of the same exchanges, and those of the same channel that no other scenario caused. */
function nearTo(anchors: readonly Held[], scenario: string): (step: TraceStep) => boolean {
  const of = (field: "exchange" | "channel" | "process" | "scenario") =>
    new Set(anchors.flatMap(({ step }) => step[field] ?? []));
  const [exchanges, channels, processes] = [of("exchange"), of("channel"), of("process")];
  const scenarios = of("scenario").add(scenario);
  const among = (names: ReadonlySet<string>, name: string | undefined) =>
    name === undefined || names.size === 0 || names.has(name);
  return (step) =>
    (step.exchange !== undefined && exchanges.has(step.exchange)) ||
    (among(channels, step.channel) && among(processes, step.process) && among(scenarios, step.scenario));
}

/** What is cited and its exchanges first, then what came shortly before and after; in order. */
function choose(held: readonly Held[], anchors: readonly Held[], fits: (step: TraceStep) => boolean): readonly Held[] {
  const first = anchors[0];
  const last = anchors.at(-1);
  if (first === undefined || last === undefined) return [];
  const near = held.filter(({ step }) => fits(step));
  const exchanges = new Set(anchors.flatMap(({ step }) => step.exchange ?? []));
  const before = (one: Held, count: number) => near.filter(({ step }) => step.seq < one.step.seq).slice(-count);
  const wanted = [
    ...anchors.slice(0, CITED - 2),
    ...anchors.slice(-2),
    ...near.filter(({ step }) => step.exchange !== undefined && exchanges.has(step.exchange)).slice(0, CITED),
    ...before(last, 2),
    ...before(first, BEFORE).reverse(),
    ...near.filter(({ step }) => step.seq > last.step.seq).slice(0, AFTER),
  ];
  // A body is read with its head.
  const whole = wanted.flatMap((one) => [one, ...(one.step.kind === "http" ? [] : headOf(one, near))]);
  return [...new Set(whole)].slice(0, MOST).sort((a, b) => a.step.seq - b.step.seq);
}

function headOf({ step }: Held, near: readonly Held[]): readonly Held[] {
  if (step.exchange === undefined) return [];
  const head = near.find(
    (other) =>
      other.step.kind === "http" &&
      other.step.head !== undefined &&
      other.step.exchange === step.exchange &&
      other.step.from === step.from,
  );
  return head === undefined ? [] : [head];
}
