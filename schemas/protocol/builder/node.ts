/** One schema as data. Its TypeScript type follows from its structure: see `TypeOf`. */
export type Node =
  | UnknownNode
  | NeverNode
  | StringNode
  | NumberNode
  | BooleanNode
  | NullNode
  | LiteralNode
  | ChoiceNode
  | ArrayNode
  | RecordNode
  | ObjectNode
  | UnionNode
  | RestrictNode
  | RefNode;

/** What any node may carry beside its own keywords. */
export interface Common {
  /** The requirement that this node and what lies below it enforce, unless a nearer node names another. */
  readonly requirement?: string;
  /** As a member of an object: it may be absent. */
  readonly optional?: true;
  /** As a member of an object: the requirement that its absence breaks. */
  readonly presence?: string;
}

export interface UnknownNode extends Common {
  readonly kind: "unknown";
}

/** No value at all: a member that must be absent. */
export interface NeverNode extends Common {
  readonly kind: "never";
}

export interface StringLimits {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Asserted: base64 with padding. */
  readonly format?: "byte";
}

export interface StringNode extends Common, StringLimits {
  readonly kind: "string";
}

export interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface NumberNode extends Common, NumberLimits {
  readonly kind: "number" | "integer";
}

export interface BooleanNode extends Common {
  readonly kind: "boolean";
}

export interface NullNode extends Common {
  readonly kind: "null";
}

export type Scalar = string | number | boolean;

export interface LiteralNode<Value extends Scalar = Scalar> extends Common {
  readonly kind: "literal";
  readonly value: Value;
}

export interface ChoiceNode<Value extends Scalar = Scalar> extends Common {
  readonly kind: "choice";
  readonly values: readonly Value[];
}

export interface ArrayLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}

export interface ArrayNode<Item = Node> extends Common, ArrayLimits {
  readonly kind: "array";
  readonly items: Item;
}

/** An object used as a map. */
export interface RecordNode<Values = Node> extends Common {
  readonly kind: "record";
  readonly values: Values;
  readonly keys?: StringNode;
}

/** An object with known members, those of the named bases first; unknown members are allowed. */
export interface ObjectNode<Members = { readonly [name: string]: Node }, Bases = readonly string[]> extends Common {
  readonly kind: "object";
  readonly members: Members;
  readonly bases: Bases;
}

export interface UnionNode<Branches = readonly Node[]> extends Common {
  readonly kind: "union";
  readonly branches: Branches;
}

/** A base whose values obey further nodes as well, each a rule of its own. */
export interface RestrictNode<Base = Node> extends Common {
  readonly kind: "restrict";
  readonly base: Base;
  readonly by: readonly Node[];
}

export interface RefNode<Name extends string = string> extends Common {
  readonly kind: "ref";
  readonly name: Name;
}

/** The named schemas of one revision. */
export type Definitions = { readonly [name: string]: Node };
