import type { Random } from "../../clock/random.ts";
import { CODES } from "../../server/rules/refusal.ts";
import { LEGACY, MODERN, type Revision } from "../../wire/revisions.ts";
import type { Mutant } from "../mutant.ts";
import { inErrors } from "./late.ts";

/** A mutant that reports unknown methods under a code that the specification does not leave to it. */
function coded(
  id: string,
  breaks: string,
  does: string,
  revisions: readonly Revision[],
  code: (draw: Random) => number,
  implies: readonly string[] = [],
): Mutant {
  return {
    id,
    does,
    breaks: [breaks],
    implies: ["jsonrpc.method-not-found-error", ...implies],
    where: { revisions },
    apply: (seams, draw) => {
      const chosen = code(draw);
      seams.message(
        inErrors((error, whole) =>
          error.code === CODES.methodNotFound ? { ...whole, error: { ...error, code: chosen } } : whole,
        ),
      );
    },
  };
}

/** Faults in error codes. */
export const codes: readonly Mutant[] = [
  coded(
    "code-in-reserved-block",
    "jsonrpc.code-reserved-range",
    "Uses a code that JSON-RPC 2.0 reserves and nobody defines",
    LEGACY,
    (draw) => -draw.integer(32_100, 32_599),
  ),
  coded(
    "code-application-in-reserved-block",
    "jsonrpc.code-custom-outside-reserved",
    "Puts a code of its own into the reserved block",
    MODERN,
    (draw) => -draw.integer(32_604, 32_699),
  ),
  coded("code-resource-not-found-kept", "jsonrpc.code-32002-retired", "Still uses -32002", MODERN, () => -32_002),
  coded("code-url-elicitation-kept", "jsonrpc.code-32042-retired", "Still uses -32042", MODERN, () => -32_042),
  coded(
    "code-connection-closed-kept",
    "jsonrpc.code-legacy-range-avoided",
    "Uses a code of the legacy range that SDKs used before",
    MODERN,
    (draw) => draw.pick([-32_000, -32_001]),
  ),
  coded(
    "code-new-in-legacy-range",
    "jsonrpc.code-legacy-range-closed",
    "Uses a new code of the legacy range",
    MODERN,
    (draw) => -draw.integer(32_005, 32_019),
    ["jsonrpc.code-legacy-range-avoided"],
  ),
  coded(
    "code-undefined-in-mcp-range",
    "jsonrpc.code-mcp-range-undefined",
    "Uses a code of the protocol's own range that it does not define",
    MODERN,
    (draw) => -draw.pick([32_023, 32_024, 32_050, 32_099]),
  ),
  coded(
    "code-version-for-anything",
    "jsonrpc.code-mcp-range-meaning",
    "Uses UnsupportedProtocolVersion for an unknown method",
    MODERN,
    () => CODES.unsupportedVersion,
  ),
];
