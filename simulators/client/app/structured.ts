import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";

export type Dialect = "2020-12" | "2019-09" | "draft-07";

const ENGINES = { "2020-12": Ajv2020, "2019-09": Ajv2019, "draft-07": Ajv } as const;

/** The dialect that a schema is written in; undefined for one that this client does not know. */
export function dialectOf(schema: JsonObject): Dialect | undefined {
  const declared = schema.$schema;
  if (declared === undefined) return "2020-12";
  const name = /json-schema\.org\/(?:draft\/(2020-12|2019-09)|(draft-07))\/schema#?$/.exec(String(declared));
  return (name?.[1] ?? name?.[2]) as Dialect | undefined;
}

/** What is wrong with a result's structured content under the tool's output schema; undefined when it fits, or when there is none to hold it against. */
export function structuredProblem(
  schema: JsonValue | undefined,
  result: JsonObject,
  { as }: { readonly as?: Dialect } = {},
): string | undefined {
  if (!isObject(schema) || result.isError === true) return undefined;
  if (result.structuredContent === undefined) return "it is missing";
  const dialect = as ?? dialectOf(schema);
  if (dialect === undefined) return `the schema's dialect ${JSON.stringify(schema.$schema)} is not supported`;
  try {
    const { $schema: _declared, ...rest } = schema;
    const ajv = new ENGINES[dialect]({ strict: false, logger: false, validateFormats: false });
    return ajv.validate(rest as object, result.structuredContent) ? undefined : ajv.errorsText();
  } catch (cause) {
    return `the schema cannot be used: ${(cause as Error).message}`;
  }
}
