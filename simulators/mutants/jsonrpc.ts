import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "id-retype",
    does: "Answers a numeric id as a string, and a string of digits as a number, once the conversation is open",
    breaks: ["jsonrpc.result-id-echo"],
    implies: ["jsonrpc.one-response-per-request"],
    apply: (seams) =>
      seams.rule("responseId", (original) => (request) => {
        const id = original(request);
        if (request.method === "initialize" || request.method === "server/discover") return id;
        if (typeof id === "number") return String(id);
        return typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
      }),
  },
];
