import { CODES, isObject, objectOr, refusal } from "../../server/rules/refusal.ts";
import { headerOf } from "../../wire/headers.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import type { Mutant } from "../mutant.ts";

/** Faults in the validation of Mcp-Param headers. */
const validation: readonly Mutant[] = [
  {
    id: "param-header-optional",
    does: "Serves calls whose mirrored argument has no header",
    breaks: ["headers.param-missing-32020"],
    apply: ({ rule }) => rule("paramHeaderPresent", () => () => undefined),
  },
  {
    id: "param-header-unchecked",
    does: "Serves calls whatever their Mcp-Param headers say",
    breaks: ["headers.param-mismatch-32020"],
    implies: ["headers.param-invalid-chars-rejected"],
    apply: ({ rule }) => rule("paramHeaderMatches", () => () => undefined),
  },
  {
    id: "param-header-raw-bytes",
    does: "Takes raw UTF-8 and Latin-1 in header values for the text they encode",
    breaks: ["headers.param-invalid-chars-rejected"],
    apply: ({ rule }) =>
      rule(
        "readHeaderValue",
        (original) => (value) => original(value) ?? Buffer.from(value, "latin1").toString("utf8"),
      ),
  },
  {
    id: "param-header-alone-accepted",
    does: "Serves calls with an Mcp-Param header and no argument for it",
    breaks: ["headers.param-without-body-value-32020"],
    apply: ({ rule }) => rule("paramHeaderExpected", () => () => undefined),
  },
  expecting("param-header-always-expected", "absent", "headers.param-absent-not-expected", undefined),
  expecting("param-header-expected-for-null", "null", "headers.param-null-not-expected", null),
  {
    id: "param-integers-compared-as-text",
    does: "Takes 42.0 in an Mcp-Param header for another number than 42",
    breaks: ["headers.param-integer-compared-numerically"],
    apply: ({ rule }) => rule("sameParameter", () => (header, argument) => header === String(argument)),
  },
];

/** Faults in the annotations of tool definitions. */
const annotations: readonly Mutant[] = [
  annotated("annotation-empty", "headers.param-name-not-empty", "an empty x-mcp-header", {
    type: "string",
    "x-mcp-header": "",
  }),
  annotated("annotation-line-break", "headers.param-name-no-control-chars", "a line break in an x-mcp-header", {
    type: "string",
    "x-mcp-header": "Zone\r\nX-Injected: 1",
  }),
  annotated("annotation-no-token", "headers.param-name-token", "a space in an x-mcp-header", {
    type: "string",
    "x-mcp-header": "Time Zone",
  }),
  annotated("annotation-twice", "headers.param-name-unique", "one x-mcp-header twice, in other case", {
    type: "string",
    "x-mcp-header": "REGION",
  }),
  annotated("annotation-on-number", "headers.param-primitive-types", "an x-mcp-header on a number", {
    type: "number",
    "x-mcp-header": "Zone",
  }),
  annotated("annotation-in-items", "headers.param-no-composite-path", "an x-mcp-header on the items of an array", {
    type: "array",
    items: { type: "string", "x-mcp-header": "Zone" },
  }),
  annotated(
    "annotation-on-additional-properties",
    "headers.param-statically-reachable",
    "an x-mcp-header below additionalProperties",
    { type: "object", additionalProperties: { type: "string", "x-mcp-header": "Zone" } },
  ),
  annotated("annotation-unsafe-integer", "headers.param-integer-safe-range", "a mirrored integer beyond 2^53", {
    type: "integer",
    maximum: 2 ** 60,
    "x-mcp-header": "Zone",
  }),
  annotated(
    "annotation-on-password",
    "headers.param-not-sensitive",
    "a mirrored password",
    { type: "string", "x-mcp-header": "Zone" },
    "password",
  ),
];

export const paramHeaderMutants: readonly Mutant[] = [...validation, ...annotations];

/** The optional parameters of the tool that mirrors some, by the headers that the mutant wants. */
const OPTIONAL = { "mcp-param-priority": "priority", "mcp-param-dry-run": "dryRun" } as const;

function expecting(id: string, words: string, requirement: string, value: null | undefined): Mutant {
  return {
    id,
    does: `Expects an Mcp-Param header when the argument is ${words}`,
    breaks: [requirement],
    apply: ({ rule }, draw) => {
      const header = draw.pick(["mcp-param-priority", "mcp-param-dry-run"] as const);
      rule("paramHeaderPresent", (original) => (http, rules) => {
        const { name, arguments: given } = http.message?.params ?? {};
        return name === "route" &&
          objectOr(given)[OPTIONAL[header]] === value &&
          headerOf(http.headers, header) === undefined
          ? refusal(CODES.headerMismatch, `Header mismatch: the ${header} header is missing`, { status: 400 })
          : original(http, rules);
      });
    },
  };
}

/** Adds an annotated property to the listed definition of the tool that mirrors parameters. */
function annotated(id: string, requirement: string, words: string, property: JsonObject, name = "zone"): Mutant {
  return {
    id,
    does: `Lists a tool with ${words}`,
    breaks: [requirement],
    // The server itself knows nothing of the parameter added.
    implies: ["headers.param-without-body-value-32020"],
    where: { revisions: ["2026-07-28"], transports: ["http"] },
    apply: ({ result }) =>
      result("tools/list", (given) => ({
        ...given,
        tools: ((given.tools ?? []) as readonly JsonValue[]).map((tool) =>
          isObject(tool) && tool.name === "route" ? withProperty(tool, name, property) : tool,
        ),
      })),
  };
}

function withProperty(tool: JsonObject, name: string, property: JsonObject): JsonObject {
  const schema = objectOr(tool.inputSchema);
  return { ...tool, inputSchema: { ...schema, properties: { ...objectOr(schema.properties), [name]: property } } };
}
