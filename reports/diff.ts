import type { Report, RequirementResult, Run } from "../schemas/report.ts";

/** What a requirement's verdict was or is; undefined: the report has no such requirement in that run. */
export type Standing = "pass" | "warning" | "failure" | "inconclusive" | "not-applicable" | "error" | undefined;

export interface Change {
  readonly requirement: string;
  readonly statement: string;
  readonly revision: string;
  readonly transport: string;
  readonly before: Standing;
  readonly after: Standing;
  /** Why it is not judged any more, or what was seen where it fails. */
  readonly why?: string;
}

/** What became of each verdict from one report to another; what stayed as it was is only counted. */
export interface Diff {
  readonly better: readonly Change[];
  readonly worse: readonly Change[];
  /** Judged now, and not before. */
  readonly newlyJudged: readonly Change[];
  /** Judged before, and not now. */
  readonly lost: readonly Change[];
  readonly same: number;
}

const RANK: ReadonlyMap<Standing, number> = new Map([
  ["failure", 0],
  ["warning", 1],
  ["pass", 2],
]);

export function diffReports(before: Report, after: Report): Diff {
  const diff = { better: [] as Change[], worse: [] as Change[], newlyJudged: [] as Change[], lost: [] as Change[] };
  let same = 0;
  const old = verdictsOf(before);
  const now = verdictsOf(after);
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(key), now.get(key)];
    const change = changeOf(was, is);
    const [from, to] = [RANK.get(change.before), RANK.get(change.after)];
    if (from === to) same += 1;
    else if (from === undefined) diff.newlyJudged.push(change);
    else if (to === undefined) diff.lost.push(change);
    else (to > from ? diff.better : diff.worse).push(change);
  }
  return { ...diff, same };
}

interface Placed {
  readonly run: Run;
  readonly result: RequirementResult;
}

function verdictsOf(report: Report): ReadonlyMap<string, Placed> {
  return new Map(
    report.runs.flatMap((run) =>
      run.requirements.map((result) => [
        JSON.stringify([run.revision, run.transport, result.role, result.id]),
        { run, result },
      ]),
    ),
  );
}

function changeOf(was: Placed | undefined, is: Placed | undefined): Change {
  const { run, result } = (is ?? was)!;
  const why = is?.result.findings[0]?.seen ?? is?.result.reason;
  return {
    requirement: result.id,
    statement: result.statement,
    revision: run.revision,
    transport: run.transport,
    before: standingOf(was),
    after: standingOf(is),
    ...(why === undefined ? {} : { why }),
  };
}

function standingOf(placed: Placed | undefined): Standing {
  if (placed === undefined) return undefined;
  const { verdict, severity } = placed.result;
  return verdict === "fail" ? (severity ?? "failure") : verdict;
}
