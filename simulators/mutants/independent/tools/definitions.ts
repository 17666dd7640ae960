import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject } from "../../../wire/json.ts";
import { since } from "../../../wire/revisions.ts";
import { editTool, without } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

/** On a later page of the list. */
const LATE_TOOL = "test_error_handling";

export const mutants: readonly Mutant[] = [
  {
    id: "late-tool-without-input-schema",
    breaks: ["tools.definition-shape"],
    implies: ["tools.input-schema-object", "tools.input-schema-root-type", "tools.no-params-schema"],
    does: "lists a tool without inputSchema on a later page",
    apply: (seams) => editTool(seams, LATE_TOOL, (tool) => without(tool, "inputSchema")),
  },
  {
    id: "titles-null",
    breaks: ["tools.definition-shape"],
    where: { revisions: ["2025-06-18"] },
    does: "gives null for the title of a tool that has none",
    apply: (seams) => editTool(seams, LATE_TOOL, (tool) => ({ ...tool, title: null })),
  },
  {
    id: "annotations-null",
    breaks: ["tools.definition-shape"],
    implies: ["tools.annotations-types"],
    where: { revisions: since("2025-03-26") },
    does: "gives null for the annotations of a tool",
    apply: (seams) => editTool(seams, LATE_TOOL, (tool) => ({ ...tool, annotations: null })),
  },
  {
    id: "hint-as-text",
    breaks: ["tools.annotations-types"],
    implies: ["tools.definition-shape"],
    does: "gives a hint of a late tool as the text 'false'",
    apply: (seams, draw) => {
      const hint = draw.pick(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]);
      editTool(seams, LATE_TOOL, (tool) => ({ ...tool, annotations: { [hint]: "false" } }));
    },
  },
  {
    id: "annotation-title-null",
    breaks: ["tools.annotations-types"],
    implies: ["tools.definition-shape"],
    where: { revisions: ["2025-03-26"] },
    does: "gives null for annotations.title",
    apply: (seams) => editTool(seams, "echo", (tool) => ({ ...tool, annotations: { title: null } })),
  },
  {
    id: "input-schema-type-nullable",
    breaks: ["tools.input-schema-root-type"],
    implies: ["tools.definition-shape"],
    does: "gives the root type of an input schema as an array of object and null",
    apply: (seams) => editSchema(seams, "echo", (schema) => ({ ...schema, type: ["object", "null"] })),
  },
  {
    id: "input-schema-type-absent",
    breaks: ["tools.input-schema-root-type"],
    implies: ["tools.definition-shape"],
    where: { revisions: ["2024-11-05"] },
    does: "lists a late tool whose input schema has properties and no type",
    apply: (seams) => editSchema(seams, LATE_TOOL, () => ({ properties: {} })),
  },
  {
    id: "property-required-true",
    breaks: ["tools.input-schema-object"],
    does: "marks a property as required the way of JSON Schema draft 3",
    apply: (seams) =>
      editSchema(seams, LATE_TOOL, () => ({
        type: "object",
        properties: { text: { type: "string", required: true } },
      })),
  },
  {
    id: "exclusive-minimum-true",
    breaks: ["tools.input-schema-object"],
    does: "has a boolean exclusiveMinimum, the way of JSON Schema draft 4, without saying which draft it means",
    apply: (seams) =>
      editSchema(seams, LATE_TOOL, () => ({
        type: "object",
        properties: { level: { type: "integer", minimum: 0, exclusiveMinimum: true } },
      })),
  },
  {
    id: "python-type-names",
    breaks: ["tools.input-schema-object"],
    does: "names a nested property's type the way of a programming language",
    apply: (seams, draw) => {
      const type = draw.pick(["str", "int", "dict", "float"]);
      editSchema(seams, LATE_TOOL, () => ({
        type: "object",
        properties: { list: { type: "array", items: { type: "object", properties: { one: { type } } } } },
      }));
    },
  },
  {
    id: "reference-to-nowhere",
    breaks: ["tools.input-schema-object"],
    does: "has a $ref into definitions that were renamed to $defs",
    apply: (seams) =>
      editSchema(seams, LATE_TOOL, () => ({
        type: "object",
        properties: { place: { $ref: "#/definitions/place" } },
        $defs: { place: { type: "string" } },
      })),
  },
  {
    id: "output-schema-of-true",
    breaks: ["tools.output-schema-any-root"],
    implies: ["tools.definition-shape"],
    does: "gives true for a tool's output schema",
    apply: (seams) => editTool(seams, LATE_TOOL, (tool) => ({ ...tool, outputSchema: true })),
  },
  {
    id: "output-schema-nested-misfit",
    breaks: ["tools.output-schema-any-root"],
    does: "has a tool's output schema with a nested enum that is no array",
    apply: (seams) =>
      editTool(seams, LATE_TOOL, (tool) => ({
        ...tool,
        outputSchema: { type: "object", properties: { mood: { type: "string", enum: "calm" } } },
      })),
  },
  {
    id: "late-output-schema-untyped",
    breaks: ["tools.output-schema-root-object"],
    implies: ["tools.definition-shape"],
    does: "lists a late tool whose output schema says no root type",
    apply: (seams) =>
      editTool(seams, LATE_TOOL, (tool) => ({ ...tool, outputSchema: { properties: { ok: { type: "boolean" } } } })),
  },
  {
    id: "empty-schema-of-late-tool",
    breaks: ["tools.no-params-schema"],
    implies: ["tools.input-schema-root-type", "tools.definition-shape"],
    does: "gives {} for the input schema of a late tool without parameters",
    apply: (seams) => editSchema(seams, LATE_TOOL, () => ({})),
  },
  {
    id: "late-name-with-slash",
    breaks: ["tools.name-charset"],
    implies: ["tools.name-no-special"],
    does: "lists a late tool with a slash in its name",
    apply: (seams) => rename(seams, () => "files/read"),
  },
  {
    id: "late-name-with-letter-of-another-alphabet",
    breaks: ["tools.name-charset"],
    implies: ["tools.name-no-special"],
    where: { transports: ["stdio"] },
    does: "lists a late tool with a letter outside ASCII in its name",
    apply: (seams) => rename(seams, () => "größe"),
  },
  {
    id: "late-name-ends-in-space",
    breaks: ["tools.name-no-special"],
    implies: ["tools.name-charset"],
    does: "lists a late tool with a space at the end of its name",
    apply: (seams) => rename(seams, (name) => `${name} `),
  },
  {
    id: "late-name-one-too-long",
    breaks: ["tools.name-length"],
    does: "lists a late tool with a name of 129 characters",
    apply: (seams) => rename(seams, () => "n".repeat(129)),
  },
  {
    id: "late-name-empty",
    breaks: ["tools.name-length"],
    implies: ["tools.name-charset"],
    does: "lists a late tool with an empty name",
    apply: (seams) => rename(seams, () => ""),
  },
];

function editSchema(seams: Seams, name: string, edit: (schema: JsonObject) => JsonObject): void {
  editTool(seams, name, (tool) => ({ ...tool, inputSchema: edit(isObject(tool.inputSchema) ? tool.inputSchema : {}) }));
}

function rename(seams: Seams, name: (old: string) => string): void {
  editTool(seams, LATE_TOOL, (tool) => ({ ...tool, name: name(LATE_TOOL) }));
}
