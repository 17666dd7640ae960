import { describe, expect, it } from "vitest";
import { acceptsOf } from "../validate/engine.ts";
import { definitionOf } from "./builder/members.ts";
import { documentOf } from "./document.ts";
import { load, PROTOCOL_REVISIONS } from "./registry.ts";

describe.each(PROTOCOL_REVISIONS)("the schemas of %s", (revision) => {
  it("compile, every one of them, and none but that of any value accepts null", async () => {
    const protocol = await load(revision);
    const accepts = acceptsOf(protocol);
    const lenient = Object.keys(protocol.definitions).filter((name) => accepts(name, null));
    expect(lenient.filter((name) => name !== "JSONValue")).toEqual([]);
  });

  it("are plain JSON", async () => {
    const document = documentOf(await load(revision));
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("are named by every method, for its message and for each of its results", async () => {
    const { definitions, methods, errors } = await load(revision);
    const named = Object.values(methods).flatMap((method) => [
      method.message,
      ...(method.kind === "request" ? method.results : []),
    ]);
    for (const name of [...named, ...Object.values(errors ?? {})])
      expect(definitionOf(definitions, name)).toBeDefined();
  });
});

it("says which revisions there are when asked for another", async () => {
  await expect(load("2024-01-01")).rejects.toThrow(
    /expected a revision with schemas \(2024-11-05, .*\), got 2024-01-01/,
  );
});
