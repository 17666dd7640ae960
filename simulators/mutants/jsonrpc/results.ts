import { MODERN } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";
import { without } from "./late.ts";

/** Faults in the results of the modern era. */
export const results: readonly Mutant[] = [
  {
    id: "no-result-type",
    does: "Leaves resultType out of some method's results, or makes it a boolean",
    breaks: ["jsonrpc.result-type-present"],
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const method = draw.pick(["server/discover", "tools/list", "prompts/list"]);
      const spelled = draw.pick<{ readonly resultType?: boolean }>([{}, { resultType: true }]);
      seams.rule("wrapResult", (original) => (result, request, rules) => {
        const whole = original(result, request, rules);
        return request.method === method ? { ...without(whole, "resultType"), ...spelled } : whole;
      });
    },
  },
  {
    id: "result-type-of-its-own",
    does: "Uses a resultType that neither the core nor an advertised extension defines",
    breaks: ["jsonrpc.result-type-closed-set"],
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const resultType = draw.pick(["done", "task", "Complete", draw.word(6)]);
      seams.rule("wrapResult", (original) => (result, request, rules) => {
        const whole = original(result, request, rules);
        return request.method === "server/discover" || whole.resultType !== "complete"
          ? whole
          : { ...whole, resultType };
      });
    },
  },
  {
    id: "complete-without-content",
    does: "Marks results complete that lack what their method promises",
    breaks: ["jsonrpc.result-type-complete-final"],
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const [method, member] = draw.pick([
        ["tools/list", "tools"],
        ["prompts/list", "prompts"],
        ["resources/list", "resources"],
      ] as const);
      seams.result(method, (result) => without(result, member));
    },
  },
  {
    id: "input-required-without-inputs",
    does: "Asks for input without saying what for",
    breaks: ["jsonrpc.result-type-input-required-shape"],
    where: { revisions: MODERN },
    apply: (seams, draw) => {
      const wrong = draw.pick([
        {},
        { inputRequests: [] },
        { inputRequests: { a: "elicitation/create" } },
        { requestState: 7 },
      ]);
      seams.result("tools/call", (result) =>
        result.resultType === "input_required" ? { resultType: "input_required", ...wrong } : result,
      );
    },
  },
];
