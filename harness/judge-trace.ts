import type { Report, Run } from "../schemas/report.ts";
import type { HeadEvent, Recorder, TraceEvent } from "../simulators/trace/events.ts";
import { readTrace } from "../simulators/trace/file.ts";
import { createReducer } from "../simulators/trace/reduce.ts";
import type { JsonObject } from "../simulators/wire/json.ts";
import { eraOf } from "../simulators/wire/revisions.ts";
import { applies } from "../suites/applicability/evaluate.ts";
import { attachMonitors } from "../suites/kit/attach.ts";
import { allJudges } from "../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../suites/requirements/load.ts";
import type { LaneJudgement } from "./lane/lane.ts";
import { observeFacts } from "./lane/observe.ts";
import { AssayError } from "./options.ts";
import { concludes } from "./verdict/conclude.ts";
import { fold, totalsOf } from "./verdict/fold.ts";
import { VERSION } from "./version.ts";

/**
 * Judges a recorded trace: the same passive verdicts as the live run gave.
 * @throws AssayError when the file cannot be read or is no trace.
 */
export async function judgeTrace(path: string): Promise<Report> {
  const catalogue = loadCatalogue();
  const { monitors } = await allJudges();
  const judgements: LaneJudgement[] = [];
  let session: ReturnType<typeof begin> | undefined;
  try {
    for await (const event of readTrace(path)) {
      session ??= begin(requireHead(event, path));
      session.take(event);
    }
  } catch (error) {
    if (error instanceof AssayError) throw error;
    throw new AssayError("trace.unreadable", 2, `${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (session === undefined)
    throw new AssayError(
      "trace.empty",
      2,
      `${path}: expected a trace (JSON Lines, first a "head" event), got an empty file`,
    );
  return session.finish();

  function begin(head: HeadEvent) {
    const { revision, transport, lane } = head;
    const here = catalogue.inForce({ revision, transport, role: head.role });
    const own = monitors.filter((monitor) => monitor.judges === head.role);
    const reducer = createReducer(head);
    const listeners: ((event: TraceEvent) => void)[] = [];
    const conclude = attachMonitors(reducer, own, {
      revision,
      transport,
      lane,
      inForce: new Set(here.map((requirement) => requirement.id)),
      emit: (judgement) => judgements.push({ judgement, lane, trace: path }),
    });
    const facts = observeFacts(reducer, {
      listen: (listener: (event: TraceEvent) => void) => listeners.push(listener),
    } as unknown as Recorder);
    let capabilities: JsonObject = {};
    let client: JsonObject = {};
    let info: JsonObject = {};
    reducer.on("response", ({ conversation }) => {
      capabilities = conversation.server.capabilities ?? capabilities;
      client = conversation.client.capabilities ?? client;
      info = conversation.server.info ?? info;
    });
    let last = 0;
    return {
      take(event: TraceEvent) {
        last = event.t;
        for (const listener of listeners) listener(event);
        reducer.take(event);
      },
      finish(): Report {
        reducer.finish();
        conclude();
        const results = fold(here, judgements, {
          revision,
          sourceOf: (requirement) => sourceOf(requirement, revision),
          judgesOf: (id) => new Set(own.filter((monitor) => monitor.requirement === id).map((monitor) => monitor.name)),
          applies: (requirement) =>
            applies(requirement.when, {
              role: head.role,
              revision,
              era: eraOf(revision),
              transport,
              serverCapabilities: capabilities,
              clientCapabilities: client,
              sessionIssued: facts.sessionIssued(),
              getStream: facts.getStream(),
              eventIds: facts.eventIds(),
              revisionsSupported: [revision],
              uses: facts.uses,
            }),
          needs: new Map(),
        });
        // A recording holds what it holds: what was not in it is no reason to doubt the rest.
        const { concluded, why } = concludes(
          results.filter((result) => result.judges.concluded > 0),
          facts.answered(),
        );
        const totals = totalsOf(results);
        const run: Run = {
          revision,
          transport,
          concluded,
          ...(why === undefined ? {} : { why }),
          conforms: concluded && totals.fail === 0 && totals.error === 0,
          server: { capabilities },
          requirements: results,
          scenarios: [{ name: lane, ms: Math.round(last), trace: path }],
          totals,
          ms: Math.round(last),
        };
        return {
          assay: { version: VERSION, seed: head.seed, catalogue: catalogueHash() },
          target: {
            role: head.role,
            ...(typeof info.name === "string" ? { name: info.name } : {}),
            ...(typeof info.version === "string" ? { version: info.version } : {}),
            capabilities,
            revisions: [revision],
            starts: 0,
          },
          conforms: run.conforms,
          concluded,
          ms: run.ms,
          runs: [run],
          notes:
            head.catalogue === catalogueHash()
              ? []
              : [`the trace was recorded with another catalogue (${head.catalogue})`],
        };
      },
    };
  }
}

function requireHead(event: TraceEvent, path: string): HeadEvent {
  if (event.kind === "head") return event;
  throw new AssayError(
    "trace.no-head",
    2,
    `${path}: expected a "head" event first, got "${event.kind}"; is it the beginning of a trace that --trace wrote?`,
  );
}
