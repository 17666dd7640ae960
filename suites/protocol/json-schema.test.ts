import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import { dependsOnDialect, instanceProblem, schemaProblem } from "./json-schema.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";
const tuple = [{ type: "number" }, { type: "number" }];

describe("a schema", () => {
  test.each<[string, JsonObject, boolean]>([
    ["2020-12 by default", { prefixItems: tuple }, true],
    ["2020-12 by default, with a list as items", { items: tuple }, false],
    ["draft-07", { $schema: DRAFT_07, items: tuple }, true],
    ["draft-07, with a name that is no type", { $schema: DRAFT_07, type: "text" }, false],
    ["2019-09", { $schema: DRAFT_2019, items: tuple, dependentRequired: { a: ["b"] } }, true],
    ["2019-09, with a name that is no type", { $schema: DRAFT_2019, type: "text" }, false],
    ["a dialect that is not known here", { $schema: "https://example.com/dialect", type: "text" }, true],
  ])("is held against its dialect: %s", (_, schema, valid) => {
    expect(schemaProblem(schema) === undefined).toBe(valid);
  });

  test("that is nested is judged as deep as can be, and harms nobody beyond that", () => {
    const nested = (levels: number) => {
      let schema: JsonObject = { type: "text" };
      for (let depth = 0; depth < levels; depth += 1) schema = { not: schema };
      return schema;
    };
    expect(schemaProblem(nested(100))).toContain("must be");
    // No message is read that nests deeper than a thousand levels.
    expect(() => schemaProblem(nested(990))).not.toThrow();
  });
});

describe("a value", () => {
  test("is held against the dialect of its schema", () => {
    const schema = { prefixItems: tuple };
    expect(instanceProblem(schema, ["one"])?.valid).toBe(false);
    expect(instanceProblem({ ...schema, $schema: DRAFT_07 }, ["one"])?.valid).toBe(true);
    expect(dependsOnDialect(schema, ["one"])).toBe(true);
    expect(dependsOnDialect({ type: "array" }, "one")).toBe(false);
  });

  test("cannot be judged where a reference leads outside; nothing is fetched", async () => {
    let fetched = 0;
    const canary = createServer((_request, response) => {
      fetched += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    const $ref = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/schema.json`;
    expect(instanceProblem({ $ref }, 1)).toBeUndefined();
    expect(schemaProblem({ $ref })).toBeUndefined();
    await new Promise((resolve) => canary.close(resolve));
    expect(fetched).toBe(0);
  });

  test("cannot be judged where that takes for ever", () => {
    const value: JsonValue = `${"a".repeat(40)}!`;
    expect(instanceProblem({ type: "string", pattern: "^(a+)+$" }, value)).toBeUndefined();
  });
});
