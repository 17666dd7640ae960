import type {
  ArrayLimits,
  ArrayNode,
  BooleanNode,
  ChoiceNode,
  LiteralNode,
  NeverNode,
  Node,
  NullNode,
  NumberLimits,
  NumberNode,
  ObjectNode,
  RecordNode,
  RefNode,
  RestrictNode,
  Scalar,
  StringLimits,
  StringNode,
  UnionNode,
  UnknownNode,
} from "./node.ts";

type Members = { readonly [name: string]: Node };

/** Any JSON value. */
export function unknown(): UnknownNode {
  return { kind: "unknown" };
}

/** A member that must be absent. */
export function absent(): NeverNode & { readonly optional: true } {
  return { kind: "never", optional: true };
}

export function string(limits: StringLimits = {}): StringNode {
  return { kind: "string", ...limits };
}

export function number(limits: NumberLimits = {}): NumberNode {
  return { kind: "number", ...limits };
}

export function integer(limits: NumberLimits = {}): NumberNode {
  return { kind: "integer", ...limits };
}

export function boolean(): BooleanNode {
  return { kind: "boolean" };
}

export function nullable<const Value extends Node>(value: Value): UnionNode<readonly [Value, NullNode]> {
  return union(value, { kind: "null" });
}

/** Exactly this value. */
export function literal<const Value extends Scalar>(value: Value): LiteralNode<Value> {
  return { kind: "literal", value };
}

/** One of these values. */
export function choice<const Value extends Scalar>(...values: readonly Value[]): ChoiceNode<Value> {
  return { kind: "choice", values };
}

export function array<const Item extends Node>(items: Item, limits: ArrayLimits = {}): ArrayNode<Item> {
  return { kind: "array", items, ...limits };
}

/** An object used as a map from any key, or from keys of that form. */
export function record<const Values extends Node>(
  values: Values,
  { keys }: { keys?: StringNode } = {},
): RecordNode<Values> {
  return { kind: "record", values, ...(keys && { keys }) };
}

/** An object that may hold anything. */
export function anyObject(): RecordNode<UnknownNode> {
  return record(unknown());
}

/** An object with the members of the named definitions and these; a member of its own replaces one of a base. */
export function object<const Own extends Members, const Bases extends readonly string[]>(
  members: Own,
  ...bases: Bases
): ObjectNode<Own, Bases> {
  return { kind: "object", members, bases };
}

/** The same object with more members, or other ones under the same names, and more bases. */
export function extend<
  const Base extends ObjectNode<Members, readonly string[]>,
  const More extends Members,
  const Bases extends readonly string[],
>(
  base: Base,
  members: More,
  ...bases: Bases
): ObjectNode<Omit<Base["members"], keyof More> & More, readonly [...Base["bases"], ...Bases]> {
  const all: readonly string[] = [...base.bases, ...bases];
  return { ...base, members: { ...base.members, ...members }, bases: all as readonly [...Base["bases"], ...Bases] };
}

/** The same object without some of its own members. */
export function without<
  const Base extends ObjectNode<Members, readonly string[]>,
  const Names extends readonly (keyof Base["members"])[],
>(base: Base, ...names: Names): ObjectNode<Omit<Base["members"], Names[number]>, Base["bases"]> {
  const members = Object.fromEntries(Object.entries(base.members).filter(([name]) => !names.includes(name)));
  return { ...base, members: members as unknown as Omit<Base["members"], Names[number]> };
}

/** The same object with these bases in place of its own. */
export function rebase<
  const Base extends ObjectNode<Members, readonly string[]>,
  const Bases extends readonly string[],
>(base: Base, ...bases: Bases): ObjectNode<Base["members"], Bases> {
  return { ...base, bases };
}

/** A value of at least one branch. Branches that share a literal member are told apart by it. */
export function union<const Branches extends readonly Node[]>(...branches: Branches): UnionNode<Branches> {
  return { kind: "union", branches };
}

/** The same union with more branches. */
export function widen<const Base extends UnionNode<readonly Node[]>, const More extends readonly Node[]>(
  base: Base,
  ...more: More
): UnionNode<readonly [...Base["branches"], ...More]> {
  const branches: readonly Node[] = [...base.branches, ...more];
  return { ...base, branches: branches as readonly [...Base["branches"], ...More] };
}

/** The base, whose values must also obey these rules. */
export function restrict<const Base extends Node>(base: Base, ...by: readonly Node[]): RestrictNode<Base> {
  return { kind: "restrict", base, by };
}

/** The definition of that name. */
export function ref<const Name extends string>(name: Name): RefNode<Name> {
  return { kind: "ref", name };
}

/** The member may be absent. */
export function optional<const Value extends Node>(value: Value): Value & { readonly optional: true } {
  return { ...value, optional: true };
}

/** What breaks this node, or anything below it that names no requirement of its own, breaks that requirement. */
export function rule<const Value extends Node>(requirement: string, value: Value): Value {
  return { ...value, requirement };
}

/** The absence of this member breaks that requirement. */
export function demanded<const Value extends Node>(requirement: string, value: Value): Value {
  return { ...value, presence: requirement };
}
