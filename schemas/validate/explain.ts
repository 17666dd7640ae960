import { definitionOf, inheritedRules, membersOf } from "../protocol/builder/members.ts";
import type { Node, ObjectNode, RecordNode, StringNode } from "../protocol/builder/node.ts";
import { isBase64 } from "./base64.ts";
import { expectation } from "./expectation.ts";
import { nearest } from "./nearest.ts";
import { below, isObject, type Place, violation } from "./place.ts";
import type { Violation } from "./violation.ts";

/**
 * What a value breaks of a node, at most `limit` things. It says the same as the node's JSON Schema; it exists because
 * an engine tells that no branch of a union fits, and this tells what is wrong with the branch that was meant.
 */
export function explain(node: Node, value: unknown, place: Place): readonly Violation[] {
  const here = node.requirement === undefined ? place : { ...place, requirement: node.requirement };
  switch (node.kind) {
    case "unknown":
      return [];
    case "never":
      return [violation(here, "absent", "no such member", value)];
    case "string":
      return typeof value === "string" ? ofString(node, value, here) : [ofType(node, value, here)];
    case "number":
    case "integer": {
      const fits = typeof value === "number" && (node.kind === "number" || Number.isInteger(value));
      if (!fits) return [ofType(node, value, here)];
      if (node.minimum !== undefined && value < node.minimum)
        return [violation(here, "minimum", `at least ${node.minimum}`, value)];
      if (node.maximum !== undefined && value > node.maximum)
        return [violation(here, "maximum", `at most ${node.maximum}`, value)];
      return [];
    }
    case "boolean":
      return typeof value === "boolean" ? [] : [ofType(node, value, here)];
    case "null":
      return value === null ? [] : [ofType(node, value, here)];
    case "literal":
      return value === node.value ? [] : [violation(here, "const", expectation(node, here.definitions), value)];
    case "choice":
      return node.values.some((one) => one === value)
        ? []
        : [violation(here, "enum", expectation(node, here.definitions), value)];
    case "array": {
      if (!Array.isArray(value)) return [ofType(node, value, here)];
      const count = `an array of ${value.length}`;
      if (node.minItems !== undefined && value.length < node.minItems)
        return [violation(here, "minItems", `at least ${node.minItems} items`, value, count)];
      if (node.maxItems !== undefined && value.length > node.maxItems)
        return [violation(here, "maxItems", `at most ${node.maxItems} items`, value, count)];
      return collect(value.entries(), here.limit, ([index, item], limit) =>
        explain(node.items, item, { ...below(here, index), limit }),
      );
    }
    case "record":
      return isObject(value) ? ofRecord(node, value, here) : [ofType(node, value, here)];
    case "object":
      return isObject(value) ? ofObject(node, value, here) : [ofType(node, value, here)];
    case "union":
      return nearest(node, value, here, explain);
    case "restrict": {
      const broken = explain(node.base, value, here);
      return broken.length > 0
        ? broken
        : collect(node.by, here.limit, (rule, limit) => explain(rule, value, { ...here, limit }));
    }
    case "ref": {
      const definition = definitionOf(here.definitions, node.name);
      // What a definition demands is demanded of an object; that there is none breaks what is demanded of this member.
      if (node.requirement !== undefined && wantsObject(definition) && !isObject(value))
        return [ofType(definition, value, here)];
      return explain(definition, value, { ...here, definition: node.name });
    }
  }
}

function wantsObject(node: Node): boolean {
  return node.kind === "object" || node.kind === "record" || (node.kind === "restrict" && wantsObject(node.base));
}

function ofType(node: Node, value: unknown, place: Place): Violation {
  return violation(place, "type", expectation(node, place.definitions), value);
}

function ofString(node: StringNode, value: string, place: Place): readonly Violation[] {
  const length = [...value.slice(0, 2 * (node.maxLength ?? 0) + 2)].length;
  if (node.minLength !== undefined && value.length < node.minLength)
    return [violation(place, "minLength", `at least ${node.minLength} characters`, value)];
  if (node.maxLength !== undefined && length > node.maxLength)
    return [violation(place, "maxLength", `at most ${node.maxLength} characters`, value)];
  if (node.pattern !== undefined && !new RegExp(node.pattern, "u").test(value))
    return [violation(place, "pattern", `a string that matches ${node.pattern}`, value)];
  if (node.format === "byte" && !isBase64(value)) return [violation(place, "format", "base64 with padding", value)];
  return [];
}

function ofRecord(node: RecordNode, value: Readonly<Record<string, unknown>>, place: Place): readonly Violation[] {
  if (node.keys === undefined && node.values.kind === "unknown") return [];
  return collect(Object.entries(value), place.limit, ([key, item], limit) => {
    const at = { ...below(place, key), limit };
    const key_ = node.keys === undefined ? [] : explain(node.keys, key, at);
    return key_.length > 0
      ? key_.map((broken) => ({ ...broken, keyword: "propertyNames" }))
      : explain(node.values, item, at);
  });
}

function ofObject(node: ObjectNode, value: Readonly<Record<string, unknown>>, place: Place): readonly Violation[] {
  const members = Object.entries(membersOf(node, place.definitions));
  const broken = collect(members, place.limit, ([name, member], limit) => {
    const at = { ...below(place, name), limit };
    if (Object.hasOwn(value, name)) return explain(member, value[name], at);
    if (member.optional) return [];
    const requirement = member.presence ?? place.requirement;
    return [violation({ ...at, requirement }, "required", expectation(member, place.definitions), undefined)];
  });
  if (broken.length > 0) return broken;
  return collect(inheritedRules(node, place.definitions), place.limit, (rule, limit) =>
    explain(rule, value, { ...place, limit }),
  );
}

function collect<Part>(
  parts: Iterable<Part>,
  limit: number,
  explained: (part: Part, limit: number) => readonly Violation[],
): readonly Violation[] {
  const found: Violation[] = [];
  for (const part of parts) {
    if (found.length >= limit) break;
    found.push(...explained(part, limit - found.length));
  }
  return found;
}
