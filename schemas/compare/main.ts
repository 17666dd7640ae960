// npm run schemas:compare [-- --require] [--revision 2025-11-25]: our schemas against the official ones, which are no
// part of the project. Ends with 1 at a difference that no entry of differences.yaml explains, or an entry without one.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { PROTOCOL_REVISIONS } from "../protocol/registry.ts";
import { type Comparison, compare } from "./compare.ts";
import { readExamples } from "./examples.ts";
import { DifferenceList, parseEntries } from "./listed.ts";
import { officialFile, oracleFolder, readOfficial } from "./official.ts";
import { readOurs } from "./ours.ts";
import { accusation, smallestOfEach, summary } from "./tell.ts";

/** Newest first, because they take longest. */
const REVISIONS: readonly string[] = PROTOCOL_REVISIONS.toReversed();
const TOGETHER = 2;
const LIST = "schemas/compare/differences.yaml";

interface Job {
  readonly revision: string;
  readonly oracle: string;
  readonly specification?: string;
}

if (isMainThread) {
  process.exitCode = await main().catch((error: Error) => {
    console.error(`schemas:compare: ${error.message}`);
    return 1;
  });
} else parentPort?.postMessage(await performed(workerData as Job));

async function main(): Promise<number> {
  const root = process.cwd();
  const { values } = parseArgs({
    options: { require: { type: "boolean", default: false }, revision: { type: "string", multiple: true } },
  });
  const revisions = values.revision ?? REVISIONS;
  const unknown = revisions.find((revision) => !REVISIONS.includes(revision));
  if (unknown !== undefined) {
    console.error(`--revision: expected one of ${REVISIONS.join(", ")}, got ${unknown}`);
    return 2;
  }
  const skipped = values.require ? 1 : 0;
  const oracle = oracleFolder(root);
  const absent = revisions.map((revision) => officialFile(oracle, revision)).find((file) => !existsSync(file));
  if (absent !== undefined) {
    console.log(`schemas:compare: skipped: there is no ${absent}; MCP_ORACLE names the folder of the official schemas`);
    return skipped;
  }
  const specification = process.env["MCP_SPEC"];
  if (specification === undefined) {
    console.log("official examples: skipped: MCP_SPEC names no checkout of the specification's repository");
    if (values.require) return skipped;
  }

  const entries = parseEntries(await readFile(join(root, LIST), "utf8"));
  const list = new DifferenceList(entries);
  const comparisons = await inTurn(revisions.map((revision) => ({ revision, oracle, specification })));
  let faults = 0;
  for (const comparison of comparisons) {
    const unlisted = smallestOfEach(comparison.differences.filter((difference) => !list.explains(difference)));
    console.log(summary(comparison, unlisted.length));
    for (const shown of unlisted) console.log(accusation(shown));
    for (const gap of comparison.gaps) console.log(`  ${comparison.revision} ${gap}`);
    faults += unlisted.length + comparison.gaps.length;
  }
  // An entry may be there for any of the revisions.
  const stale = REVISIONS.every((revision) => revisions.includes(revision)) ? list.stale() : [];
  for (const line of stale) console.log(`stale: ${LIST}, ${line}`);
  console.log(`${entries.length} entries in ${LIST}`);
  return faults + stale.length === 0 ? 0 : 1;
}

/** Each job in a thread of its own, a few at a time; results in the order of the jobs. */
async function inTurn(jobs: readonly Job[]): Promise<readonly Comparison[]> {
  const results: Comparison[] = [];
  const left = jobs.map((job, index) => ({ job, index }));
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next.index] = await threaded(next.job);
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return results;
}

function threaded(job: Job): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function performed({ revision, oracle, specification }: Job): Promise<Comparison> {
  return compare({
    revision,
    official: await readOfficial(oracle, revision),
    ours: await readOurs(revision),
    examples: specification === undefined ? [] : await readExamples(specification, revision),
  });
}
