import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../wire/json.ts";
import { MODERN } from "../../../wire/revisions.ts";
import { editItems, editResult } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

/** Keys and values of `_meta` that leave. */
export const keys: readonly Mutant[] = [
  {
    id: "url-as-key-in-progress",
    breaks: ["meta.label-format", "meta.name-format"],
    provokedBy: ["progress"],
    does: "Progress notifications have a URL as a key of their _meta.",
    apply: (seams) => inNotification(seams, "notifications/progress", { "https://example.com/task": 1 }),
  },
  {
    id: "digit-label-on-tool",
    breaks: ["meta.label-format"],
    does: "A listed tool has a _meta key with a label that begins with a digit.",
    apply: (seams, draw) => {
      const key = `com.${draw.integer(1, 9)}scale/tier`;
      editItems(seams, "tools", ([first, ...rest]) => (first ? [withMeta(first, { [key]: "gold" }), ...rest] : rest));
    },
  },
  {
    id: "underscored-label-on-contents",
    breaks: ["meta.label-format"],
    provokedBy: ["jsonrpc"],
    does: "Contents of resources have a _meta key with an underscore in a label.",
    apply: (seams) => inMembers(seams, "resources/read", "contents", { "com.example_inc/etag": "1" }),
  },
  {
    id: "underscored-name-on-tools",
    breaks: ["meta.name-format"],
    does: "Listed tools have a _meta key of the framework's own that begins with an underscore.",
    apply: (seams) =>
      editItems(seams, "tools", (tools) => tools.map((tool) => withMeta(tool, { _tags: { list: [] } }))),
  },
  {
    id: "dashed-name-on-messages",
    breaks: ["meta.name-format"],
    provokedBy: ["jsonrpc"],
    does: "Content of prompt messages has a _meta key whose name ends in a hyphen.",
    apply: (seams) =>
      editResult(seams, "prompts/get", (result) => ({
        ...result,
        messages: objects(result.messages).map((message) =>
          isObject(message.content)
            ? { ...message, content: withMeta(message.content, { "com.example/part-": 1 }) }
            : message,
        ),
      })),
  },
  {
    id: "empty-meta-as-array",
    breaks: ["meta.object-type"],
    provokedBy: ["pagination"],
    does: "Resource templates without metadata have an empty array as _meta.",
    apply: (seams) =>
      editItems(seams, "resourceTemplates", (templates) =>
        templates.map((template) => ("_meta" in template ? template : { ...template, _meta: [] })),
      ),
  },
  {
    id: "null-meta-in-log",
    breaks: ["meta.object-type"],
    provokedBy: ["logging"],
    does: "Log notifications have a null _meta.",
    apply: (seams) =>
      seams.message((message) => [
        message.method === "notifications/message" && isObject(message.params)
          ? { ...message, params: { ...message.params, _meta: null } }
          : message,
      ]),
  },
  {
    id: "reserved-prefix-in-content",
    breaks: ["meta.reserved-prefix-second-label"],
    provokedBy: ["jsonrpc"],
    where: { revisions: ["2025-11-25", "2026-07-28"] },
    does: "Content blocks of calls carry a key of the server's own under a reserved prefix.",
    apply: (seams, draw) => {
      const key = `${draw.pick(["dev.mcp", "com.mcp.tools", "org.modelcontextprotocol.api"])}/cost`;
      inMembers(seams, "tools/call", "content", { [key]: 1 });
    },
  },
  {
    id: "reserved-label-before-last",
    breaks: ["meta.reserved-prefix-before-last-label"],
    where: { revisions: ["2025-06-18"] },
    does: "Listed prompts carry a key under a prefix that this revision reserves.",
    apply: (seams, draw) => {
      const key = `${draw.pick(["mcp.dev", "tools.mcp.com", "api.modelcontextprotocol.org"])}/group`;
      editItems(seams, "prompts", (prompts) => prompts.map((prompt) => withMeta(prompt, { [key]: "a" })));
    },
  },
  {
    id: "domain-order-on-resources",
    breaks: ["meta.reverse-dns"],
    where: { revisions: ["2025-11-25", "2026-07-28"] },
    does: "Listed resources carry a key whose prefix is a domain as one types it.",
    apply: (seams) =>
      editItems(seams, "resources", (resources) =>
        resources.map((resource) => withMeta(resource, { "example.com/kind": "note" })),
      ),
  },
  {
    id: "trace-in-capitals",
    breaks: ["meta.trace-context-format"],
    where: { revisions: MODERN },
    does: "The trace context that results carry on is written in capital digits.",
    apply: (seams) =>
      seams.rule("traceContext", (original) => (meta) => {
        const { traceparent } = original(meta) as { readonly traceparent?: string };
        return traceparent === undefined ? {} : { traceparent: traceparent.toUpperCase() };
      }),
  },
  {
    id: "baggage-as-object-in-progress",
    breaks: ["meta.trace-context-format"],
    provokedBy: ["progress"],
    where: { revisions: MODERN },
    does: "Progress notifications carry baggage as an object.",
    apply: (seams) => inNotification(seams, "notifications/progress", { baggage: { tenant: "a" } }),
  },
];

function withMeta(item: JsonObject, more: JsonObject): JsonObject {
  return { ...item, _meta: { ...(isObject(item._meta) ? item._meta : {}), ...more } };
}

function objects(items: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(items) ? items.filter(isObject) : [];
}

function inMembers(seams: Seams, method: string, member: string, meta: JsonObject): void {
  editResult(seams, method, (result) =>
    Array.isArray(result[member])
      ? { ...result, [member]: objects(result[member]).map((item) => withMeta(item, meta)) }
      : result,
  );
}

function inNotification(seams: Seams, method: string, meta: JsonObject): void {
  seams.message((message) => [
    message.method === method && isObject(message.params)
      ? { ...message, params: withMeta(message.params, meta) }
      : message,
  ]);
}
