import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { SAMPLE } from "../test/sample-report.ts";
import schema from "./report.schema.json" with { type: "json" };

const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema);

describe("the report's schema", () => {
  test("accepts a report with one of everything", () => {
    expect(validate(JSON.parse(JSON.stringify(SAMPLE))), JSON.stringify(validate.errors)).toBe(true);
  });

  test("refuses a failed verdict without its evidence, and members it does not know", () => {
    const broken = JSON.parse(JSON.stringify(SAMPLE));
    broken.runs[0].requirements[1].findings = [];
    broken.runs[0].surprise = 1;
    expect(validate(broken)).toBe(false);
    expect(validate.errors?.map((error) => error.keyword)).toEqual(
      expect.arrayContaining(["minItems", "additionalProperties"]),
    );
  });
});
