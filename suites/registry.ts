import type { ClientSuite } from "./kit/client/scenario.ts";
import type { Monitor } from "./kit/monitor.ts";
import type { Suite } from "./kit/scenario.ts";

/** What judges one area: its scenarios and its monitors. */
export interface AreaJudges {
  readonly suites: readonly Suite[];
  readonly monitors: readonly Monitor[];
}

type Load = () => Promise<{ readonly suites?: readonly Suite[]; readonly monitors?: readonly Monitor[] }>;

/** One line an area and kind; a file exports `suites` or `monitors`. Nothing is loaded before it is asked for. */
const SERVER: Readonly<Record<string, Load>> = {
  jsonrpc: () => import("./server/jsonrpc.ts"),
  meta: () => import("./server/meta.ts"),
  stdio: () => import("./server/stdio.ts"),
  http: () => import("./server/http.ts"),
  headers: () => import("./server/headers.ts"),
  origin: () => import("./server/origin.ts"),
  session: () => import("./server/session.ts"),
  sse: () => import("./server/sse.ts"),
  versioning: () => import("./server/versioning.ts"),
  lifecycle: () => import("./server/lifecycle.ts"),
  discover: () => import("./server/discover.ts"),
  capabilities: () => import("./server/capabilities.ts"),
  ping: () => import("./server/ping.ts"),
  batch: () => import("./server/batch.ts"),
  tools: () => import("./server/tools.ts"),
  pagination: () => import("./server/pagination.ts"),
  caching: () => import("./server/caching.ts"),
  subscriptions: () => import("./server/subscriptions.ts"),
  cancellation: () => import("./server/cancellation.ts"),
  progress: () => import("./server/progress.ts"),
  logging: () => import("./server/logging.ts"),
  "json-schema": () => import("./server/json-schema.ts"),
  schema: () => import("./server/schema.ts"),
};

const MONITORS: Readonly<Record<string, Load>> = {
  jsonrpc: () => import("./monitors/jsonrpc.ts"),
  meta: () => import("./monitors/meta.ts"),
  stdio: () => import("./monitors/stdio.ts"),
  http: () => import("./monitors/http.ts"),
  headers: () => import("./monitors/headers.ts"),
  origin: () => import("./monitors/origin.ts"),
  session: () => import("./monitors/session.ts"),
  sse: () => import("./monitors/sse.ts"),
  versioning: () => import("./monitors/versioning.ts"),
  lifecycle: () => import("./monitors/lifecycle.ts"),
  discover: () => import("./monitors/discover.ts"),
  capabilities: () => import("./monitors/capabilities.ts"),
  ping: () => import("./monitors/ping.ts"),
  batch: () => import("./monitors/batch.ts"),
  tools: () => import("./monitors/tools.ts"),
  pagination: () => import("./monitors/pagination.ts"),
  caching: () => import("./monitors/caching.ts"),
  subscriptions: () => import("./monitors/subscriptions.ts"),
  cancellation: () => import("./monitors/cancellation.ts"),
  progress: () => import("./monitors/progress.ts"),
  logging: () => import("./monitors/logging.ts"),
  "json-schema": () => import("./monitors/json-schema.ts"),
  schema: () => import("./monitors/schema.ts"),
  roots: () => import("./monitors/roots.ts"),
  resources: () => import("./monitors/resources.ts"),
};

/** Scenarios that judge a client, one line an area. */
const CLIENT: Readonly<Record<string, () => Promise<{ readonly suites: readonly ClientSuite[] }>>> = {
  tools: () => import("./client/tools.ts"),
  pagination: () => import("./client/pagination.ts"),
  headers: () => import("./client/headers.ts"),
  stdio: () => import("./client/stdio.ts"),
  mrtr: () => import("./client/mrtr.ts"),
  "json-schema": () => import("./client/json-schema.ts"),
  caching: () => import("./client/caching.ts"),
  roots: () => import("./client/roots.ts"),
  resources: () => import("./client/resources.ts"),
  prompts: () => import("./client/prompts.ts"),
  completion: () => import("./client/completion.ts"),
  elicitation: () => import("./client/elicitation.ts"),
  sampling: () => import("./client/sampling.ts"),
  http: () => import("./client/http.ts"),
  session: () => import("./client/session.ts"),
  sse: () => import("./client/sse.ts"),
  cancellation: () => import("./client/cancellation.ts"),
  progress: () => import("./client/progress.ts"),
  subscriptions: () => import("./client/subscriptions.ts"),
  logging: () => import("./client/logging.ts"),
  jsonrpc: () => import("./client/jsonrpc.ts"),
  capabilities: () => import("./client/capabilities.ts"),
  versioning: () => import("./client/versioning.ts"),
  batch: () => import("./client/batch.ts"),
  meta: () => import("./client/meta.ts"),
};

/** The areas that have judges, in report order. */
export const JUDGED_AREAS: readonly string[] = [...new Set([...Object.keys(SERVER), ...Object.keys(MONITORS)])];

const loaded = new Map<string, Promise<AreaJudges>>();

/** The judges of one area, loaded once. */
export function judgesOf(area: string): Promise<AreaJudges> {
  const known = loaded.get(area);
  if (known !== undefined) return known;
  const loading = Promise.all([SERVER[area]?.(), MONITORS[area]?.()]).then(([server, monitors]) => ({
    suites: server?.suites ?? [],
    monitors: monitors?.monitors ?? [],
  }));
  loaded.set(area, loading);
  return loading;
}

/** The judges of every area together. */
export async function allJudges(): Promise<AreaJudges> {
  const each = await Promise.all(JUDGED_AREAS.map(judgesOf));
  return { suites: each.flatMap((judges) => judges.suites), monitors: each.flatMap((judges) => judges.monitors) };
}

/** The areas that have scenarios for a client. */
export const CLIENT_AREAS: readonly string[] = Object.keys(CLIENT);

/** The scenarios that judge a client, of every area, and all monitors. */
export async function clientJudges(): Promise<{
  readonly suites: readonly ClientSuite[];
  readonly monitors: readonly Monitor[];
}> {
  const [suites, judges] = await Promise.all([Promise.all(Object.values(CLIENT).map((load) => load())), allJudges()]);
  return { suites: suites.flatMap((loaded) => loaded.suites), monitors: judges.monitors };
}
