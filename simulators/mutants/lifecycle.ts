import { LEGACY } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "initialize-half-told",
    does: "Leaves serverInfo out of the result of initialize, or gives capabilities as a list of names",
    breaks: ["lifecycle.initialize-result"],
    implies: ["capabilities.server-shape", "meta.implementation-shape"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const bare = draw.pick([true, false]);
      seams.result("initialize", ({ serverInfo, ...rest }) =>
        bare
          ? rest
          : { ...rest, serverInfo: { ...(serverInfo as object), name: 1 }, capabilities: ["tools", "resources"] },
      );
    },
  },
  {
    id: "instructions-in-pieces",
    does: "Gives the instructions of initialize as an array of lines, or as null",
    breaks: ["lifecycle.instructions-type"],
    where: { revisions: LEGACY },
    apply: (seams, draw) => {
      const instructions = draw.pick([["Call any tool."], null, { text: "Call any tool." }]);
      seams.result("initialize", (result) => ({ ...result, instructions }));
    },
  },
  {
    id: "asks-before-initialized",
    does: "Asks the client for its roots as soon as initialize is answered",
    breaks: ["lifecycle.server-quiet-before-initialized"],
    implies: [
      "capabilities.negotiated-only-must",
      "capabilities.negotiated-only-should",
      "versioning.mismatch-handled",
    ],
    where: { revisions: LEGACY, transports: ["stdio"] },
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.method === "initialize"
          ? [message, { jsonrpc: "2.0", id: "early-roots", method: "roots/list" }]
          : [message],
      ),
  },
];
