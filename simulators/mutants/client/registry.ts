import type { ClientMutant } from "../../client/app/mutant.ts";

/** One line an area. Nothing is loaded before it is asked for. */
export const CLIENT_AREAS: {
  readonly [area: string]: () => Promise<{ readonly mutants: readonly ClientMutant[] }>;
} = {
  jsonrpc: () => import("./jsonrpc.ts"),
  discover: () => import("./discover.ts"),
  versioning: () => import("./versioning.ts"),
  batch: () => import("./batch.ts"),
  ping: () => import("./ping.ts"),
  capabilities: () => import("./capabilities.ts"),
  lifecycle: () => import("./lifecycle.ts"),
  meta: () => import("./meta.ts"),
  pagination: () => import("./pagination.ts"),
  headers: () => import("./headers.ts"),
  stdio: () => import("./stdio.ts"),
  mrtr: () => import("./mrtr.ts"),
  "json-schema": () => import("./json-schema.ts"),
  tools: () => import("./tools.ts"),
  timeouts: () => import("./timeouts.ts"),
  caching: () => import("./caching.ts"),
  roots: () => import("./roots.ts"),
  resources: () => import("./resources.ts"),
  prompts: () => import("./prompts.ts"),
  completion: () => import("./completion.ts"),
  elicitation: () => import("./elicitation.ts"),
  sampling: () => import("./sampling.ts"),
  content: () => import("./content.ts"),
  http: () => import("./http.ts"),
  session: () => import("./session.ts"),
  sse: () => import("./sse.ts"),
  cancellation: () => import("./cancellation.ts"),
  progress: () => import("./progress.ts"),
  subscriptions: () => import("./subscriptions.ts"),
  logging: () => import("./logging.ts"),
};

/** Every mutant of the simulated client, area by area. */
export async function allClientMutants(): Promise<readonly ClientMutant[]> {
  const areas = await Promise.all(Object.values(CLIENT_AREAS).map((load) => load()));
  return areas.flatMap(({ mutants }) => mutants);
}
