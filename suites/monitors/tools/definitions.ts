import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { danglingReference, schemaProblem } from "../../protocol/json-schema.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { onPage } from "../pages.ts";

const inputSchemaObject = definition("tools.input-schema-object", ({ inputSchema }) =>
  validSchema("inputSchema", inputSchema),
);

const inputReferences = definition(
  "tools.input-schema-object",
  ({ inputSchema }) => {
    const lost = danglingReference(inputSchema);
    if (lost === undefined) return undefined;
    return { wrong: [`the reference ${JSON.stringify(lost)} leads nowhere`], accepted: "references that resolve" };
  },
  { name: "references", warningOnly: "whether a reference that leads nowhere makes a schema invalid is not stated" },
);

const outputAnyRoot = definition("tools.output-schema-any-root", ({ outputSchema }) =>
  validSchema("outputSchema", outputSchema),
);

const APPLICATORS = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "patternProperties",
  "additionalProperties",
  "properties",
];

const noParameters = definition("tools.no-params-schema", ({ inputSchema }) => {
  const accepted = '{"type":"object","additionalProperties":false} or {"type":"object"}';
  if (inputSchema === null) return { wrong: ["inputSchema is null"], accepted };
  // Another type than object is told of by tools.input-schema-root-type.
  if (!isObject(inputSchema) || !takesNothing(inputSchema) || (inputSchema.type ?? "object") !== "object")
    return undefined;
  return {
    wrong: inputSchema.type === "object" ? [] : ["a tool without parameters has an inputSchema without type"],
    accepted,
  };
});

function takesNothing(schema: JsonObject): boolean {
  return APPLICATORS.every((keyword) => {
    const value = schema[keyword];
    return (
      value === undefined ||
      typeof value === "boolean" ||
      (keyword === "properties" && isObject(value) && Object.keys(value).length === 0)
    );
  });
}

function validSchema(member: string, schema: JsonValue | undefined): Verdict | undefined {
  if (schema === undefined) return undefined;
  const problem = schemaProblem(schema);
  return {
    wrong: problem === undefined ? [] : [`${member} is not valid: ${problem}`],
    accepted: "a valid JSON Schema object",
  };
}

interface Verdict {
  readonly wrong: readonly string[];
  readonly accepted: string;
}

/** Judges each listed tool; undefined where the tool shows nothing of the rule. */
function definition(
  requirement: string,
  judge: (tool: JsonObject) => Verdict | undefined,
  options: { readonly name?: string; readonly warningOnly?: string } = {},
): Monitor {
  const { name, warningOnly } = options;
  const watch = (m: MonitorTools) => {
    onPage(m, ({ list, items, shown }) => {
      if (list !== TOOLS) return;
      for (const tool of items) {
        const verdict = judge(tool);
        if (verdict === undefined) continue;
        m.saw();
        if (verdict.wrong.length > 0)
          m.fail(`tool ${shorten(JSON.stringify(tool.name) ?? "without name", 200)}: ${verdict.wrong.join("; ")}`, {
            ...shown,
            accepted: [verdict.accepted],
            ...(warningOnly === undefined ? {} : { warningOnly }),
          });
      }
    });
  };
  return monitor(requirement, watch, name === undefined ? {} : { name: `${requirement} (${name})` });
}

export const definitionMonitors: readonly Monitor[] = [inputSchemaObject, inputReferences, outputAnyRoot, noParameters];
