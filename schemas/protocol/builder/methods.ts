/** A side of the conversation. */
export type Side = "client" | "server";

/** One method of a revision: who may send it, and the definitions of its message and of what answers it. */
export type Method =
  | { readonly kind: "notification"; readonly from: readonly Side[]; readonly message: string }
  | {
      readonly kind: "request";
      readonly from: readonly Side[];
      readonly message: string;
      /** The definitions of its results: the method's own first, then others that the revision allows in its place. */
      readonly results: readonly string[];
    };

export type Methods = { readonly [method: string]: Method };

/** A method whose requests that side sends. */
export function request(from: Side | "both", message: string, ...results: readonly string[]): Method {
  return { kind: "request", from: sides(from), message, results };
}

/** A method whose notifications that side sends. */
export function notification(from: Side | "both", message: string): Method {
  return { kind: "notification", from: sides(from), message };
}

/** The methods of a revision after those of the one before it. */
export function reviseMethods(
  previous: Methods,
  changes: Methods,
  { removed = [] }: { removed?: readonly string[] } = {},
): Methods {
  const kept = Object.entries(previous).filter(([method]) => !removed.includes(method));
  return { ...Object.fromEntries(kept), ...changes };
}

function sides(from: Side | "both"): readonly Side[] {
  return from === "both" ? ["client", "server"] : [from];
}
