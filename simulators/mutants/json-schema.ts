import { Ajv } from "ajv";
import type { Seams } from "../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../wire/json.ts";
import { since } from "../wire/revisions.ts";
import { editTool } from "./edits.ts";
import type { Mutant } from "./mutant.ts";

const where = { revisions: since("2025-11-25") };
const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";
const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";
const PAIR = [{ type: "number" }, { type: "number" }];

export const mutants: readonly Mutant[] = [
  {
    id: "input-schema-against-its-dialect",
    does: "Lists a tool whose inputSchema is not valid in the dialect that it declares, or by default has",
    breaks: ["json-schema.schemas-valid"],
    implies: ["tools.input-schema-object", "json-schema.recommended-dialect"],
    where,
    apply: (seams, draw) => {
      const [$schema, odd] = draw.pick<readonly [string | undefined, JsonObject]>([
        [undefined, { type: "array", items: PAIR }],
        [DRAFT_2020, { type: "array", items: PAIR }],
        [DRAFT_2020, { type: "integer", exclusiveMinimum: true }],
        [DRAFT_2019, { type: "string", minLength: "1" }],
        [DRAFT_2019, { type: "object", dependentRequired: { a: "b" } }],
        [DRAFT_07, { type: "array", items: "number" }],
        [DRAFT_07, { type: "number", multipleOf: 0 }],
      ]);
      editSchema(seams, draw.pick(["echo", "add", "weather"]), "inputSchema", ({ properties, ...schema }) => ({
        ...($schema === undefined ? {} : { $schema }),
        ...schema,
        properties: { ...(properties as JsonObject), odd },
      }));
    },
  },
  {
    id: "output-schema-against-its-dialect",
    does: "Lists a tool whose outputSchema is not valid in the dialect that it declares, or by default has",
    breaks: ["json-schema.schemas-valid"],
    implies: ["tools.output-schema-any-root", "json-schema.recommended-dialect"],
    where,
    apply: (seams, draw) => {
      const odd = draw.pick<JsonObject>([
        { properties: { odd: { type: "text" } } },
        { properties: { odd: { type: "array", items: PAIR } } },
        { $schema: DRAFT_07, properties: { odd: { pattern: 7 } } },
        { $schema: DRAFT_2019, unevaluatedProperties: "no" },
        { required: "sum" },
      ]);
      editTool(seams, draw.pick(["add", "weather"]), (tool) => ({ ...tool, outputSchema: { type: "object", ...odd } }));
    },
  },
  {
    id: "schema-with-dangling-reference",
    does: "Renames the $defs of a schema and leaves the references to them as they are",
    breaks: ["json-schema.schemas-valid"],
    implies: ["tools.input-schema-object"],
    where,
    apply: (seams, draw) => {
      const name = draw.pick(["definitions", "defs"]);
      editSchema(seams, "json_schema_2020_12_tool", "inputSchema", ({ $defs, ...schema }) => ({
        ...schema,
        [name]: $defs,
      }));
    },
  },
  {
    id: "schema-of-another-dialect",
    does: "Lists a tool whose schema declares another dialect than 2020-12",
    breaks: ["json-schema.recommended-dialect"],
    where,
    apply: (seams, draw) => {
      const $schema = draw.pick([
        DRAFT_07,
        "http://json-schema.org/draft-07/schema",
        DRAFT_2019,
        "http://json-schema.org/draft-04/schema#",
        "https://example.com/dialect",
      ]);
      editSchema(seams, "add", draw.pick(["inputSchema", "outputSchema"]), (schema) => ({ $schema, ...schema }));
    },
  },
  {
    id: "undeclared-dialect-read-as-draft-07",
    does: "Checks arguments by draft-07 where the schema names no dialect",
    breaks: ["json-schema.default-dialect"],
    where,
    apply: (seams) => readAsDraft07(seams, ({ $schema }) => $schema === undefined),
  },
  {
    id: "declared-dialect-disregarded",
    does: "Checks arguments by draft-07 whatever dialect the schema names",
    breaks: ["json-schema.validate-per-dialect"],
    where,
    apply: (seams) => readAsDraft07(seams, ({ $schema }) => $schema !== undefined),
  },
];

function readAsDraft07(seams: Seams, concerns: (schema: JsonObject) => boolean): void {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  seams.rule("toolArguments", (original) => (schema, given) => {
    if (!concerns(schema)) return original(schema, given);
    const { $schema: _, ...undeclared } = schema;
    return ajv.validate(undeclared, given) ? undefined : ajv.errorsText();
  });
}

function editSchema(seams: Seams, tool: string, member: string, edit: (schema: JsonObject) => JsonObject): void {
  editTool(seams, tool, (definition) => {
    const schema: JsonValue | undefined = definition[member];
    return isObject(schema) ? { ...definition, [member]: edit(schema) } : definition;
  });
}
