/** The TypeScript type of the definition of that name. */
export type TypeOf<Defined, Name extends keyof Defined> = TypeOfNode<Defined[Name], Defined>;

/** The TypeScript type of a node whose refs are looked up in `Defined`. */
export type TypeOfNode<N, Defined> = N extends { readonly kind: infer Kind }
  ? Kind extends "string"
    ? string
    : Kind extends "number" | "integer"
      ? number
      : Kind extends "boolean"
        ? boolean
        : Kind extends "null"
          ? null
          : Kind extends "never"
            ? undefined
            : Compound<N, Defined>
  : never;

type Compound<N, Defined> = N extends { readonly kind: "literal"; readonly value: infer Value }
  ? Value
  : N extends { readonly kind: "choice"; readonly values: readonly (infer Value)[] }
    ? Value
    : N extends { readonly kind: "array"; readonly items: infer Item }
      ? readonly TypeOfNode<Item, Defined>[]
      : N extends { readonly kind: "record"; readonly values: infer Values }
        ? { readonly [key: string]: TypeOfNode<Values, Defined> }
        : N extends { readonly kind: "object" }
          ? ObjectType<AllMembers<N, Defined>, Defined>
          : N extends { readonly kind: "union"; readonly branches: readonly (infer Branch)[] }
            ? Branch extends unknown
              ? TypeOfNode<Branch, Defined>
              : never
            : N extends { readonly kind: "restrict"; readonly base: infer Base }
              ? TypeOfNode<Base, Defined>
              : N extends { readonly kind: "ref"; readonly name: infer Name }
                ? Name extends keyof Defined
                  ? TypeOfNode<Defined[Name], Defined>
                  : never
                : unknown;

type AllMembers<N, Defined> = N extends { readonly members: infer Own; readonly bases: infer Bases }
  ? Omit<Inherited<Bases, Defined>, keyof Own> & Own
  : N extends { readonly kind: "restrict"; readonly base: infer Base }
    ? AllMembers<Base, Defined>
    : unknown;

type Inherited<Bases, Defined> = Bases extends readonly [...infer Earlier, infer Last]
  ? Last extends keyof Defined
    ? Omit<Inherited<Earlier, Defined>, keyof AllMembers<Defined[Last], Defined>> & AllMembers<Defined[Last], Defined>
    : never
  : unknown;

type OptionalKeys<Members> = {
  [Key in keyof Members]: Members[Key] extends { readonly optional: true } ? Key : never;
}[keyof Members];

type ObjectType<Members, Defined> = Flat<
  {
    readonly [Key in Exclude<keyof Members, OptionalKeys<Members>>]: TypeOfNode<Members[Key], Defined>;
  } & {
    readonly [Key in OptionalKeys<Members>]?: TypeOfNode<Members[Key], Defined>;
  }
>;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
