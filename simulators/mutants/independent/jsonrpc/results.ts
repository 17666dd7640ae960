import { isObject } from "../../../wire/json.ts";
import { LEGACY, MODERN } from "../../../wire/revisions.ts";
import { editResult, without } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

/** Results and their types. */
export const results: readonly Mutant[] = [
  {
    id: "set-level-null-result",
    breaks: ["jsonrpc.result-object"],
    where: { revisions: LEGACY },
    does: "logging/setLevel, which has nothing to report, has a null result.",
    apply: (seams) =>
      seams.message((message, { request, kind }) => [
        kind === "response" && request?.method === "logging/setLevel" && "result" in message
          ? { ...message, result: null }
          : message,
      ]),
  },
  {
    id: "unsubscribe-without-result",
    breaks: ["jsonrpc.result-present"],
    provokedBy: ["capabilities"],
    implies: ["jsonrpc.result-xor-error", "jsonrpc.messages-conform"],
    where: { revisions: ["2025-11-25"] },
    does: "The response to resources/unsubscribe has neither result nor error.",
    apply: (seams) =>
      seams.message((message, { request, kind }) => [
        kind === "response" && request?.method === "resources/unsubscribe" ? without(message, "result") : message,
      ]),
  },
  {
    id: "failed-call-untyped",
    breaks: ["jsonrpc.result-type-present"],
    provokedBy: ["tools"],
    where: { revisions: MODERN },
    does: "Results of calls that failed have no resultType.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) => (result.isError === true ? without(result, "resultType") : result)),
  },
  {
    id: "listen-result-untyped",
    breaks: ["jsonrpc.result-type-present"],
    provokedBy: ["subscriptions"],
    where: { revisions: MODERN },
    does: "The result that ends a subscription has no resultType.",
    apply: (seams) => editResult(seams, "subscriptions/listen", (result) => without(result, "resultType")),
  },
  {
    id: "failed-call-typed-error",
    breaks: ["jsonrpc.result-type-closed-set"],
    provokedBy: ["tools"],
    where: { revisions: MODERN },
    does: "Results of calls that failed have a resultType of their own.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        result.isError === true ? { ...result, resultType: "error" } : result,
      ),
  },
  {
    id: "capital-complete",
    breaks: ["jsonrpc.result-type-closed-set"],
    where: { revisions: MODERN },
    does: "Completions have the resultType in capitals.",
    apply: (seams) => editResult(seams, "completion/complete", (result) => ({ ...result, resultType: "COMPLETE" })),
  },
  {
    id: "null-cursor-on-last-templates",
    breaks: ["pagination.cursor-string"],
    provokedBy: ["pagination"],
    where: { revisions: MODERN },
    does: "The last page of resource templates has a null cursor.",
    apply: (seams) =>
      editResult(seams, "resources/templates/list", (result) =>
        "nextCursor" in result ? result : { ...result, nextCursor: null },
      ),
  },
  {
    id: "null-description-in-prompt",
    breaks: ["jsonrpc.result-type-complete-final"],
    where: { revisions: MODERN },
    does: "Prompts that are got have a null description.",
    apply: (seams) => editResult(seams, "prompts/get", (result) => ({ ...result, description: null })),
  },
  {
    id: "null-content-on-failure",
    breaks: ["jsonrpc.result-type-complete-final"],
    implies: ["tools.call-result-shape", "tools.input-validation-is-error"],
    provokedBy: ["tools"],
    where: { revisions: MODERN },
    does: "Results of calls that failed have content null.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) => (result.isError === true ? { ...result, content: null } : result)),
  },
  {
    id: "input-requests-in-a-list",
    breaks: ["jsonrpc.result-type-input-required-shape"],
    where: { revisions: MODERN },
    does: "Where several inputs are needed they come as a list, not by key.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        isObject(result.inputRequests) && Object.keys(result.inputRequests).length > 1
          ? { ...result, inputRequests: Object.values(result.inputRequests).filter(isObject) }
          : result,
      ),
  },
  {
    id: "input-required-without-params",
    breaks: ["jsonrpc.result-type-input-required-shape"],
    where: { revisions: MODERN },
    does: "Input requests for an elicitation lack their params.",
    apply: (seams) =>
      editResult(seams, "tools/call", (result) =>
        isObject(result.inputRequests)
          ? {
              ...result,
              inputRequests: Object.fromEntries(
                Object.entries(result.inputRequests).map(([key, need]) => [
                  key,
                  isObject(need) && need.method === "elicitation/create" ? without(need, "params") : need,
                ]),
              ),
            }
          : result,
      ),
  },
];
