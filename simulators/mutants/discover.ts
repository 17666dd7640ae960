import { MODERN } from "../wire/revisions.ts";
import { counted } from "./counted.ts";
import type { Mutant } from "./mutant.ts";

const where = { revisions: MODERN };

export const mutants: readonly Mutant[] = [
  {
    id: "discover-once",
    does: "Knows server/discover the first time only",
    breaks: ["discover.implemented", "discover.repeatable"],
    implies: ["jsonrpc.unknown-method-32601"],
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams) => {
      const times = counted();
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.method === "server/discover" && times() > 1
            ? { error: { code: -32601, message: "Method not found: server/discover" } }
            : original(request, rules),
      );
    },
  },
  {
    id: "discover-tires",
    does: "Answers the third and every later server/discover with an internal error",
    breaks: ["discover.repeatable"],
    where,
    apply: (seams) => {
      const times = counted();
      seams.rule(
        "paramsShape",
        (original) => (request, rules) =>
          request.method === "server/discover" && times() > 2
            ? { error: { code: -32603, message: "discovered already" } }
            : original(request, rules),
      );
    },
  },
  {
    id: "discover-capabilities-missing",
    does: "Gives no capabilities in server/discover, or a list of their names",
    breaks: ["discover.capabilities"],
    where,
    apply: (seams, draw) => {
      const capabilities = draw.pick([undefined, null, ["tools", "resources"], "tools"]);
      seams.result("server/discover", (result) => ({ ...result, capabilities }));
    },
  },
  {
    id: "discover-versions-mistyped",
    does: "Lists a version in server/discover that is no string, or from the second answer on none at all",
    breaks: ["discover.supported-versions"],
    where,
    apply: (seams, draw) => {
      const mistyped = draw.pick([true, false]);
      const times = counted();
      seams.result("server/discover", (result) => {
        const known = result.supportedVersions as readonly string[];
        return { ...result, supportedVersions: mistyped ? [...known, 20260728] : times() > 1 ? [] : known };
      });
    },
  },
  {
    id: "discover-instructions-mistyped",
    does: "Gives the instructions of server/discover as an array of lines, or as null",
    breaks: ["discover.instructions-type"],
    where,
    apply: (seams, draw) => {
      const instructions = draw.pick([["Call any tool."], null]);
      seams.result("server/discover", (result) => ({ ...result, instructions }));
    },
  },
];
