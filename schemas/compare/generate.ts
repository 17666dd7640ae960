import { generateSync } from "json-schema-faker";
import { hashOf } from "./draws.ts";
import { isObject, type Schema } from "./json.ts";

/** Where nesting of generated values ends, so that a definition which contains itself gives a finite value. */
const DEPTH = { maxDepth: 14, refDepthMax: 20, maxDefaultItems: 2 };

/** How many of the optional members there are, in turn. */
const OPTIONALS = [0, 0.4, 0.7, 1, 1];

/** Formats that json-schema-faker does not know. */
const FORMATS = {
  byte: (random: { readonly int: (min: number, max: number) => number }) =>
    Buffer.from(Array.from({ length: random.int(1, 12) }, () => random.int(0, 255))).toString("base64"),
  "uri-template": (random: { readonly int: (min: number, max: number) => number }) =>
    `file:///${random.int(0, 999)}/{path}`,
};

/**
 * What members of these names hold by the text, where the official schema says no more than `string`. Some instances keep
 * what was drawn, so that what the text adds shows as a difference.
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  name: ["search", "get_weather", "files-read", "report.v2"],
  uri: ["file:///project/README.md", "https://example.com/data", "urn:example:42"],
  url: ["https://example.com/consent?id=42"],
  src: ["https://example.com/icon.png", "data:image/png;base64,iVBORw0KGgo="],
  websiteUrl: ["https://example.com/"],
  data: ["aGVsbG8=", "AAEC/w=="],
  blob: ["aGVsbG8=", "AAEC/w=="],
  mimeType: ["text/plain", "image/png", "application/json"],
  lastModified: ["2025-01-12T15:00:58Z", "2025-06-30T08:15:00.5+02:00"],
  createdAt: ["2025-11-25T10:30:00Z"],
  lastUpdatedAt: ["2025-11-25T10:40:00Z"],
  resultType: ["complete", "complete", "complete", "input_required"],
  protocolVersion: ["2024-11-05", "2025-11-25"],
  $schema: ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"],
};

type Definitions = Readonly<Record<string, unknown>>;

/** Draws values of the definitions of a document; the same seed gives the same value. */
export function generatorOf(document: Readonly<Record<string, unknown>>) {
  const all = drawable(document["$defs"] ?? document["definitions"]) as Definitions;
  const needed = new Map<string, Definitions>();
  return (definition: string, seed: string): unknown => {
    // json-schema-faker goes through all that it is given, for each value.
    const definitions = needed.get(definition) ?? reachable(definition, all);
    needed.set(definition, definitions);
    const draw = hashOf(`${seed} ${definition}`);
    // Below a member: at the root json-schema-faker adds the definitions to an object that came out empty.
    const drawn = generateSync(
      {
        definitions,
        type: "object",
        properties: { value: { $ref: `#/definitions/${definition}` } },
        required: ["value"],
      },
      {
        ...DEPTH,
        seed: draw,
        optionalsProbability: OPTIONALS[draw % OPTIONALS.length]!,
        formats: FORMATS,
        outputTransform: (value, schema, path) =>
          (draw >> 8) % 5 === 0 ? value : meant(value, schema as Schema, path, draw),
      },
    );
    return (drawn as { readonly value: unknown }).value;
  };
}

function meant(value: unknown, schema: Schema, path: string, draw: number): unknown {
  if (typeof value !== "string" || schema === true || schema === false) return value;
  const values = MEANT[path.split("/").at(-1)!];
  const free = schema["const"] === undefined && schema["enum"] === undefined;
  return values !== undefined && free ? values[draw % values.length] : value;
}

/** A definition with all that it refers to. */
function reachable(definition: string, all: Definitions): Definitions {
  const names = new Set([definition]);
  for (const name of names) {
    const references = JSON.stringify(all[name]).matchAll(/"\$ref":"#\/definitions\/(\w+)"/g);
    for (const [, other] of references) names.add(other!);
  }
  return Object.fromEntries([...names].map((name) => [name, all[name]]));
}

/** The schema in the form that json-schema-faker draws well from. */
function drawable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(drawable);
  if (!isObject(schema)) return schema;
  const drawn = Object.entries(schema).map(([key, value]) => [
    key,
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "#/definitions/") : drawable(value),
  ]);
  return opened(Object.fromEntries(drawn));
}

/** An open object with a member of its own: json-schema-faker leaves it empty. */
function opened(schema: Readonly<Record<string, unknown>>): unknown {
  const { type, properties = {}, additionalProperties = true } = schema;
  if (type !== "object" || additionalProperties === false) return schema;
  const isMap = isObject(additionalProperties) && Object.keys(additionalProperties).length > 0;
  if (!isMap && Object.keys(properties as object).length > 0 && schema["additionalProperties"] === undefined)
    return schema;
  const member = isMap ? additionalProperties : { type: ["string", "integer", "boolean"] };
  return { ...schema, properties: { ...(properties as object), "com.example/note": member } };
}
