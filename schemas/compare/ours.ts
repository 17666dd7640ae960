import { ref } from "../protocol/builder/build.ts";
import { documentOf } from "../protocol/document.ts";
import { load } from "../protocol/registry.ts";
import { createEngine } from "../validate/engine.ts";
import { explain } from "../validate/explain.ts";
import { type Side, sideOf } from "./side.ts";

/**
 * Our schema of a revision. Accepting throws where the document and what words its violations disagree, which no list
 * can excuse.
 */
export async function readOurs(revision: string): Promise<Side> {
  const protocol = await load(revision);
  const { definitions } = protocol;
  const side = sideOf(documentOf(protocol), createEngine());
  return {
    ...side,
    accepts(definition, value) {
      const accepted = side.accepts(definition, value);
      const broken = explain(ref(definition), value, { definitions, definition, path: [], limit: 1 });
      if (accepted === (broken.length === 0)) return accepted;
      const told = broken[0]?.text ?? "no violation is found";
      throw new Error(
        `${definition}: its schema ${accepted ? "accepts" : "refuses"} ${JSON.stringify(value)}, but ${told}`,
      );
    },
  };
}
