/** A JSON Schema, or a part of one. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Where in a JSON value something is: member names and indices from the outside in. */
export type Path = readonly (string | number)[];

/** The JSON type of a value, with `integer` apart from `number`. */
export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export function typeOf(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What lies directly below a value: its members or its items. */
export function below(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], value);
}

/** The value with another one at a place; the original stays as it was. */
export function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  const inner = replaced((value as Record<string | number, unknown>)[key], rest, by);
  if (Array.isArray(value)) return value.with(key as number, inner);
  return { ...(value as object), [key]: inner };
}

/** The value without the member or item at a place, which is not the value itself. */
export function without(value: unknown, path: Path): unknown {
  const parent = valueAt(value, path.slice(0, -1));
  const key = path.at(-1)!;
  const left = Array.isArray(parent)
    ? parent.toSpliced(key as number, 1)
    : Object.fromEntries(Object.entries(parent as object).filter(([name]) => name !== key));
  return replaced(value, path.slice(0, -1), left);
}
