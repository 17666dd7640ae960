import { describe, expect, test } from "vitest";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { predicatesOf } from "../applicability/evaluate.ts";
import { PREDICATES } from "../applicability/predicates.ts";
import type { Requirement } from "../kit/requirement.ts";
import { catalogueHash, catalogueOf, loadCatalogue, loadPermissions, roleOf, sourceOf } from "./load.ts";
import { unresolvedSources } from "./sources.ts";
import { validateCatalogue } from "./validate.ts";

const catalogue = loadCatalogue();
const permissions = loadPermissions();
const predicates = new Set(Object.keys(PREDICATES));
const problemsOf = (entry: Requirement) => validateCatalogue([entry], { predicates, areas: catalogue.areas });
const sound = catalogue.byId("jsonrpc.code-32002-retired")!;

describe("the catalogue", () => {
  test("is sound", () => {
    expect(validateCatalogue(catalogue.requirements, { predicates, areas: catalogue.areas, permissions })).toEqual([]);
    expect(catalogue.requirements.length).toBeGreaterThan(1100);
  });

  test("uses every predicate that is mapped", () => {
    const used = new Set([...catalogue.requirements, ...permissions].flatMap(({ when }) => predicatesOf(when)));
    expect([...predicates].filter((name) => !used.has(name))).toEqual([]);
  });

  test("has about a dozen core requirements for a server in every revision, all of them always applicable", () => {
    for (const revision of REVISIONS) {
      const core = catalogue.inForce({ revision, transport: "stdio", role: "server" }).filter((entry) => entry.core);
      expect(core.length).toBeGreaterThanOrEqual(10);
      expect(core.length).toBeLessThanOrEqual(16);
      expect(core.filter((entry) => entry.when !== "always")).toEqual([]);
    }
  });

  test("has a hash of its content", () => {
    expect(catalogueHash()).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test.runIf(process.env.MCP_SPEC)("names only places that exist in the specification", () => {
    expect(unresolvedSources([...catalogue.requirements, ...permissions], process.env.MCP_SPEC!)).toEqual([]);
  });
});

describe("what is in force", () => {
  const ids = (options: Parameters<typeof catalogue.inForce>[0]) => catalogue.inForce(options).map(({ id }) => id);

  test("depends on the transport: rules of Streamable HTTP do not hold for HTTP+SSE", () => {
    const sse = ids({ revision: "2024-11-05", transport: "sse", role: "server" });
    expect(sse).toContain("sse.endpoint-event");
    expect(sse).toContain("lifecycle.initialize-result");
    expect(sse.filter((id) => /^(http|headers|stdio)\./.test(id))).toEqual([]);
    expect(ids({ revision: "2025-03-26", transport: "http", role: "server" })).not.toContain("sse.endpoint-event");
  });

  test("depends on the role by revision", () => {
    const entry = catalogue.byId("jsonrpc.request-id-present")!;
    expect(roleOf(entry, "2025-11-25")).toBe("both");
    expect(roleOf(entry, "2026-07-28")).toBe("client");
    expect(ids({ revision: "2025-11-25", transport: "stdio", role: "server" })).toContain(entry.id);
    expect(ids({ revision: "2026-07-28", transport: "stdio", role: "server" })).not.toContain(entry.id);
  });

  test("has its source by revision", () => {
    const entry = catalogue.byId("jsonrpc.method-not-found-error")!;
    expect(sourceOf(entry, "2024-11-05")).toBe("schema#method_not_found");
    expect(sourceOf(entry, "2026-07-28")).toBe("schema#methodnotfounderror");
  });
});

describe("validation", () => {
  test.each<[string, Partial<Record<keyof Requirement, unknown>>, string]>([
    ["an unmapped predicate", { when: { not: "server.tolls" } }, "server.tolls"],
    ["a wrong level", { level: "OUGHT" }, "level"],
    ["a missing member", { statement: undefined }, "statement"],
    ["an unknown revision", { revisions: ["2023-01-01"] }, "revisions"],
    ["a source that is no place", { source: "somewhere" }, "page#heading"],
    ["an id outside the areas", { id: "nowhere.rule" }, "area"],
    ["a ground without need", { ground: "schema" }, "ground"],
    ["a mention of nothing", { observable: "see jsonrpc.no-such-rule" }, "no-such-rule"],
    ["a role map of other revisions", { role: { "2024-11-05": "server", "2025-03-26": "client" } }, "role"],
  ])("finds %s", (_, change, expected) => {
    expect(problemsOf({ ...sound, ...change } as Requirement).join("\n")).toContain(expected);
  });

  test("finds an id that occurs twice", () => {
    const twice = catalogueOf([["jsonrpc", [sound, sound]]]).requirements;
    expect(validateCatalogue(twice, { predicates, areas: ["jsonrpc"] })).toEqual([`${sound.id}: the id occurs twice`]);
  });
});
