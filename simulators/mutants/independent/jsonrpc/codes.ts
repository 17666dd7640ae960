import { isObject } from "../../../wire/json.ts";
import { LEGACY, MODERN } from "../../../wire/revisions.ts";
import type { Mutant } from "../../mutant.ts";

/** Error codes and messages. */
export const codes: readonly Mutant[] = [
  {
    id: "tool-error-code-in-words",
    breaks: ["jsonrpc.error-code-integer"],
    does: "The error for an unknown tool has its code in words.",
    apply: (seams) =>
      seams.message((message, { request }) => [
        isObject(message.error) && request?.method === "tools/call"
          ? { ...message, error: { ...message.error, code: "INVALID_PARAMS" } }
          : message,
      ]),
  },
  {
    id: "issues-as-message",
    breaks: ["jsonrpc.error-message-concise"],
    does: "Errors about params have the validator's whole indented list of issues as their message.",
    apply: (seams) =>
      seams.rule("paramsShape", (original) => (request, rules) => {
        const refused = original(request, rules);
        if (!refused) return undefined;
        const issues = [{ code: "invalid_type", expected: "string", path: ["params"], message: refused.error.message }];
        return { ...refused, error: { ...refused.error, message: JSON.stringify(issues, null, 2) } };
      }),
  },
  {
    id: "issues-as-message-object",
    breaks: ["jsonrpc.error-shape"],
    does: "Errors about params have a list of issues as their message.",
    apply: (seams) =>
      seams.message((message) => [
        isObject(message.error) && message.error.code === -32602
          ? { ...message, error: { ...message.error, message: [{ path: ["params"], issue: "invalid" }] } }
          : message,
      ]),
  },
  {
    id: "not-found-code-outside",
    breaks: ["jsonrpc.code-reserved-range"],
    where: { revisions: LEGACY },
    does: "Unknown prompts are answered with a code that JSON-RPC reserves and nobody defined.",
    apply: (seams, draw) => {
      const code = -32000 - draw.integer(100, 590);
      seams.rule("promptKnown", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, error: { ...refused.error, code } };
      });
    },
  },
  {
    id: "generic-server-error",
    breaks: ["jsonrpc.code-legacy-range-avoided"],
    implies: ["jsonrpc.code-legacy-range-closed"],
    where: { revisions: MODERN },
    does: "Unknown prompts are answered with a code of the grandfathered range.",
    apply: (seams, draw) => {
      const code = -32000 - draw.pick([0, 1, 3, 9, 19]);
      seams.rule("promptKnown", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, error: { ...refused.error, code } };
      });
    },
  },
  {
    id: "completion-code-of-the-specification",
    breaks: ["jsonrpc.code-mcp-range-undefined"],
    where: { revisions: MODERN },
    does: "Completions for an unknown reference are refused with an undefined code of the range kept for MCP.",
    apply: (seams, draw) => {
      const code = -32000 - draw.integer(23, 99);
      seams.rule("completionReference", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, error: { ...refused.error, code } };
      });
    },
  },
  {
    id: "missing-capabilities-need-one",
    breaks: ["meta.server-rejects-missing-capabilities"],
    where: { revisions: MODERN, transports: ["stdio"] },
    does: "Missing clientCapabilities are refused with the code for capabilities that a request needs.",
    apply: (seams) =>
      seams.rule("metaCapabilities", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, error: { ...refused.error, code: -32021 } };
      }),
  },
  {
    id: "stale-code-for-unlisted-uri",
    breaks: ["jsonrpc.code-32002-retired"],
    where: { revisions: MODERN },
    does: "Reading an unknown URI under the scheme of a known resource is refused with the former code.",
    apply: (seams) =>
      seams.rule("resourceNotFound", (original) => (uri, revision) => {
        const refused = original(uri, revision);
        return /^(?:test|assay):/.test(uri) ? { ...refused, error: { ...refused.error, code: -32002 } } : refused;
      }),
  },
  {
    id: "elicitation-required-error",
    breaks: ["jsonrpc.code-32042-retired"],
    implies: ["meta.missing-capability-error"],
    provokedBy: ["meta"],
    where: { revisions: MODERN },
    does: "A client without elicitation that calls a tool which needs it gets the former error for that need.",
    apply: (seams) =>
      seams.rule("missingCapability", (original) => (required) => {
        const refused = original(required);
        return "elicitation" in required
          ? { ...refused, error: { code: -32042, message: "URL elicitation required" } }
          : refused;
      }),
  },
  {
    id: "missing-name-as-internal",
    breaks: ["jsonrpc.invalid-params-error"],
    does: "prompts/get without a name fails inside and is answered with an internal error.",
    apply: (seams) =>
      seams.rule("paramsShape", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && request.method === "prompts/get"
          ? { ...refused, error: { code: -32603, message: "Cannot read properties of undefined" } }
          : refused;
      }),
  },
  {
    id: "non-object-arguments-taken",
    breaks: ["jsonrpc.invalid-params-error"],
    does: "Arguments of a call that are no object are taken for none.",
    apply: (seams) =>
      seams.rule(
        "paramsShape",
        (original) => (request, rules) =>
          request.method === "tools/call" && typeof request.params.name === "string"
            ? undefined
            : original(request, rules),
      ),
  },
  {
    id: "numeric-cursor-taken",
    breaks: ["jsonrpc.invalid-params-error"],
    does: "A cursor that is no string is taken for none.",
    apply: (seams) =>
      seams.rule("paramsShape", (original) => (request, rules) => {
        if (typeof request.params.cursor === "string" || request.params.cursor === undefined)
          return original(request, rules);
        delete (request.params as { cursor?: unknown }).cursor;
        return undefined;
      }),
  },
];
