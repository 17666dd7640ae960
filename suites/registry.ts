import type { Monitor } from "./kit/monitor.ts";
import type { Suite } from "./kit/scenario.ts";

/** What judges one area: its scenarios and its monitors. */
export interface AreaJudges {
  readonly suites: readonly Suite[];
  readonly monitors: readonly Monitor[];
}

type Load = () => Promise<{ readonly suites?: readonly Suite[]; readonly monitors?: readonly Monitor[] }>;

/** One line an area and kind; a file exports `suites` or `monitors`. Nothing is loaded before it is asked for. */
const SERVER: Readonly<Record<string, Load>> = {};

const MONITORS: Readonly<Record<string, Load>> = {};

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
