import { expect, test } from "vitest";
import { SAMPLE } from "../test/sample-report.ts";
import { parseReport, readReport } from "./report-file.ts";
import { VERSION } from "./version.ts";

const text = JSON.stringify({ ...SAMPLE, assay: { ...SAMPLE.assay, version: VERSION } });

test("a report is read as it was written", () => {
  expect(parseReport("r.json", text).runs).toEqual(JSON.parse(text).runs);
});

test.each([
  ["nothing", "", "r.json: expected a report, got an empty file"],
  ["a part", text.slice(0, -10), /cut short or damaged/],
  ["text", "<html>", 'r.json: expected a report as JSON, got text that begins "<html>"'],
  ["a list", "[1]", "r.json: expected a report that --report json wrote, got other JSON"],
  ["null", "null", /got text that begins "null"|other JSON/],
  ["a trace", '{"kind":"head"}\n{"kind":"message"}\n', /got JSON Lines; is it a trace\?/],
  ["SARIF", '{"$schema":"https://x/sarif-schema-2.1.0.json","version":"2.1.0"}', /other JSON \(SARIF\)$/],
  [
    "an older one",
    text.replace(`"${VERSION}"`, '"0.0.1"').replace('"runs"', '"results"'),
    /^r.json: written by mcp-assay 0.0.1, which this version .* cannot read/,
  ],
  ["an edited one", text.replace('"verdict":"pass"', '"verdict":"passed"'), /was it edited\?$/],
])("%s is refused in one sentence", (_, given, message) => {
  expect(() => parseReport("r.json", given)).toThrow(message);
  expect(() => parseReport("r.json", given)).toThrow(expect.objectContaining({ exit: 2 }));
});

test("a file that is not there, or a folder, is refused in one sentence", () => {
  expect(() => readReport("/no/such.json")).toThrow("/no/such.json: there is no such file");
  expect(() => readReport("/")).toThrow("/: cannot be read (EISDIR)");
});
