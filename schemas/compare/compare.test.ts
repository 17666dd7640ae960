import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import { unresolvedSources } from "../../suites/requirements/sources.ts";
import { type Comparison, compare, shrunk } from "./compare.ts";
import { DifferenceList, parseEntries, worded } from "./listed.ts";
import { officialOf } from "./official.ts";
import { smallestOfEach } from "./tell.ts";

const OFFICIAL = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    Cursor: { type: "string" },
    Level: { enum: ["debug", "error"], type: "string" },
    Tool: {
      type: "object",
      properties: {
        name: { type: "string" },
        hint: { type: "boolean" },
        priority: { type: "number", minimum: 0, maximum: 1 },
        level: { $ref: "#/$defs/Level" },
      },
      required: ["name"],
    },
    Text: {
      type: "object",
      properties: { type: { const: "text" }, text: { type: "string" } },
      required: ["type", "text"],
    },
    Image: {
      type: "object",
      properties: { type: { const: "image" }, data: { type: "string" } },
      required: ["type", "data"],
    },
    Content: { anyOf: [{ $ref: "#/$defs/Text" }, { $ref: "#/$defs/Image" }] },
    List: {
      type: "object",
      properties: {
        tools: { type: "array", items: { $ref: "#/$defs/Tool" } },
        content: { $ref: "#/$defs/Content" },
        nextCursor: { $ref: "#/$defs/Cursor" },
      },
      required: ["tools"],
    },
  },
} as const;

type Definitions = Record<string, unknown>;

/** Compares the official schema with itself, but for these definitions; `undefined` takes one away. */
async function compared(changed: Definitions = {}, count = 60): Promise<Comparison> {
  const definitions = Object.fromEntries(
    Object.entries({ ...OFFICIAL.$defs, ...changed }).filter(([, definition]) => definition !== undefined),
  );
  const official = await officialOf(OFFICIAL);
  const ours = (await officialOf({ ...OFFICIAL, $defs: definitions })).side;
  return compare({ revision: "2025-11-25", official, ours, count });
}

const tool = (properties: Definitions, rest: Definitions = {}) => ({
  Tool: { ...OFFICIAL.$defs.Tool, properties: { ...OFFICIAL.$defs.Tool.properties, ...properties }, ...rest },
});

const told = ({ differences }: Comparison) => smallestOfEach(differences).map(worded).sort();

describe("the comparison", () => {
  test("finds nothing between a schema and itself, and compares enough of each definition", async () => {
    const comparison = await compared({}, 200);
    expect(comparison.differences).toEqual([]);
    expect(comparison.gaps).toEqual([]);
    expect(comparison.definitions).toBe(7);
    expect(comparison.instances).toBe(7 * 200);
    expect(comparison.mutations).toBeGreaterThanOrEqual(7 * 200);
  });

  test("is the same each time", async () => {
    const changed = tool({ name: { type: "string", pattern: "^[a-z]+$" } });
    expect(await compared(changed)).toEqual(await compared(changed));
  });

  test.each<[string, Definitions, string[]]>([
    ["a member that must be there", tool({}, { required: ["name", "hint"] }), ["stricter at Tool: hint, required"]],
    ["a member that may be left out", tool({}, { required: [] }), ["looser at Tool: name, required"]],
    [
      "a narrower type",
      tool({ priority: { type: "integer", minimum: 0, maximum: 1 } }),
      ["stricter at Tool: priority, type"],
    ],
    ["a type that is not asserted", tool({ hint: {} }), ["looser at Tool: hint, type"]],
    [
      "a narrower range",
      tool({ priority: { type: "number", minimum: 1, maximum: 1 } }),
      ["stricter at Tool: priority, minimum"],
    ],
    [
      "a range that is not asserted",
      tool({ priority: { type: "number" } }),
      ["looser at Tool: priority, maximum", "looser at Tool: priority, minimum"],
    ],
    ["no room for other members", tool({}, { additionalProperties: false }), ["stricter at Tool: *, false"]],
    [
      "a value less",
      { Level: { type: "string", enum: ["debug"] } },
      ["stricter at Level, enum", "stricter at Tool: level, enum"],
    ],
    ["a value more", { Level: { type: "string" } }, ["looser at Level, enum", "looser at Tool: level, enum"]],
    ["a branch less", { Content: { anyOf: [{ $ref: "#/$defs/Text" }] } }, ["stricter at Content, anyOf"]],
    [
      "a definition that is not there",
      { Cursor: undefined, List: { type: "object" } },
      ["missing at Cursor, definition"],
    ],
  ])("finds %s", async (_, changed, expected) => {
    expect(told(await compared(changed))).toEqual(expect.arrayContaining(expected));
  });

  test("tells a difference once, where it stands, with its rule and the smallest value", async () => {
    const comparison = await compared(
      tool({ name: { type: "string", pattern: "^[a-z_]+$", "x-requirement": "tools.name-characters" } }),
    );
    expect(told(comparison)).toEqual(["stricter at Tool: name, pattern (tools.name-characters)"]);
    const [shown] = smallestOfEach(comparison.differences);
    expect(shown?.root).toBe("Tool");
    expect(shown?.value).toEqual({ name: expect.any(String) });
  });

  test("says when too little could be compared", async () => {
    const { gaps } = await compared({ Level: { not: {} } });
    expect(gaps).toEqual(["Level: only 0 of 60 mutations of values valid by both"]);
  });

  test("judges official examples", async () => {
    const official = await officialOf(OFFICIAL);
    const ours = (await officialOf({ ...OFFICIAL, $defs: { ...OFFICIAL.$defs, Cursor: { const: "next" } } })).side;
    const examples = [
      { definition: "Cursor", source: "examples/Cursor/a.json", value: "b" },
      { definition: "Ghost", source: "examples/Ghost/a.json", value: {} },
    ];
    const { differences, gaps } = compare({ revision: "2025-11-25", official, ours, examples, count: 1 });
    expect(differences.map(worded)).toContain("stricter at Cursor, const");
    expect(gaps).toContain("examples/Ghost/a.json: no definition Ghost to compare by");
  });
});

