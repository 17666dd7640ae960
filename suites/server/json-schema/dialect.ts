import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { dependsOnDialect, instanceProblem } from "../../protocol/json-schema.ts";

/** Values of many types: whatever a place asks for, some of them are wrong there. */
const WRONG: readonly JsonValue[] = [{ assay: true }, "assay", 7];
const MOST_TRIED = 200;

/** Keywords that not every dialect has, or that mean something else in another. */
const TELLING =
  /"(?:prefixItems|additionalItems|items":\[|dependent\w+|dependencies|unevaluated\w+|minContains|maxContains)/;

/** Arguments that a schema forbids in its own dialect, and would allow if it were read as another; none where it has no such rule. */
export function dialectOnly(schema: JsonObject, valid: JsonObject): readonly JsonObject[] {
  if (!TELLING.test(JSON.stringify(schema))) return [];
  return tried(schema, valid).filter((given) => dependsOnDialect(schema, given));
}

/** Arguments that a schema forbids whatever dialect it is read as. */
export function forbiddenAnyway(schema: JsonObject, valid: JsonObject): readonly JsonObject[] {
  return tried(schema, valid).filter(
    (given) => instanceProblem(schema, given)?.valid === false && !dependsOnDialect(schema, given),
  );
}

/** Valid arguments with one property set to what may be wrong there: lists of odd items, what another property depends on, more than is known. */
function tried(schema: JsonObject, valid: JsonObject): readonly JsonObject[] {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const values = properties.flatMap(([name, property]) => {
    const made = isObject(property) ? lists(property) : [];
    return [...made, ...WRONG].map((value) => ({ ...valid, [name]: value }));
  });
  const present = properties.map(([name, property]) => ({ ...valid, [name]: plain(property) }));
  return [...values, ...present, { ...valid, assay_unknown: true }].slice(0, MOST_TRIED);
}

/** Lists with a wrong item in the first or second place, and with one item too many. */
function lists(property: JsonObject): readonly JsonValue[] {
  const tuple = Array.isArray(property.prefixItems) ? property.prefixItems : property.items;
  if (!Array.isArray(tuple)) return [];
  const right: readonly JsonValue[] = tuple.map(plain);
  return [
    ...right.flatMap((_, at) => WRONG.map((wrong) => right.map((item, place) => (place === at ? wrong : item)))),
    [...right, ...right],
  ];
}

/** A plain value of a schema's type. */
function plain(schema: JsonValue | undefined): JsonValue {
  if (!isObject(schema)) return 1;
  if (Array.isArray(schema.enum)) return schema.enum[0] as JsonValue;
  const { type } = schema;
  if (type === "string") return "assay";
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "object" ? {} : 1;
}
