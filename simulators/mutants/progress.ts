import type { JsonObject } from "../wire/json.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "late-progress",
    does: "Reports progress once more after the response",
    breaks: ["progress.stop-after-completion"],
    implies: ["progress.only-active-tokens"],
    apply: (seams) => {
      const last = new Map<string, number>();
      seams.message((message, { kind, request }) => {
        const token = (request?.params._meta as JsonObject | undefined)?.progressToken;
        if (token === undefined) return [message];
        const key = JSON.stringify(token);
        if (message.method === "notifications/progress")
          last.set(key, (message.params as { readonly progress: number }).progress);
        if (kind !== "response") return [message];
        const params = { progressToken: token, progress: (last.get(key) ?? 0) + 1 };
        return [message, { jsonrpc: "2.0", method: "notifications/progress", params }];
      });
    },
  },
];