test("a value is made smaller as long as it shows the same", () => {
  const holds = (value: unknown) => JSON.stringify(value).includes("needle");
  expect(shrunk({ a: [1, { b: "needle", c: 2 }], d: {} }, holds)).toEqual({ a: [{ b: "needle" }] });
});

test.runIf(process.env["MCP_SPEC"])("what is stricter by the text names a place of it", () => {
  const entries = parseEntries(readFileSync(new URL("differences.yaml", import.meta.url), "utf8"));
  const isPlace = (source: string) =>
    REVISIONS.some((revision) => {
      const requirement = { id: source, revisions: [revision], source } as unknown as Requirement;
      return unresolvedSources([requirement], process.env["MCP_SPEC"]!).length === 0;
    });
  const stricter = entries.filter(({ answer }) => answer === "stricter").map(({ reason }) => reason);
  const places = (reason: string) => [...reason.split(";")[0]!.matchAll(/[\w/-]+#[\w-]+/g)].map(([place]) => place);
  expect(stricter.filter((reason) => places(reason).length === 0)).toEqual([]);
  expect(stricter.flatMap(places).filter((place) => !isPlace(place))).toEqual([]);
});

describe("the list", () => {
  const difference = {
    revision: "2025-11-25",
    answer: "stricter",
    root: "ListToolsResult",
    definition: "Tool",
    member: "inputSchema.type",
    keyword: "pattern",
    rule: "tools.name-characters",
  } as const;
  const listOf = (entry: string) =>
    new DifferenceList(
      parseEntries(`- { answer: stricter, ${entry}, reason: stricter by the text of server/tools#tool-names }`),
    );

  test.each([
    "rules: [tools.name-characters]",
    "roots: [ListToolsResult]",
    "definitions: [Tool], keywords: [pattern, type]",
    'definitions: [Tool, Prompt], members: ["inputSchema*"]',
    'members: ["*.type"], revisions: ["2025-11-25"]',
  ])("explains by %s", (entry) => {
    expect(listOf(entry).explains(difference)).toBe(true);
  });

  test.each([
    "rules: [tools.name-length]",
    "roots: [Tool], rules: [tools.name-characters]",
    "definitions: [Prompt], keywords: [pattern]",
    'definitions: [Tool], revisions: ["2024-11-05"]',
    "definitions: [Tool], members: [inputSchema]",
  ])("does not explain by %s", (entry) => {
    expect(listOf(entry).explains(difference)).toBe(false);
  });

  test("tells what no difference needs", () => {
    const list = listOf('definitions: [Tool, Prompt], revisions: ["2025-11-25", "2025-06-18"]');
    expect(list.stale()).toEqual([expect.stringContaining("no such difference any more")]);
    list.explains(difference);
    expect(list.stale()).toEqual([
      expect.stringContaining("2025-06-18 of its revisions"),
      expect.stringContaining("Prompt of its definitions"),
    ]);
  });

  test.each([
    ["a key that is none", "- { answer: stricter, defs: [Tool], reason: long enough to be one }", "defs is none of"],
    ["an answer that is none", "- { answer: other, definitions: [Tool], reason: long enough to be one }", "answer"],
    ["no reason", "- { answer: looser, definitions: [Tool] }", "reason"],
    [
      "nothing but revisions",
      '- { answer: looser, revisions: ["2025-11-25"], reason: long enough to be one }',
      "expected",
    ],
    ["text for a list", "- { answer: looser, definitions: Tool, reason: long enough to be one }", "definitions"],
  ])("refuses %s", (_, yaml, expected) => {
    expect(() => parseEntries(yaml)).toThrow(expected);
  });
});
