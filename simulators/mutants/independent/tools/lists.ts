import { editItems, editResult } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "first-tool-listed-last-again",
    breaks: ["pagination.continues-after-cursor"],
    implies: ["tools.name-unique-should"],
    facet: "tools/list",
    does: "lists its first tool once more on the last page",
    apply: (seams) =>
      seams.rule("listOrder", () => (items, kind) => (kind === "tools" ? [...items, items[0]!] : items)),
  },
  {
    id: "name-twice-with-other-description",
    breaks: ["tools.name-unique-must"],
    implies: ["pagination.continues-after-cursor"],
    does: "lists two tools of one name, with descriptions of their own, side by side",
    apply: (seams) =>
      editItems(seams, "tools", (tools) =>
        tools.flatMap((tool) => (tool.name === "version" ? [tool, { ...tool, description: "Another one" }] : [tool])),
      ),
  },
  {
    id: "last-used-tool-first",
    breaks: ["tools.list-deterministic-order"],
    implies: ["tools.list-not-per-connection", "pagination.continues-after-cursor", "pagination.stable-cursors"],
    does: "lists the tool that was called last before all others",
    apply: (seams) => {
      let last: unknown;
      seams.rule("toolKnown", (original) => (request, rules) => {
        last = request.params.name;
        return original(request, rules);
      });
      seams.rule("listOrder", () => (items, kind) => {
        if (kind !== "tools") return items;
        const rank = (item: unknown) => ((item as { readonly name: string }).name === last ? 0 : 1);
        return items.toSorted((a, b) => rank(a) - rank(b));
      });
    },
  },
  {
    id: "order-turns-on-each-listing",
    breaks: ["tools.list-deterministic-order"],
    implies: ["pagination.continues-after-cursor", "pagination.stable-cursors", "tools.list-not-per-connection"],
    does: "swaps two neighbours each time that its tools are listed from the start",
    apply: (seams) => {
      let times = 0;
      editResult(seams, "tools/list", (result, { params }) => {
        if (params.cursor !== undefined || !Array.isArray(result.tools)) return result;
        times += 1;
        const [first, second, ...rest] = result.tools;
        return times % 2 === 0 ? { ...result, tools: [second!, first!, ...rest] } : result;
      });
    },
  },
  {
    id: "tool-unlocked-by-a-call",
    breaks: ["tools.list-not-per-connection"],
    implies: ["tools.list-deterministic-order"],
    where: { transports: ["stdio"] },
    does: "lists one tool only once any tool was called",
    apply: (seams) => {
      let called = false;
      seams.rule("toolKnown", (original) => (request, rules) => {
        called = true;
        return original(request, rules);
      });
      editItems(seams, "tools", (tools) => (called ? tools : tools.filter(({ name }) => name !== "version")));
    },
  },
  {
    id: "tool-listed-on-first-asking-only",
    breaks: ["tools.list-not-per-connection"],
    implies: ["tools.list-deterministic-order"],
    where: { transports: ["stdio"] },
    does: "lists one tool only the first time that its page is asked for",
    apply: (seams) => {
      let seen = false;
      editItems(seams, "tools", (tools) => {
        const shown = seen ? tools.filter(({ name }) => name !== "version") : tools;
        seen ||= tools.some(({ name }) => name === "version");
        return shown;
      });
    },
  },
  {
    id: "list-changed-every-other-time",
    breaks: ["tools.list-changed-sent"],
    implies: ["subscriptions.list-changed-mapping"],
    does: "tells of tools that come, not of tools that go",
    apply: (seams) => {
      const told = new Map<string, number>();
      seams.message((message, context) => {
        if (message.method !== "notifications/tools/list_changed") return [message];
        const key = `${context.channel} ${JSON.stringify(context.request?.id)}`;
        const times = (told.get(key) ?? 0) + 1;
        told.set(key, times);
        return times % 2 === 0 ? [] : [message];
      });
    },
  },
  {
    id: "next-cursor-null-at-end-of-tools",
    breaks: ["tools.list-result-shape", "pagination.cursor-string"],
    facet: "tools/list",
    does: "gives null for nextCursor on the last page of tools",
    apply: (seams) =>
      editResult(seams, "tools/list", (result) =>
        result.nextCursor === undefined ? { ...result, nextCursor: null } : result,
      ),
  },
];
