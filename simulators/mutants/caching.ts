import { MODERN } from "../wire/revisions.ts";
import { editResult, without } from "./edits.ts";
import type { Mutant } from "./mutant.ts";

const LISTS = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
const CACHEABLE = ["server/discover", ...LISTS, "resources/read"];
const where = { revisions: MODERN };
const slug = (method: string) => method.replaceAll("/", "-");

export const mutants: readonly Mutant[] = [
  ...CACHEABLE.map(
    (method): Mutant => ({
      id: `no-hint-in-${slug(method)}`,
      does: `Leaves a caching hint out of results of ${method}`,
      breaks: ["caching.hints-present"],
      facet: method,
      implies: ["caching.page-own-ttl"],
      where,
      apply: (seams, draw) => {
        const hint = draw.pick(["ttlMs", "cacheScope"]);
        editResult(seams, method, (result) => without(result, hint));
      },
    }),
  ),
  ...LISTS.map(
    (method): Mutant => ({
      id: `private-later-page-of-${slug(method)}`,
      does: `Gives the first page of ${method} as public and a later one as private`,
      breaks: ["caching.same-scope-all-pages"],
      facet: method,
      where,
      apply: (seams) =>
        editResult(seams, method, (result, { params }) =>
          params.cursor === undefined ? result : { ...result, cacheScope: "private" },
        ),
    }),
  ),
  {
    id: "no-ttl-on-later-pages",
    does: "Gives ttlMs on the first page of a list only",
    breaks: ["caching.page-own-ttl"],
    implies: ["caching.hints-present"],
    where,
    apply: (seams) =>
      editResult(seams, "*", (result, { params }) => (params.cursor === undefined ? result : without(result, "ttlMs"))),
  },
  {
    id: "hints-on-interim-result",
    does: "Gives caching hints on results that ask for input",
    breaks: ["caching.no-hints-on-input-required"],
    where,
    apply: (seams, draw) => {
      const hint = draw.pick([{ ttlMs: 0 }, { cacheScope: "private" }, { ttlMs: 60_000, cacheScope: "public" }]);
      editResult(seams, "*", (result) => (result.resultType === "input_required" ? { ...result, ...hint } : result));
    },
  },
  hint("cache-scope-misspelt", "a cacheScope that is neither public nor private", "caching.scope-enum", "cacheScope", [
    "",
    "Public",
    "shared",
    null,
  ]),
  hint("ttl-as-text", "ttlMs as a string", "caching.ttl-integer", "ttlMs", ["60000", "1m", null]),
  hint("ttl-fraction", "a ttlMs that is no integer", "caching.ttl-integer", "ttlMs", [0.5, 1500.25]),
  hint("ttl-negative", "a negative ttlMs", "caching.ttl-non-negative", "ttlMs", [-1, -60_000]),
];

function hint(
  id: string,
  what: string,
  breaks: string,
  member: string,
  values: readonly (string | number | null)[],
): Mutant {
  return {
    id,
    does: `Gives ${what} in the results of one drawn method`,
    breaks: [breaks],
    where,
    apply: (seams, draw) => {
      const value = draw.pick(values);
      editResult(seams, draw.pick(CACHEABLE), (result) => ({ ...result, [member]: value }));
    },
  };
}
