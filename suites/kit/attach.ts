import type { ExchangeInstance, Reducer, Signal } from "../../simulators/trace/context.ts";
import { isRevision, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import type { Judgement } from "./judgement.ts";
import type { Monitor, MonitorTools, Verdicts } from "./monitor.ts";

export interface AttachOptions {
  readonly revision: Revision;
  readonly transport: TransportName;
  /** Judgements that belong to no scenario are filed under this name. */
  readonly lane: string;
  readonly inForce: ReadonlySet<string>;
  readonly emit: (judgement: Judgement) => void;
}

/**
 * Starts the monitors that are in force on a reducer. The function returned gives their passes, once the trace is over:
 * a monitor passes when it saw an event on which it could have failed and did not fail.
 */
export function attachMonitors(reducer: Reducer, monitors: readonly Monitor[], options: AttachOptions): () => void {
  const finishers = monitors
    .filter((monitor) => monitor.requirements.some((id) => options.inForce.has(id)))
    .map((monitor) => attach(reducer, monitor, options));
  return () => {
    for (const finish of finishers) finish();
  };
}

/** A session that agreed on another revision is judged by no rule of this one but those of agreeing. */
function isElsewhere(
  { conversation, exchange }: Pick<Signal, "conversation" | "exchange">,
  { requirements }: Monitor,
  { revision }: AttachOptions,
): boolean {
  if (/^(?:versioning|lifecycle|discover|session)\./.test(requirements[0])) return false;
  const { agreed } = conversation;
  return agreed === undefined ? asksOtherwise(exchange, revision) : agreed !== revision && isRevision(agreed);
}

/** Whether it carries an `initialize` for another version: the stream of its answer begins before anything is agreed. */
function asksOtherwise(exchange: ExchangeInstance | undefined, revision: Revision): boolean {
  const asked = exchange?.sent.find(({ message }) => message.method === "initialize")?.message.params?.protocolVersion;
  return typeof asked === "string" && asked !== revision;
}

function attach(reducer: Reducer, monitor: Monitor, options: AttachOptions): () => void {
  let scenario = options.lane;
  let broken = false;
  const emit = (judgement: Judgement) => options.emit(judgement);
  const base = (requirement: string) => ({ requirement, judge: monitor.name, scenario });
  const records = new Map<string, VerdictRecord>();
  const about = (requirement: string) => {
    const known = records.get(requirement);
    if (known !== undefined || !options.inForce.has(requirement)) return known;
    const record = recordOf(() => base(requirement), emit);
    records.set(requirement, record);
    return record;
  };
  const [first] = monitor.requirements;
  const guard = <T>(run: (subject: T) => void, subject: T) => {
    if (broken) return;
    try {
      run(subject);
    } catch (error) {
      broken = true;
      emit({ ...base(first), outcome: "error", reason: `monitor ${monitor.name} broke: ${String(error)}` });
    }
  };
  const tools: MonitorTools = {
    revision: options.revision,
    transport: options.transport,
    on: (name, listener, own = {}) => {
      reducer.on(name, (signal) => {
        if (signal.defect !== undefined && !own.defects) return;
        if (isElsewhere(signal, monitor, options)) return;
        scenario = signal.scenario ?? options.lane;
        guard(listener, signal);
      });
    },
    about,
    ...(about(first) ?? recordOf(() => base(first), nobody)),
  };
  guard(monitor.start, tools);
  return () => {
    if (broken) return;
    scenario = options.lane;
    for (const record of records.values()) record.conclude();
  };
}

function nobody(): void {}

interface VerdictRecord extends Verdicts {
  /** Gives the passes: what was seen and did not fail. */
  conclude(): void;
}

function recordOf(
  base: () => Pick<Judgement, "requirement" | "judge" | "scenario">,
  emit: (judgement: Judgement) => void,
): VerdictRecord {
  const seen = new Set<string>();
  const failed = new Set<string>();
  const of = (facet: string | undefined) => ({ ...base(), ...(facet === undefined ? {} : { facet }) });
  return {
    saw: (facet = "") => void seen.add(facet),
    fail: (what, failure) => {
      failed.add(failure.facet ?? "");
      emit({
        ...of(failure.facet),
        outcome: "fail",
        timed: failure.timed ?? false,
        evidence: {
          accepted: failure.accepted,
          seen: what,
          events: failure.events,
          ...(failure.sent === undefined ? {} : { sent: failure.sent }),
        },
        ...(failure.outsideAllReadings === undefined ? {} : { outsideAllReadings: failure.outsideAllReadings }),
        ...(failure.warningOnly === undefined ? {} : { warningOnly: failure.warningOnly }),
      });
    },
    inconclusive: (reason) => emit({ ...of(undefined), outcome: "inconclusive", reason }),
    harnessError: (reason) => emit({ ...of(undefined), outcome: "error", reason }),
    conclude: () => {
      for (const facet of seen)
        if (!failed.has(facet)) emit({ ...of(facet === "" ? undefined : facet), outcome: "pass" });
    },
  };
}
