import type { Seams } from "../../server/seams.ts";
import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "hints-on-first-page-only",
    breaks: ["caching.page-own-ttl"],
    implies: ["caching.hints-present", "caching.same-scope-all-pages", "tools.list-result-shape"],
    does: "gives caching hints on the first page of tools and on none after it",
    apply: (seams) =>
      editResult(seams, "tools/list", (result, { params }) =>
        params.cursor === undefined ? result : unhinted(result),
      ),
  },
  {
    id: "last-prompt-page-without-scope",
    breaks: ["caching.hints-present"],
    implies: ["caching.same-scope-all-pages"],
    facet: "prompts/list",
    does: "leaves cacheScope out on the last page of prompts",
    apply: (seams) =>
      editResult(seams, "prompts/list", ({ cacheScope, ...rest }) =>
        rest.nextCursor === undefined ? rest : { ...rest, cacheScope: cacheScope! },
      ),
  },
  {
    id: "made-resource-unhinted",
    breaks: ["caching.hints-present"],
    facet: "resources/read",
    does: "gives no caching hints with a resource that a template makes",
    apply: (seams) =>
      editResult(seams, "resources/read", (result, { params }) =>
        String(params.uri).startsWith("test://template/") || String(params.uri).startsWith("assay://notes/")
          ? unhinted(result)
          : result,
      ),
  },
  {
    id: "second-discovery-unhinted",
    breaks: ["caching.hints-present"],
    facet: "server/discover",
    does: "gives caching hints with the first discovery and with none after it",
    apply: (seams) => {
      let times = 0;
      editResult(seams, "server/discover", (result) => {
        times += 1;
        return times === 1 ? result : unhinted(result);
      });
    },
  },
  {
    id: "template-hints-in-meta",
    breaks: ["caching.hints-present"],
    facet: "resources/templates/list",
    does: "puts the caching hints of templates into _meta",
    apply: (seams) =>
      editResult(seams, "resources/templates/list", ({ ttlMs, cacheScope, _meta, ...rest }) => ({
        ...rest,
        _meta: { ...(_meta as JsonObject), ttlMs: ttlMs!, cacheScope: cacheScope! },
      })),
  },
  {
    id: "read-scope-capitalised",
    breaks: ["caching.scope-enum"],
    does: "writes cacheScope of resources with a capital letter",
    apply: (seams) => hint(seams, "resources/read", { cacheScope: "Public" }),
  },
  {
    id: "discover-scope-empty",
    breaks: ["caching.scope-enum"],
    does: "leaves the text of cacheScope empty in server/discover",
    apply: (seams) => hint(seams, "server/discover", { cacheScope: "" }),
  },
  {
    id: "prompt-scope-of-its-own",
    breaks: ["caching.scope-enum"],
    does: "invents a cacheScope for prompts",
    apply: (seams, draw) =>
      hint(seams, "prompts/list", { cacheScope: draw.pick(["shared", "user", "session", "none"]) }),
  },
  {
    id: "template-ttl-fraction",
    breaks: ["caching.ttl-integer"],
    does: "gives ttlMs of templates with a fraction",
    apply: (seams) => hint(seams, "resources/templates/list", { ttlMs: 1500.25 }),
  },
  {
    id: "discover-ttl-as-text",
    breaks: ["caching.ttl-integer"],
    does: "gives ttlMs of server/discover as text",
    apply: (seams) => hint(seams, "server/discover", { ttlMs: "3600000" }),
  },
  {
    id: "ttl-minus-one-for-ever",
    breaks: ["caching.ttl-non-negative"],
    does: "gives -1 for the ttlMs of templates, meaning for ever",
    apply: (seams) => hint(seams, "resources/templates/list", { ttlMs: -1 }),
  },
  {
    id: "ttl-runs-out-below-zero",
    breaks: ["caching.ttl-non-negative"],
    does: "counts the ttlMs of one resource down with each read, below zero at last",
    apply: (seams) => {
      let left = 2;
      editResult(seams, "resources/read", (result) => {
        left -= 1;
        return { ...result, ttlMs: left * 1_000 };
      });
    },
  },
  {
    id: "last-template-page-private",
    breaks: ["caching.same-scope-all-pages"],
    facet: "resources/templates/list",
    does: "makes the last page of templates private and those before it public",
    apply: (seams) => privateAtEnd(seams, "resources/templates/list"),
  },
  {
    id: "last-prompt-page-private",
    breaks: ["caching.same-scope-all-pages"],
    facet: "prompts/list",
    does: "makes the last page of prompts private and those before it public",
    apply: (seams) => privateAtEnd(seams, "prompts/list"),
  },
  {
    id: "asked-prompt-hinted",
    breaks: ["caching.no-hints-on-input-required"],
    does: "gives caching hints with a prompt that asks for input first",
    apply: (seams) =>
      editResult(seams, "prompts/get", (result) =>
        result.resultType === "input_required" ? { ...result, ttlMs: 0, cacheScope: "private" } : result,
      ),
  },
  {
    id: "asking-tool-scoped",
    breaks: ["caching.no-hints-on-input-required"],
    does: "gives cacheScope alone with a tool that asks for input first",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.resultType === "input_required" ? { ...result, cacheScope: "private" } : result,
      ),
  },
];

function unhinted({ ttlMs: _ttl, cacheScope: _scope, ...rest }: JsonObject): JsonObject {
  return rest;
}

function hint(seams: Seams, method: string, hints: { readonly [name: string]: JsonValue }): void {
  editResult(seams, method, (result) => ({ ...result, ...hints }));
}

function privateAtEnd(seams: Seams, method: string): void {
  editResult(seams, method, (result) =>
    result.nextCursor === undefined ? { ...result, cacheScope: "private" } : result,
  );
}
