import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import schema from "../schemas/config.schema.json" with { type: "json" };
import { clientCommand } from "./commands/client.ts";
import { serverCommand } from "./commands/server.ts";
import { configured, keysOf, SECTIONS } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-assay-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const command = (name: (typeof SECTIONS)[number]) =>
  name === "server" ? serverCommand(undefined, () => {}) : clientCommand(undefined, () => {});

/** What the command's flags are once the file has been read, and whom it drives. */
function read(
  text: string,
  args: readonly string[] = [],
  given?: readonly string[],
  name: (typeof SECTIONS)[number] = "server",
) {
  const file = join(folder, "mcp-assay.yaml");
  writeFileSync(file, text);
  const own = command(name);
  own.parseOptions(["--config", file, ...args]);
  const { target } = configured(own, given);
  return { target, flags: own.opts() };
}

const here = (name: string) => relative("", join(folder, name));

describe("mcp-assay.yaml", () => {
  const text = readFileSync(new URL("../docs/config.md", import.meta.url), "utf8");
  const example = /```yaml\n([\s\S]*?)```/.exec(text)![1]!;

  test("gives flags their values, with places seen from the file", () => {
    const { target, flags } = read(`server:
  command: [node, server.js]
  revision: [2025-11-25, 2026-07-28]
  header: {X-A: "1: 2"}
  env: {A: b=c}
  call-tools: [one, two]
  timeout: 5s
  deadline: 90
  seed: 7
  fixture: true
  color: false
  baseline: sub/base.yaml
  report: {json: out/r.json, markdown: }
`);
    expect(target).toEqual(["node", "server.js"]);
    expect(flags).toMatchObject({
      revision: ["2025-11-25", "2026-07-28"],
      header: [["X-A", "1: 2"]],
      env: [["A", "b=c"]],
      callTools: ["one", "two"],
      timeout: 5_000,
      deadline: 90_000,
      seed: 7,
      fixture: true,
      color: false,
      baseline: here("sub/base.yaml"),
      report: [{ format: "json", file: here("out/r.json") }, { format: "markdown" }],
      cwd: relative("", folder),
      failOn: "must",
    });
  });

  test("flags win, and a target on the command line replaces that of the file as a whole", () => {
    const file = "server: {url: 'http://a/', command: [node, a.js], cwd: sub, seed: 7, area: [tools]}";
    const { target, flags } = read(file, ["--seed", "9", "--area", "ping"], ["node", "b.js"]);
    expect([target, flags.seed, flags.area, flags.url, flags.cwd]).toEqual([
      ["node", "b.js"],
      9,
      ["ping"],
      undefined,
      undefined,
    ]);
    expect(read(file, ["--url", "http://b/"])).toMatchObject({
      target: undefined,
      flags: { url: "http://b/", seed: 7 },
    });
    expect(read(file)).toMatchObject({ target: ["node", "a.js"], flags: { url: "http://a/", cwd: here("sub") } });
  });

  test.each([
    ["an unknown section", "servr: {}", /servr: there is no such key; did you mean server\?$/],
    ["an unknown key", "server: {revison: x}", /: server\.revison: there is no such key; did you mean revision\?$/],
    ["a key that is not far from none", "server: {zzzzzz: 1}", /known are command, url, header, /],
    ["what is done once", "server: {update-baseline: true}", /update-baseline: there is no such key/],
    [
      "a wrong value",
      "server: {revision: 2025-06-19}",
      /: server\.revision 2025-06-19: expected .*did you mean 2025-06-18\?$/,
    ],
    ["a list for one value", "server: {seed: [1]}", /server\.seed: expected a text or a number, got \[1\]/],
    ["text for a switch", "server: {fixture: yes}", /server\.fixture: expected true or false, got "yes"/],
    [
      "a command as text",
      "server: {command: node x}",
      /server\.command: expected the command and its arguments as a list/,
    ],
    ["no YAML", "server: [", /expected YAML/],
    ["another list", "- a", /expected the sections server and client/],
    ["a key of servers for a client", "client: {url: 'http://x/'}", /client\.url: there is no such key/],
  ])("%s is refused in one sentence that names the key", (_, text, message) => {
    const name = text.startsWith("client") ? "client" : "server";
    expect(() => read(text, [], undefined, name)).toThrow(message);
  });

  test("a file that --config names has to be there", () => {
    const own = command("server");
    own.parseOptions(["--config", "/no/such.yaml"]);
    expect(() => configured(own, undefined)).toThrow("--config /no/such.yaml: there is no such file");
  });

  test.each(SECTIONS)("every flag of %s is a key of the schema and of docs/config.md, and no other is", (name) => {
    const keys = ["command", ...keysOf(command(name)).keys()].sort();
    expect(Object.keys(schema.properties[name].properties).sort()).toEqual(keys);
    const rows = [...text.matchAll(/^\| `([a-z-]+)` \| ([^|]*) \|/gm)].filter(([, , who]) => who!.includes(name));
    expect(rows.map(([, key]) => key).sort()).toEqual(keys);
  });

  test("the documented example is valid and understood", () => {
    expect(new Ajv2020({ strict: true, allowUnionTypes: true }).validate(schema, parse(example))).toBe(true);
    expect(read(example).target).toEqual(parse(example).server.command);
    expect(read(example, [], undefined, "client").target).toEqual(parse(example).client.command);
  });
});
