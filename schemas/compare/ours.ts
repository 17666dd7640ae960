import { ref } from "../protocol/builder/build.ts";
import { documentOf } from "../protocol/document.ts";
import { load } from "../protocol/registry.ts";
import { createEngine } from "../validate/engine.ts";
import { explain } from "../validate/explain.ts";
import { type Side, sideOf } from "./side.ts";

/** Our schema of a revision. Refusing throws where no violation is found that says why, which no list can excuse. */
export async function readOurs(revision: string): Promise<Side> {
  const protocol = await load(revision);
  const { definitions } = protocol;
  const side = sideOf(documentOf(protocol), createEngine());
  return {
    ...side,
    accepts(definition, value) {
      if (side.accepts(definition, value)) return true;
      const broken = explain(ref(definition), value, { definitions, definition, path: [], limit: 1 });
      if (broken.length > 0) return false;
      throw new Error(`${definition}: no violation says why its schema refuses ${JSON.stringify(value)}`);
    },
  };
}
