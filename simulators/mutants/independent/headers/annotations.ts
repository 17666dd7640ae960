import { objectOr } from "../../../server/rules/refusal.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { editTool } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

const where = { revisions: ["2026-07-28"], transports: ["http"] } as const;

/** x-mcp-header annotations in the tool definitions that are listed. */
export const annotations: readonly Mutant[] = [
  listing(
    "annotation-repeated-below",
    "headers.param-name-unique",
    "Annotates a nested property with `region`, where Region is taken at the top",
    {
      properties: { place: { type: "object", properties: { zone: { type: "string", "x-mcp-header": "region" } } } },
    },
  ),
  listing("annotation-on-object", "headers.param-primitive-types", "Annotates a nested object itself", {
    properties: { site: { type: "object", properties: {}, "x-mcp-header": "Site" } },
  }),
  listing("annotation-on-nested-number", "headers.param-primitive-types", "Annotates a nested number", {
    properties: { limits: { type: "object", properties: { rate: { type: "number", "x-mcp-header": "Rate" } } } },
  }),
  listing(
    "annotation-in-additional-properties",
    "headers.param-statically-reachable",
    "Annotates what additionalProperties describes",
    {
      properties: { labels: { type: "object", additionalProperties: { type: "string", "x-mcp-header": "Label" } } },
    },
  ),
  listing("annotation-in-prefix-items", "headers.param-no-composite-path", "Annotates the first item of a tuple", {
    properties: { pair: { type: "array", prefixItems: [{ type: "string", "x-mcp-header": "First" }] } },
  }),
  listing(
    "annotation-behind-ref",
    "headers.param-no-composite-path",
    "Annotates a property in $defs that is reached by $ref",
    {
      properties: { owner: { $ref: "#/$defs/owner" } },
      $defs: { owner: { type: "object", properties: { login: { type: "string", "x-mcp-header": "Owner" } } } },
    },
  ),
  listing("annotation-in-then", "headers.param-no-composite-path", "Annotates a property that only `then` adds", {
    if: { properties: { query: { const: "x" } } },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    then: { properties: { reason: { type: "string", "x-mcp-header": "Reason" } } },
  }),
  listing("annotation-with-slash", "headers.param-name-token", "Annotates a property with Region/Zone", {
    properties: { zone: { type: "string", "x-mcp-header": "Region/Zone" } },
  }),
  listing(
    "annotation-with-delete-character",
    "headers.param-name-no-control-chars",
    "Annotates a property with a name that has the DEL character in it",
    {
      properties: { zone: { type: "string", "x-mcp-header": "Zo\u007fne" } },
    },
    ["headers.param-name-token"],
  ),
  listing(
    "annotation-empty-below",
    "headers.param-name-not-empty",
    "Annotates a nested property with an empty name",
    {
      properties: { place: { type: "object", properties: { zone: { type: "string", "x-mcp-header": "" } } } },
    },
    ["headers.param-name-token"],
  ),
  listing("api-key-annotated", "headers.param-not-sensitive", "Annotates a nested api_key", {
    properties: { account: { type: "object", properties: { api_key: { type: "string", "x-mcp-header": "Account" } } } },
  }),
];

/** Adds to the input schema of the listed tool `route`. */
function listing(id: string, broken: string, does: string, more: JsonObject, implies: readonly string[] = []): Mutant {
  return {
    id,
    breaks: [broken],
    implies,
    where,
    does,
    apply: (seams) =>
      editTool(seams, "route", (tool) => {
        const schema = objectOr(tool.inputSchema);
        const properties = { ...objectOr(schema.properties), ...objectOr(more.properties) };
        return { ...tool, inputSchema: { ...schema, ...more, properties } };
      }),
  };
}
