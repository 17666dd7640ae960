import type { Seams } from "../../../server/seams.ts";
import { isObject } from "../../../wire/json.ts";
import type { WireMessage } from "../../../wire/jsonrpc.ts";
import { readMessage } from "../../../wire/message.ts";
import { LEGACY, MODERN } from "../../../wire/revisions.ts";
import type { Mutant } from "../../mutant.ts";

/** What is accepted, or refused in the wrong way. */
export const input: readonly Mutant[] = [
  {
    id: "method-spelling-blind",
    breaks: ["jsonrpc.members-case-sensitive"],
    does: "The method member is found whatever its case.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) => {
        if (!isObject(value) || "method" in value) return text;
        const spelled = Object.keys(value).find((key) => key.toLowerCase() === "method");
        return spelled === undefined ? text : text.replace(`"${spelled}"`, '"method"');
      }),
  },
  {
    id: "params-spelling-blind",
    breaks: ["jsonrpc.members-case-sensitive"],
    does: "The params member is found whatever its case.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) => {
        if (!isObject(value) || "params" in value) return text;
        const spelled = Object.keys(value).find((key) => key.toLowerCase() === "params");
        return spelled === undefined ? text : text.replace(`"${spelled}"`, '"params"');
      }),
  },
  {
    id: "text-after-message-ignored",
    breaks: ["jsonrpc.parse-error"],
    does: "The first JSON value of a text is served and whatever follows it is passed over.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) => {
        if (value !== undefined) return text;
        for (let end = text.lastIndexOf("}"); end > 0; end = text.lastIndexOf("}", end - 1)) {
          const head = text.slice(0, end + 1);
          if (readMessage(head).value !== undefined) return head;
        }
        return text;
      }),
  },
  {
    id: "not-a-number-accepted",
    breaks: ["jsonrpc.parse-error"],
    does: "The words NaN and Infinity are read as numbers.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) =>
        value === undefined ? text.replace(/:\s*(?:NaN|-?Infinity)\b/g, ":null") : text,
      ),
  },
  {
    id: "trailing-comma-accepted",
    breaks: ["jsonrpc.parse-error"],
    does: "A comma before a closing brace is passed over.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) => (value === undefined ? text.replace(/,(\s*[}\]])/g, "$1") : text)),
  },
  {
    id: "half-json-internal-error",
    breaks: ["jsonrpc.parse-error"],
    does: "Text that ends too early is reported as an internal error.",
    apply: (seams) =>
      seams.rule("jsonReadable", (original) => (incoming, rules) => {
        const refused = original(incoming, rules);
        return refused && !incoming.message.text.trimEnd().endsWith("}")
          ? { ...refused, error: { code: -32603, message: "Unexpected end of input" } }
          : refused;
      }),
  },
  {
    id: "parse-error-named-id",
    breaks: ["jsonrpc.unreadable-id-null"],
    where: { revisions: ["2025-06-18"], transports: ["stdio"] },
    does: "An error about unreadable text carries an id of the server's own making.",
    apply: (seams) =>
      seams.rule("refusalId", (original) => (value) => (value === undefined ? "server-error" : original(value))),
  },
  {
    id: "numeric-method-unknown",
    breaks: ["jsonrpc.invalid-request-error"],
    does: "A method that is no string is read as text and found unknown.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) =>
        isObject(value) && typeof value.method === "number"
          ? JSON.stringify({ ...value, method: String(value.method) })
          : text,
      ),
  },
  {
    id: "numeric-jsonrpc-accepted",
    breaks: ["jsonrpc.invalid-request-error"],
    does: "The number 2 passes as jsonrpc.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) =>
        isObject(value) && value.jsonrpc === 2 ? JSON.stringify({ ...value, jsonrpc: "2.0" }) : text,
      ),
  },
  {
    id: "null-id-taken-for-none",
    breaks: ["jsonrpc.invalid-request-error"],
    where: { transports: ["http"] },
    does: "A request with the id null is taken for a notification.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) => {
        if (!isObject(value) || value.id !== null || typeof value.method !== "string") return text;
        const { id: _, ...rest } = value;
        return JSON.stringify(rest);
      }),
  },
  {
    id: "boolean-id-accepted",
    breaks: ["jsonrpc.invalid-request-error"],
    does: "A request whose id is a boolean is served.",
    apply: (seams) =>
      seams.rule("requestId", (original) => (incoming, rules) => {
        const { value } = incoming.message;
        return isObject(value) && typeof value.id === "boolean" ? undefined : original(incoming, rules);
      }),
  },
  {
    id: "positional-params-by-first",
    breaks: ["jsonrpc.invalid-request-error"],
    where: { revisions: LEGACY },
    does: "An array as params stands for its first member, or for nothing.",
    apply: (seams) =>
      rereads(seams, ({ text, value }) =>
        isObject(value) && Array.isArray(value.params)
          ? JSON.stringify({ ...value, params: isObject(value.params[0]) ? value.params[0] : {} })
          : text,
      ),
  },
  {
    id: "known-family-unknown-method",
    breaks: ["jsonrpc.method-not-found-error"],
    does: "An unknown method of a known family, such as tools/, is refused for its params.",
    apply: (seams) =>
      seams.rule("methodKnown", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && /^(?:tools|prompts|resources)\//.test(request.method)
          ? { ...refused, error: { code: -32602, message: `Invalid operation: ${request.method.slice(0, 60)}` } }
          : refused;
      }),
  },
  {
    id: "removed-ping-invalid-params",
    breaks: ["jsonrpc.method-not-found-error"],
    where: { revisions: MODERN },
    does: "The ping of earlier revisions is still refused, but as invalid params.",
    apply: (seams) =>
      seams.rule("methodKnown", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && request.method === "ping"
          ? { ...refused, error: { code: -32602, message: "ping is not supported in this revision" } }
          : refused;
      }),
  },
  {
    id: "inherited-method-names",
    breaks: ["jsonrpc.method-not-found-error"],
    does: "Methods are looked up in a plain object, so that constructor or toString are found and fail inside.",
    apply: (seams) =>
      seams.rule("methodKnown", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && request.method in {}
          ? { ...refused, error: { code: -32603, message: "handler is not a function" } }
          : refused;
      }),
  },
];

/** Reads a message once more, from what `edit` makes of its text. */
function rereads(seams: Seams, edit: (message: WireMessage) => string): void {
  const again = (message: WireMessage) => {
    const text = edit(message);
    if (text !== message.text) Object.assign(message, readMessage(text), { text: message.text });
  };
  seams.rule("httpEra", (original) => (http) => {
    if (http.message) again(http.message);
    return original(http);
  });
  seams.rule("messageEra", (original) => (message, channel, revisions) => {
    again(message);
    return original(message, channel, revisions);
  });
}
