import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject } from "../../wire/json.ts";
import { MODERN } from "../../wire/revisions.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-forgets-listed-versions",
    breaks: ["discover.client-uses-listed-version"],
    implies: ["versioning.stdio-probe-uses-supported-version", "headers.protocol-version-matches-body"],
    where: { revisions: MODERN },
    provokedBy: ["jsonrpc"],
    does: "calls tools under a version that the discovery did not list",
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        if (message.method !== "tools/call" || !isObject(params) || !isObject(params._meta)) return [message];
        const meta = { ...params._meta, "io.modelcontextprotocol/protocolVersion": "2026-01-26" };
        return [{ ...message, params: { ...params, _meta: meta } }];
      }),
  },
];
