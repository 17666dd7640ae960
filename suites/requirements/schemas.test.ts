import { expect, it } from "vitest";
import { documentOf } from "../../schemas/protocol/document.ts";
import { load, PROTOCOL_REVISIONS } from "../../schemas/protocol/registry.ts";
import { loadCatalogue } from "./load.ts";

it.each(PROTOCOL_REVISIONS)("the schemas of %s name requirements that are in force in it", async (revision) => {
  const named = new Set<string>();
  JSON.stringify(documentOf(await load(revision)), (key, value) => {
    if (key === "x-requirement") named.add(value);
    return value;
  });
  const inForce = loadCatalogue()
    .requirements.filter((entry) => entry.revisions.includes(revision))
    .map(({ id }) => id);
  expect([...named].filter((id) => !inForce.includes(id))).toEqual([]);
  expect(named.size).toBeGreaterThan(50);
});
