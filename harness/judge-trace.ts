import type { Report, Run } from "../schemas/report.ts";
import type { RequestInstance } from "../simulators/trace/context.ts";
import type { HeadEvent, TraceEvent } from "../simulators/trace/events.ts";
import { readTrace } from "../simulators/trace/file.ts";
import { createReducer } from "../simulators/trace/reduce.ts";
import { isObject, type JsonObject } from "../simulators/wire/json.ts";
import type { WireMessage } from "../simulators/wire/jsonrpc.ts";
import { eraOf, isRevision, type Revision } from "../simulators/wire/revisions.ts";
import { applies } from "../suites/applicability/evaluate.ts";
import { attachMonitors } from "../suites/kit/attach.ts";
import { generatedBy, judgesRole } from "../suites/kit/monitor.ts";
import { allJudges } from "../suites/registry.ts";
import { catalogueHash, loadCatalogue, sourceOf } from "../suites/requirements/load.ts";
import { excerptBudget } from "./excerpt/budget.ts";
import { ExcerptKeeper } from "./excerpt/keeper.ts";
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
    throw new AssayError("trace.unreadable", 2, `${path}: ${whyUnreadable(error)}`, { cause: error });
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
    const here = [...catalogue.inForce({ revision, transport, role: head.role }), ...generatedBy(monitors)];
    const own = monitors.filter((monitor) => judgesRole(monitor, head.role));
    const reducer = createReducer(head);
    // Whoever wrote the trace has replaced the secrets.
    const keeper = new ExcerptKeeper(`${revision} ${transport}`, excerptBudget(), []);
    const listeners: ((event: TraceEvent) => void)[] = [];
    const conclude = attachMonitors(reducer, own, {
      revision,
      transport,
      lane,
      inForce: new Set(here.map((requirement) => requirement.id)),
      emit: (judgement) => {
        const excerpt = judgement.outcome === "fail" ? keeper.around(judgement)?.steps : undefined;
        judgements.push({ judgement, lane, trace: path, ...(excerpt === undefined ? {} : { excerpt }) });
      },
    });
    const facts = observeFacts(reducer, {
      head,
      listen: (listener) => {
        listeners.push(listener);
        return () => {};
      },
    });
    let capabilities: JsonObject = {};
    let client: JsonObject = {};
    let info: JsonObject = {};
    let opened = false;
    let unspoken: string | undefined;
    reducer.on("response", ({ conversation, request, seen }) => {
      if (!opened && request !== undefined) unspoken = refusalOf(request, seen.message, revision);
      opened = true;
      capabilities = conversation.server.capabilities ?? capabilities;
      client = conversation.client.capabilities ?? client;
      info = conversation.server.info ?? info;
    });
    let last = 0;
    return {
      take(event: TraceEvent) {
        last = event.t;
        keeper.take(event);
        for (const listener of listeners) listener(event);
        reducer.take(event);
      },
      finish(): Report {
        reducer.finish();
        conclude();
        // What was refused in due form is no conduct under the revision that the run asked for.
        const results = fold(here, unspoken === undefined ? judgements : [], {
          revision,
          transport,
          sourceOf: (requirement) => sourceOf(requirement, revision),
          judgesOf: (id) =>
            new Set(own.filter((monitor) => monitor.requirements.includes(id)).map((monitor) => monitor.name)),
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
        const { concluded, why } =
          unspoken === undefined
            ? concludes(
                results.filter((result) => result.judges.concluded > 0),
                facts.answered(),
              )
            : { concluded: false, why: unspoken };
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
          notes: [
            "a record shows what monitors can judge; what scenarios found stands in the report of the run",
            ...(head.catalogue === catalogueHash() ? [] : [`recorded with another catalogue (${head.catalogue})`]),
          ],
        };
      },
    };
  }
}

function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file; --trace FOLDER writes traces";
  if (code === "EISDIR") return "expected a trace, got a folder; name one of the files in it";
  return message ?? String(error);
}

/** That the target does not speak the revision it was asked for, in words; undefined when it does. */
function refusalOf(request: RequestInstance, { error, result }: WireMessage, revision: Revision): string | undefined {
  const opens =
    request.method === "initialize"
      ? request.params.protocolVersion === revision
      : request.method === "server/discover";
  if (!opens) return undefined;
  if (error !== undefined) return `not spoken: ${request.method} was refused with ${error.code}`;
  const agreed = isObject(result) ? result.protocolVersion : undefined;
  const other = typeof agreed === "string" && isRevision(agreed) && agreed !== revision;
  return other ? `not spoken: initialize was answered with ${JSON.stringify(agreed)}` : undefined;
}

function requireHead(event: TraceEvent, path: string): HeadEvent {
  if (event.kind === "head") return event;
  throw new AssayError(
    "trace.no-head",
    2,
    `${path}: expected a "head" event first, got "${event.kind}"; is it the beginning of a trace that --trace wrote?`,
  );
}
