import { describe, expect, test } from "vitest";
import { nearest } from "../../harness/nearest.ts";
import { parseDuration, parseEnv, parseHeader, parseInteger, parseList, parseReport, parseUrl } from "./values.ts";
import { assertKnown } from "./wrong.ts";

const mistake = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    expect(error).toMatchObject({ name: "AssayError", exit: 2 });
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
};

describe("option values", () => {
  test.each([
    ["500ms", 500],
    ["3s", 3_000],
    ["10m", 600_000],
    ["1h", 3_600_000],
    ["2", 2_000],
    ["0.5", 500],
  ])("duration %s", (text, ms) => expect(parseDuration("--timeout", text)).toBe(ms));

  test.each(["", "0", "-1", "3 s", "1d", "abc", "1e3"])("duration %j is refused", (text) => {
    expect(mistake(() => parseDuration("--timeout", text))).toMatch(
      /^--timeout .*: expected a duration such as 500ms, 3s or 10m$/,
    );
  });

  test("lists split at commas and add up", () => {
    expect(parseList("a, b,,a", ["z"])).toEqual(["z", "a", "b"]);
  });

  test("integers", () => {
    expect(parseInteger("--seed", "42", 0)).toBe(42);
    expect(mistake(() => parseInteger("--port", "70000", 0, 65535))).toBe(
      "--port 70000: expected an integer from 0 to 65535",
    );
  });

  test("headers keep their value whole and never show it in an error", () => {
    expect(parseHeader("--header", "Authorization: Bearer a:b")).toEqual(["Authorization", "Bearer a:b"]);
    const message = mistake(() => parseHeader("--header", "Authorization Bearer secret"));
    expect(message).toBe("--header \"Authorization ...\": expected 'Name: value'");
  });

  test("environment variables may hold equals signs and be empty", () => {
    expect(parseEnv("--env", "A=b=c")).toEqual(["A", "b=c"]);
    expect(parseEnv("--env", "A=")).toEqual(["A", ""]);
    expect(mistake(() => parseEnv("--env", "A"))).toBe("--env A: expected KEY=VALUE");
  });

  test("URLs", () => {
    expect(parseUrl("--url", "http://127.0.0.1:{port}/mcp")).toBe("http://127.0.0.1:{port}/mcp");
    for (const text of ["localhost:3000", "ftp://x/", "http//x", "http://", "3000"])
      expect(mistake(() => parseUrl("--url", text))).toContain("--url");
    expect(mistake(() => parseUrl("--url", "http://user:secret@host/"))).not.toContain("secret");
  });

  test("reports", () => {
    expect(parseReport("--report", "json=a=b.json", ["json"])).toEqual({ format: "json", file: "a=b.json" });
    expect(parseReport("--report", "json", ["json"])).toEqual({ format: "json", file: undefined });
    expect(mistake(() => parseReport("--report", "jsn", ["terminal", "json"]))).toMatch(/did you mean json\?$/);
  });
});

describe("values that are not known", () => {
  test("name the flag and the nearest", () => {
    const revisions = ["2025-06-18", "2025-11-25"];
    expect(mistake(() => assertKnown("--revision", ["2025-06-18", "2025-06-19"], revisions, "a revision"))).toBe(
      "--revision 2025-06-19: expected one of 2025-06-18, 2025-11-25; did you mean 2025-06-18?",
    );
  });

  test("nearest finds typing mistakes and parts, and nothing far-fetched", () => {
    const known = ["tools", "jsonrpc", "subscriptions"];
    expect([
      nearest("tool", known),
      nearest("josnrpc", known),
      nearest("scription", known),
      nearest("zzzz", known),
    ]).toEqual(["tools", "jsonrpc", "subscriptions", undefined]);
  });
});
