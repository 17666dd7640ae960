import type { Conversation, Reducer } from "../../simulators/trace/context.ts";
import { isRevision, type Revision, type TransportName } from "../../simulators/wire/revisions.ts";
import type { Judgement } from "./judgement.ts";
import type { Monitor, MonitorTools } from "./monitor.ts";

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
    .filter((monitor) => options.inForce.has(monitor.requirement))
    .map((monitor) => attach(reducer, monitor, options));
  return () => {
    for (const finish of finishers) finish();
  };
}

/** A session that agreed on another revision is judged by no rule of this one but those of agreeing. */
function isElsewhere({ agreed }: Conversation, { requirement }: Monitor, { revision }: AttachOptions): boolean {
  return (
    agreed !== undefined &&
    agreed !== revision &&
    isRevision(agreed) &&
    !/^(?:versioning|lifecycle|discover|session)\./.test(requirement)
  );
}

function attach(reducer: Reducer, monitor: Monitor, options: AttachOptions): () => void {
  let scenario = options.lane;
  const seen = new Set<string>();
  const failed = new Set<string>();
  let broken = false;
  const base = (facet: string | undefined) => ({
    requirement: monitor.requirement,
    judge: monitor.name,
    scenario,
    ...(facet === undefined ? {} : { facet }),
  });
  const guard = <T>(run: (subject: T) => void, subject: T) => {
    if (broken) return;
    try {
      run(subject);
    } catch (error) {
      broken = true;
      options.emit({ ...base(undefined), outcome: "error", reason: `monitor ${monitor.name} broke: ${String(error)}` });
    }
  };
  const tools: MonitorTools = {
    revision: options.revision,
    transport: options.transport,
    on: (name, listener, own = {}) => {
      reducer.on(name, (signal) => {
        if (signal.defect !== undefined && !own.defects) return;
        if (isElsewhere(signal.conversation, monitor, options)) return;
        scenario = signal.scenario ?? options.lane;
        guard(listener, signal);
      });
    },
    saw: (facet = "") => void seen.add(facet),
    fail: (what, failure) => {
      failed.add(failure.facet ?? "");
      options.emit({
        ...base(failure.facet),
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
    inconclusive: (reason) => options.emit({ ...base(undefined), outcome: "inconclusive", reason }),
  };
  guard(monitor.start, tools);
  return () => {
    if (broken) return;
    scenario = options.lane;
    for (const facet of seen)
      if (!failed.has(facet)) options.emit({ ...base(facet === "" ? undefined : facet), outcome: "pass" });
  };
}
