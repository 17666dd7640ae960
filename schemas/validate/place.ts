import type { Definitions } from "../protocol/builder/node.ts";
import { type Path, pointerOf, shown, type Violation, writtenPath } from "./violation.ts";

/** Where a node is looked at. */
export interface Place {
  readonly definitions: Definitions;
  /** The innermost definition. */
  readonly definition: string;
  readonly path: Path;
  /** The requirement that a violation breaks when no nearer node names one. */
  readonly requirement?: string;
  /** How many violations are wanted at most. */
  readonly limit: number;
}

/** A member or item of what is looked at. */
export function below(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, key] };
}

/** A violation at a place. */
export function violation(
  place: Place,
  keyword: string,
  expected: string,
  value: unknown,
  found = shown(value),
): Violation {
  const path = writtenPath(place.path);
  const text = `${path === "" ? place.definition : path}: expected ${expected}, found ${found}`;
  const { definition, requirement } = place;
  const at = { definition, pointer: pointerOf(place.path), path, keyword, expected, found, text };
  return requirement === undefined ? at : { ...at, requirement };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
