import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seeded } from "../clock/random.ts";
import { createSeams } from "../server/create-seams.ts";
import { AREAS, allMutants, findMutant, INDEPENDENT } from "./registry.ts";

const NO_AREA = ["mutant.ts", "registry.ts", "edits.ts", "counted.ts"];

describe("the registry of mutants", () => {
  it("knows every area file", () => {
    const areas = (folder: string) =>
      readdirSync(folder)
        .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !NO_AREA.includes(file))
        .map((file) => file.replace(".ts", ""))
        .sort();
    expect(Object.keys(AREAS).sort()).toEqual(areas(import.meta.dirname));
    expect(Object.keys(INDEPENDENT).sort()).toEqual(areas(join(import.meta.dirname, "independent")));
  });

  it("has unique ids in kebab-case, each breaking something", async () => {
    const mutants = await allMutants();
    const ids = mutants.map((mutant) => mutant.id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(mutants.filter((mutant) => mutant.breaks.length === 0)).toEqual([]);
    expect(await findMutant(ids[0]!)).toBe(mutants[0]);
  });

  it("has mutants that can be applied, with equal draws for equal seeds", async () => {
    for (const mutant of await allMutants()) {
      const bent = createSeams();
      expect(() => mutant.apply(bent.seams, seeded(1, mutant.id)), mutant.id).not.toThrow();
    }
  });
});
