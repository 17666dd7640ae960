import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";

/** One `x-mcp-header` in an inputSchema (2026-07-28/basic/transports/streamable-http#schema-extension). */
export interface HeaderAnnotation {
  readonly value: JsonValue;
  /** The schema that it stands in. */
  readonly schema: JsonObject;
  /** Keywords and names from the root, as a JSON Pointer. */
  readonly pointer: string;
  /** The names of the properties on the way: the path of the argument where it is reachable. */
  readonly path: readonly string[];
  /** The first keyword on the way that is not `properties`; undefined where the annotation is statically reachable. */
  readonly through: string | undefined;
}

const ANNOTATION = "x-mcp-header";
const DEEPEST = 60;
const MOST = 1_000;

/** Keywords whose value is a schema, or an array of schemas. */
const SCHEMAS = [
  ...["items", "prefixItems", "contains", "additionalItems", "unevaluatedItems"],
  ...["oneOf", "anyOf", "allOf", "not", "if", "then", "else"],
  ...["additionalProperties", "unevaluatedProperties", "propertyNames"],
];
/** Keywords whose value names schemas. */
const MAPS = ["$defs", "definitions", "patternProperties", "dependentSchemas"];

/** Every annotation in a schema, wherever it stands; values such as `default` or `enum` are no schemas. */
export function headerAnnotationsIn(schema: JsonValue | undefined): readonly HeaderAnnotation[] {
  const found: HeaderAnnotation[] = [];
  visit(schema, { pointer: "", path: [], through: undefined }, 0, found);
  return found;
}

type Place = Pick<HeaderAnnotation, "pointer" | "path" | "through">;

function visit(schema: JsonValue | undefined, place: Place, depth: number, found: HeaderAnnotation[]): void {
  if (!isObject(schema) || depth > DEEPEST || found.length >= MOST) return;
  const value = schema[ANNOTATION];
  if (value !== undefined) {
    // The root is no property.
    const through = place.through ?? (place.path.length === 0 ? "the root" : undefined);
    found.push({ ...place, value, schema, through });
  }
  const into = (inner: JsonValue | undefined, steps: string, change: Partial<Place>) =>
    visit(inner, { ...place, pointer: place.pointer + steps, ...change }, depth + 1, found);
  if (isObject(schema.properties))
    for (const [name, inner] of Object.entries(schema.properties))
      into(inner, `/properties/${name}`, { path: [...place.path, name] });
  for (const keyword of SCHEMAS) {
    const inner = schema[keyword];
    const through = place.through ?? keyword;
    if (Array.isArray(inner)) for (const [n, one] of inner.entries()) into(one, `/${keyword}/${n}`, { through });
    else into(inner, `/${keyword}`, { through });
  }
  for (const keyword of MAPS) {
    const inner = schema[keyword];
    const through = place.through ?? keyword;
    if (isObject(inner)) for (const [name, one] of Object.entries(inner)) into(one, `/${keyword}/${name}`, { through });
  }
}
