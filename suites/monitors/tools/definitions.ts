import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Revision, since, until } from "../../../simulators/wire/revisions.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { danglingReference, schemaProblem } from "../../protocol/json-schema.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { onPage } from "../pages.ts";

type Test = (value: JsonValue) => boolean;

interface Member {
  readonly text: string;
  readonly fits: Test;
  readonly revisions: readonly Revision[];
}

const isString: Test = (value) => typeof value === "string";
const isStrings: Test = (value) => Array.isArray(value) && value.every(isString);
const TASK_SUPPORT: readonly unknown[] = [undefined, "forbidden", "optional", "required"];

/** The optional members of a tool, by the revisions that know them; elsewhere they are free extras. */
const MEMBERS: { readonly [member: string]: Member } = {
  description: { text: "a string", fits: isString, revisions: since("2024-11-05") },
  annotations: { text: "an object", fits: isObject, revisions: since("2025-03-26") },
  title: { text: "a string", fits: isString, revisions: since("2025-06-18") },
  outputSchema: { text: "an object", fits: isObject, revisions: since("2025-06-18") },
  _meta: { text: "an object", fits: isObject, revisions: since("2025-06-18") },
  icons: {
    text: "an array of objects with a string src",
    fits: (icons) => Array.isArray(icons) && icons.every((icon) => isObject(icon) && isString(icon.src ?? null)),
    revisions: since("2025-11-25"),
  },
  execution: {
    text: "an object whose taskSupport is forbidden, optional or required",
    fits: (execution) => isObject(execution) && TASK_SUPPORT.includes(execution.taskSupport),
    revisions: ["2025-11-25"],
  },
};

/** From 2026-07-28 on the schema type says no more of inputSchema than its root type. */
const NAMES_KEYWORDS = until("2025-11-25");

const HINTS: { readonly [hint: string]: "string" | "boolean" } = {
  title: "string",
  readOnlyHint: "boolean",
  destructiveHint: "boolean",
  idempotentHint: "boolean",
  openWorldHint: "boolean",
};

const shape = definition("tools.definition-shape", (tool, revision) => {
  const wrong: string[] = [];
  if (typeof tool.name !== "string") wrong.push("name is no string");
  if (!isObject(tool.inputSchema)) wrong.push("inputSchema is no object");
  else if (NAMES_KEYWORDS.includes(revision)) {
    const { properties, required } = tool.inputSchema;
    if (properties !== undefined && !isObject(properties)) wrong.push("inputSchema.properties is no object");
    if (required !== undefined && !isStrings(required)) wrong.push("inputSchema.required is no array of strings");
  }
  for (const [member, { text, fits, revisions }] of Object.entries(MEMBERS)) {
    const value = tool[member];
    if (value !== undefined && revisions.includes(revision) && !fits(value)) wrong.push(`${member} is not ${text}`);
  }
  return { wrong, accepted: "string name, object inputSchema, other members of their schema types" };
});

const annotations = definition("tools.annotations-types", ({ annotations: given }) => {
  if (!isObject(given)) return undefined;
  const known = Object.entries(HINTS).filter(([hint]) => given[hint] !== undefined);
  if (known.length === 0) return undefined;
  const wrong = known
    .filter(([hint, type]) => typeof given[hint] !== type)
    .map(([hint, type]) => `annotations.${hint} is no ${type}`);
  return { wrong, accepted: "a string title, boolean hints" };
});

const inputRootType = definition("tools.input-schema-root-type", ({ inputSchema }) =>
  isObject(inputSchema)
    ? {
        wrong:
          inputSchema.type === "object" ? [] : [`inputSchema.type is ${JSON.stringify(inputSchema.type) ?? "missing"}`],
        accepted: 'type "object" at the root',
      }
    : undefined,
);

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

const outputRootObject = definition("tools.output-schema-root-object", ({ outputSchema }) =>
  isObject(outputSchema)
    ? {
        wrong:
          outputSchema.type === "object"
            ? []
            : [`outputSchema.type is ${JSON.stringify(outputSchema.type) ?? "missing"}`],
        accepted: 'type "object" at the root',
      }
    : undefined,
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
  judge: (tool: JsonObject, revision: Revision) => Verdict | undefined,
  options: { readonly name?: string; readonly warningOnly?: string } = {},
): Monitor {
  const { name, warningOnly } = options;
  const watch = (m: MonitorTools) => {
    onPage(m, ({ list, items, shown }) => {
      if (list !== TOOLS) return;
      for (const tool of items) {
        const verdict = judge(tool, m.revision);
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

export const definitionMonitors: readonly Monitor[] = [
  shape,
  annotations,
  inputRootType,
  inputSchemaObject,
  inputReferences,
  outputAnyRoot,
  outputRootObject,
  noParameters,
];
