import type { Action } from "../../simulators/client/app/orders.ts";
import { said } from "../../simulators/server/world/results.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { MODERN } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { LIST_TOOLS } from "../kit/client/actions.ts";
import { editResults } from "../kit/client/answers.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const ROUTE = "assay_headers_route";
const LATE = "assay_headers_late";
const call = (name: string, given: JsonObject = {}): Action => ({ action: "callTool", name, arguments: given });

const property = (type: string | readonly string[], header: string): JsonObject => ({ type, "x-mcp-header": header });

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    text: property("string", "Text"),
    count: property("integer", "Count"),
    flag: property("boolean", "Flag"),
    absent: property("string", "Absent"),
    nothing: property("string", "Nothing"),
    inner: { type: "object", properties: { text: property("string", "Inner-Text"), note: { type: "string" } } },
  },
};

const CALLS: readonly JsonObject[] = [
  { text: "plain text", count: 42, flag: true, inner: { text: "inner", note: "text" } },
  { text: "Ünïcödé 🧭", count: -7, flag: false },
  { text: " padded ", count: 9_007_199_254_740_991 },
  { text: "=?base64?literal?=", count: 0 },
  { text: "a\r\nX-Injected: yes\r\n", count: 1_000_000 },
];

/** Annotations that make a definition invalid, each in its own way. */
const INVALID: { readonly [name: string]: JsonObject } = {
  assay_headers_bad_name: { type: "object", properties: { a: property("string", "Not a token") } },
  assay_headers_bad_twice: {
    type: "object",
    properties: { a: property("string", "Same"), b: property("string", "SAME") },
  },
  assay_headers_bad_type: { type: "object", properties: { a: property("number", "Number") } },
  assay_headers_bad_place: {
    type: "object",
    properties: { a: { type: "array", items: { type: "object", properties: { b: property("string", "Deep") } } } },
  },
};

const names = (result: JsonValue | undefined): readonly string[] =>
  isObject(result) && Array.isArray(result.tools)
    ? (result.tools as readonly JsonValue[]).map((tool) => (isObject(tool) ? String(tool.name) : ""))
    : [];

export const suites = [
  clientSuite("headers", { revisions: MODERN, transports: ["http"] }, (scenario) => {
    scenario(
      "arguments of every kind are mirrored into headers, and names that are no header text encoded",
      [],
      {
        actions: [
          LIST_TOOLS,
          ...CALLS.map((given) => call(ROUTE, given)),
          call("assay_headers_ñame"),
          { action: "getPrompt", name: "assay-headers-π" },
          { action: "readResource", uri: "assay://headers/plain" },
        ],
        stage: (stage) => {
          stage.tool(toolGiving(ROUTE, said("routed"), { inputSchema: SCHEMA }));
          stage.tool(toolGiving("assay_headers_ñame", said("named")));
          stage.prompt({
            name: "assay-headers-π",
            title: "A name beyond ASCII",
            description: "Has a name that is no header text",
            arguments: [],
            render: () => [{ role: "user", content: { type: "text", text: "named" } }],
          });
          stage.resource({
            uri: "assay://headers/plain",
            name: "headers-plain",
            title: "Plain",
            description: "Has a name that is header text",
            mimeType: "text/plain",
            read: () => ({ text: "plain" }),
          });
        },
      },
      ({ ended }) => void ended(0),
    );

    scenario(
      "tools with an invalid annotation are left out, the others stay usable",
      ["headers.param-client-excludes-tool", "headers.param-client-keeps-valid-tools"],
      {
        actions: [LIST_TOOLS, call("assay_headers_good", { a: "fine" })],
        stage: (stage) => {
          for (const [name, inputSchema] of Object.entries(INVALID))
            stage.tool(toolGiving(name, said("never called"), { inputSchema }));
          stage.tool(
            toolGiving("assay_headers_good", said("good"), {
              inputSchema: { type: "object", properties: { a: property("string", "Good") } },
            }),
          );
        },
      },
      ({ judge, ended }) => {
        const listed = names(ended(0).result);
        judge("headers.param-client-excludes-tool")
          .sent(`tools with an invalid x-mcp-header: ${Object.keys(INVALID).join(", ")}`)
          .that(listed.filter((name) => name in INVALID))
          .is(where("none of them in the application's list", (left: readonly string[]) => left.length === 0));
        judge("headers.param-client-keeps-valid-tools")
          .sent("a tool with a valid x-mcp-header in the same list")
          .that({ listed: listed.includes("assay_headers_good"), called: ended(1).ok === true })
          .is(where("listed, and called", (seen: JsonObject) => seen.listed === true && seen.called === true));
      },
    );

    scenario(
      "an annotation that came later is learned when the call is refused for it",
      ["headers.param-client-refreshes-on-mismatch"],
      {
        actions: [LIST_TOOLS, call(LATE, { a: "late" })],
        stage: (stage) => {
          let lists = 0;
          stage.tool(
            toolGiving(LATE, said("came through"), {
              inputSchema: { type: "object", properties: { a: property("string", "Late") } },
            }),
          );
          editResults(
            stage,
            ({ method }) => method === "tools/list",
            (result) => {
              const tools = result.tools as readonly JsonObject[];
              if (!tools.some(({ name }) => name === LATE)) return result;
              lists += 1;
              if (lists > 1) return result;
              const bare = { type: "object", properties: { a: { type: "string" } } };
              return {
                ...result,
                tools: tools.map((tool) => (tool.name === LATE ? { ...tool, inputSchema: bare } : tool)),
              };
            },
          );
        },
      },
      ({ judge, record, ended, skip }) => {
        const calls = record.calls(LATE);
        if (calls.length === 0) return skip("the client did not call the tool");
        ended(1);
        judge("headers.param-client-refreshes-on-mismatch")
          .sent("error -32020 to a call whose tool has an annotation that the first list had not")
          .showing(...calls.map(({ seen }) => seen.seq))
          .that(ended(1) as unknown as JsonValue)
          .is(
            where(
              "tools/list, and the call again with Mcp-Param-Late",
              ({ ok }: { readonly ok?: boolean }) => ok === true,
            ),
          );
      },
    );
  }),
];
