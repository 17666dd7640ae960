import { isObject } from "../../../wire/json.ts";
import { MODERN } from "../../../wire/revisions.ts";
import { editResult, without } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

/** Who the sides say they are, and keys that a request may carry. */
export const info: readonly Mutant[] = [
  {
    id: "needs-input-anonymously",
    breaks: ["meta.server-info"],
    where: { revisions: MODERN },
    does: "Results that require input lack the server's info.",
    apply: (seams) =>
      editResult(seams, "*", (result) =>
        result.resultType === "input_required" && isObject(result._meta)
          ? { ...result, _meta: without(result._meta, SERVER_INFO) }
          : result,
      ),
  },
  {
    id: "failed-calls-anonymous",
    breaks: ["meta.server-info"],
    provokedBy: ["tools"],
    where: { revisions: MODERN },
    does: "Results of calls that failed lack the server's info.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.isError === true && isObject(result._meta)
          ? { ...result, _meta: without(result._meta, SERVER_INFO) }
          : result,
      ),
  },
  {
    id: "version-missing-in-result-info",
    breaks: ["meta.implementation-shape"],
    where: { revisions: MODERN },
    does: "The server's info in results of calls lacks the version.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) => {
        const { _meta: meta } = result;
        return isObject(meta) && isObject(meta[SERVER_INFO])
          ? { ...result, _meta: { ...meta, [SERVER_INFO]: without(meta[SERVER_INFO], "version") } }
          : result;
      }),
  },
  {
    id: "server-icon-alone",
    breaks: ["meta.implementation-shape"],
    where: { revisions: ["2025-11-25"] },
    does: "The server's icons are one object, not a list.",
    apply: (seams) =>
      seams.rule("serverInfo", (original) => (revision) => ({
        ...original(revision),
        icons: { src: "https://example.com/icon.png", mimeType: "image/png" },
      })),
  },
  {
    id: "null-server-title",
    breaks: ["meta.implementation-shape"],
    where: { revisions: ["2025-06-18"] },
    does: "A server without a title says that it is null.",
    apply: (seams) => seams.rule("serverInfo", (original) => (revision) => ({ ...original(revision), title: null })),
  },
  {
    id: "server-website-relative",
    breaks: ["meta.implementation-shape"],
    where: { revisions: ["2025-11-25", "2026-07-28"] },
    does: "The server's website is no URI.",
    apply: (seams) =>
      seams.rule("serverInfo", (original) => (revision) => ({ ...original(revision), websiteUrl: "example dot com" })),
  },
  {
    id: "anonymous-clients-see-less",
    breaks: ["meta.info-not-for-behavior"],
    where: { revisions: MODERN },
    does: "Clients that do not say who they are get a shorter list of tools.",
    apply: (seams) =>
      seams.rule("wrapResult", (original) => (result, request, rules) => {
        const wrapped = original(result, request, rules);
        return request.method === "tools/list" &&
          Array.isArray(wrapped.tools) &&
          !("io.modelcontextprotocol/clientInfo" in request.meta)
          ? { ...wrapped, tools: wrapped.tools.slice(1) }
          : wrapped;
      }),
  },
  {
    id: "reserved-key-must-be-text",
    breaks: ["meta.reserved-no-assumptions"],
    does: "A request is refused when a reserved key that nobody defined holds something other than text.",
    apply: (seams) =>
      seams.rule("progressTokenShape", (original) => (request, rules) => {
        const odd = Object.entries(request.meta).find(
          ([key, value]) =>
            /^(?:io\.modelcontextprotocol|dev\.mcp|com\.mcp)\//.test(key) &&
            !/\/(?:protocolVersion|client|logLevel|subscriptionId|related-task)/.test(key) &&
            typeof value !== "string",
        );
        return odd
          ? { error: { code: -32602, message: `_meta: ${odd[0].slice(0, 60)} is no text` } }
          : original(request, rules);
      }),
  },
  {
    id: "meta-strict-in-old-revisions",
    breaks: ["meta.member-reserved"],
    where: { revisions: ["2024-11-05", "2025-03-26"] },
    does: "A request is refused when its _meta holds anything but a progress token.",
    apply: (seams) =>
      seams.rule(
        "metaShape",
        (original) => (request, rules) =>
          Object.keys(request.meta).some((key) => key !== "progressToken")
            ? { error: { code: -32602, message: "_meta has unknown keys" } }
            : original(request, rules),
      ),
  },
  {
    id: "meta-among-arguments",
    breaks: ["meta.member-reserved"],
    where: { revisions: ["2024-11-05", "2025-03-26"] },
    does: "What _meta of a call holds is also passed to the tool as arguments.",
    apply: (seams) =>
      seams.rule("metaShape", (original) => (request, rules) => {
        const { progressToken: _, ...more } = request.meta;
        if (request.method === "tools/call" && isObject(request.params.arguments))
          Object.assign(request.params.arguments, more);
        return original(request, rules);
      }),
  },
  {
    id: "baggage-refused",
    breaks: ["meta.trace-context-bare-keys"],
    where: { revisions: MODERN },
    does: "Requests with baggage are refused.",
    apply: (seams) =>
      seams.rule(
        "metaLogLevel",
        (original) => (request, rules) =>
          "baggage" in request.meta
            ? { error: { code: -32602, message: "_meta has an unknown key: baggage" } }
            : original(request, rules),
      ),
  },
];
