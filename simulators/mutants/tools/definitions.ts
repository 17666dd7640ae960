import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { MODERN, since } from "../../wire/revisions.ts";
import { editTool, without } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const OBJECT_ROOTS = { revisions: ["2025-06-18", "2025-11-25"] } as const;
const ONE_PAGE = ["echo", "add", "weather"];

/** Faults of single tool definitions. */
export const definitionMutants: readonly Mutant[] = [
  {
    id: "tool-without-input-schema",
    does: "Lists a tool without inputSchema",
    breaks: ["tools.definition-shape"],
    apply: (seams, draw) => editTool(seams, draw.pick(ONE_PAGE), (tool) => without(tool, "inputSchema")),
  },
  {
    id: "tool-members-null",
    does: "Lists a tool with null for an optional member that it does not have",
    breaks: ["tools.definition-shape"],
    where: { revisions: since("2025-06-18") },
    apply: (seams, draw) => {
      const member = draw.pick(["description", "title", "annotations", "outputSchema", "_meta"]);
      editTool(seams, draw.pick(ONE_PAGE), (tool) => ({ ...tool, [member]: null }));
    },
  },
  {
    id: "tool-hints-as-text",
    does: "Lists a tool whose annotations have other types than the schema gives them",
    breaks: ["tools.annotations-types"],
    apply: (seams, draw) => {
      const wrong = draw.pick<JsonObject>([
        { readOnlyHint: "true" },
        { destructiveHint: 0 },
        { idempotentHint: null },
        { openWorldHint: "no" },
        { title: 7 },
      ]);
      editTool(seams, draw.pick(ONE_PAGE), (tool) => ({
        ...tool,
        annotations: { ...(isObject(tool.annotations) ? tool.annotations : {}), ...wrong },
      }));
    },
  },
  {
    id: "input-schema-of-other-type",
    does: "Lists a tool whose inputSchema has not the type object at its root",
    breaks: ["tools.input-schema-root-type"],
    apply: (seams, draw) => {
      const type = draw.pick<JsonValue | undefined>([undefined, "array", ["object", "null"]]);
      editSchema(seams, draw.pick(ONE_PAGE), "inputSchema", (schema) =>
        type === undefined ? without(schema, "type") : { ...schema, type },
      );
    },
  },
  {
    id: "input-schema-of-nothing-empty",
    does: "Lists a tool without parameters whose inputSchema is empty",
    breaks: ["tools.no-params-schema"],
    implies: ["tools.input-schema-root-type"],
    apply: (seams) => editTool(seams, "version", (tool) => ({ ...tool, inputSchema: {} })),
  },
  {
    id: "input-schema-null",
    does: "Lists a tool without parameters whose inputSchema is null",
    breaks: ["tools.input-schema-object"],
    implies: ["tools.definition-shape", "tools.no-params-schema"],
    apply: (seams) => editTool(seams, "version", (tool) => ({ ...tool, inputSchema: null })),
  },
  {
    id: "input-schema-no-schema",
    does: "Lists a tool whose inputSchema is no valid JSON Schema",
    breaks: ["tools.input-schema-object"],
    apply: (seams, draw) => {
      const property = draw.pick<JsonObject>([
        { type: "text" },
        { minimum: "1" },
        { required: "yes" },
        { enum: "a" },
        { properties: [] },
      ]);
      editSchema(seams, draw.pick(ONE_PAGE), "inputSchema", (schema) => ({
        ...schema,
        properties: { ...(schema.properties as JsonObject), odd: property },
      }));
    },
  },
  {
    id: "output-schema-no-schema",
    does: "Lists a tool whose outputSchema is no valid JSON Schema",
    breaks: ["tools.output-schema-any-root"],
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const odd = draw.pick<JsonObject>([{ type: "text" }, { items: 1 }, { anyOf: {} }, { maxLength: -1 }]);
      editTool(seams, draw.pick(["add", "weather"]), (tool) => ({ ...tool, outputSchema: odd }));
    },
  },
  {
    id: "output-schema-of-other-type",
    does: "Lists a tool whose outputSchema has not the type object at its root",
    breaks: ["tools.output-schema-root-object"],
    implies: ["tools.output-schema-conform"],
    where: OBJECT_ROOTS,
    apply: (seams, draw) => {
      const type = draw.pick<JsonValue | undefined>([undefined, "array"]);
      editSchema(seams, draw.pick(["add", "weather"]), "outputSchema", (schema) =>
        type === undefined ? without(schema, "type") : { ...schema, type },
      );
    },
  },
];

function editSchema(
  seams: Parameters<Mutant["apply"]>[0],
  name: string,
  member: string,
  edit: (schema: JsonObject) => JsonObject,
): void {
  editTool(seams, name, (tool) => {
    const schema = tool[member];
    return isObject(schema) ? { ...tool, [member]: edit(schema) } : tool;
  });
}
