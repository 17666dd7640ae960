import type { Mutant } from "./mutant.ts";

/** The mutants of each area, loaded when asked for. One line an area file. */
export const AREAS: { readonly [area: string]: () => Promise<{ readonly mutants: readonly Mutant[] }> } = {
  jsonrpc: () => import("./jsonrpc.ts"),
  meta: () => import("./meta.ts"),
  stdio: () => import("./stdio.ts"),
  http: () => import("./http.ts"),
  headers: () => import("./headers.ts"),
  origin: () => import("./origin.ts"),
  session: () => import("./session.ts"),
  sse: () => import("./sse.ts"),
  versioning: () => import("./versioning.ts"),
  lifecycle: () => import("./lifecycle.ts"),
  discover: () => import("./discover.ts"),
  capabilities: () => import("./capabilities.ts"),
  ping: () => import("./ping.ts"),
  batch: () => import("./batch.ts"),
  tools: () => import("./tools.ts"),
  pagination: () => import("./pagination.ts"),
  caching: () => import("./caching.ts"),
  subscriptions: () => import("./subscriptions.ts"),
  cancellation: () => import("./cancellation.ts"),
  progress: () => import("./progress.ts"),
  logging: () => import("./logging.ts"),
  "json-schema": () => import("./json-schema.ts"),
  schema: () => import("./schema.ts"),
};

/** Further mutants of an area, written from the specification's text without sight of the checks. */
export const INDEPENDENT: typeof AREAS = {
  jsonrpc: () => import("./independent/jsonrpc.ts"),
  meta: () => import("./independent/meta.ts"),
  stdio: () => import("./independent/stdio.ts"),
  ping: () => import("./independent/ping.ts"),
  batch: () => import("./independent/batch.ts"),
  cancellation: () => import("./independent/cancellation.ts"),
  progress: () => import("./independent/progress.ts"),
  origin: () => import("./independent/origin.ts"),
  headers: () => import("./independent/headers.ts"),
  session: () => import("./independent/session.ts"),
  sse: () => import("./independent/sse.ts"),
  http: () => import("./independent/http.ts"),
  versioning: () => import("./independent/versioning.ts"),
  lifecycle: () => import("./independent/lifecycle.ts"),
  discover: () => import("./independent/discover.ts"),
  capabilities: () => import("./independent/capabilities.ts"),
  tools: () => import("./independent/tools.ts"),
  pagination: () => import("./independent/pagination.ts"),
  caching: () => import("./independent/caching.ts"),
  subscriptions: () => import("./independent/subscriptions.ts"),
  logging: () => import("./independent/logging.ts"),
};

/** Every mutant, area by area. */
export async function allMutants(): Promise<readonly Mutant[]> {
  const areas = await Promise.all([...Object.values(AREAS), ...Object.values(INDEPENDENT)].map((load) => load()));
  return areas.flatMap(({ mutants }) => mutants);
}

/** The mutant of an id; undefined where there is none. */
export async function findMutant(id: string): Promise<Mutant | undefined> {
  return (await allMutants()).find((mutant) => mutant.id === id);
}
