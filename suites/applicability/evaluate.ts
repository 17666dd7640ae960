import type { When } from "../kit/requirement.ts";
import type { Facts } from "./facts.ts";
import { PREDICATES } from "./predicates.ts";

/**
 * Whether a requirement applies; undefined when the run cannot tell (it is then applicable, and inconclusive if unjudged).
 * @throws Error when the expression names an unmapped predicate.
 */
export function applies(when: When, facts: Facts): boolean | undefined {
  if (typeof when === "string") {
    const predicate = PREDICATES[when];
    if (!predicate)
      throw new Error(`when names "${when}", which suites/applicability/predicates.ts does not map: add it there`);
    return predicate(facts);
  }
  if ("not" in when) {
    const inner = applies(when.not, facts);
    return inner === undefined ? undefined : !inner;
  }
  const parts = ("all" in when ? when.all : when.any).map((part) => applies(part, facts));
  const decisive = "any" in when;
  if (parts.includes(decisive)) return decisive;
  return parts.includes(undefined) ? undefined : !decisive;
}

/** The names of the predicates that an expression uses. */
export function predicatesOf(when: When): readonly string[] {
  if (typeof when === "string") return [when];
  if ("not" in when) return predicatesOf(when.not);
  return ("all" in when ? when.all : when.any).flatMap(predicatesOf);
}
