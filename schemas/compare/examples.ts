import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Example } from "./compare.ts";

/** The examples that the specification's repository ships for a revision: one folder a definition. Not each has any. */
export async function readExamples(specification: string, revision: string): Promise<readonly Example[]> {
  const folder = join(specification, "schema", revision, "examples");
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(
    names.map(async (name) => ({
      definition: basename(dirname(name)),
      source: `examples/${name}`,
      value: JSON.parse(await readFile(join(folder, name), "utf8")) as unknown,
    })),
  );
}
