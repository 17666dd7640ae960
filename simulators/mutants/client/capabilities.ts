import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";

const META = "io.modelcontextprotocol/clientCapabilities";

/** A client that declares something else than it was told. */
function declaring(
  id: string,
  breaks: readonly string[],
  does: string,
  declared: JsonObject,
  where: ClientMutant["where"] = { revisions: MODERN },
  implies: readonly string[] = [],
): ClientMutant {
  const edit = (params: JsonObject, method: JsonValue | undefined): JsonObject => {
    if (method === "initialize") return { ...params, capabilities: declared };
    return isObject(params._meta) ? { ...params, _meta: { ...params._meta, [META]: declared } } : params;
  };
  return {
    id,
    breaks,
    implies,
    provokedBy: ["capabilities"],
    where: where ?? {},
    does,
    apply: (seams) =>
      seams.message((message) => [
        isObject(message.params) ? { ...message, params: edit(message.params, message.method) } : message,
      ]),
  };
}

/** A client that lists tools and resources beside prompts, whatever the server has. */
function eager(id: string, breaks: readonly string[], where: ClientMutant["where"]): ClientMutant {
  return {
    id,
    breaks,
    implies: ["capabilities.tools-need-capability", "capabilities.respect-declared"],
    provokedBy: ["capabilities"],
    where: where ?? {},
    does: "lists tools wherever it lists prompts",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "prompts/list"
          ? [{ ...message, id: `eager-${String(message.id)}`, method: "tools/list" }, message]
          : [message],
      ),
  };
}

export const mutants: readonly ClientMutant[] = [
  eager("client-lists-everything", ["capabilities.tools-need-capability", "capabilities.respect-declared"], {}),
  eager("client-uses-what-is-not-there", ["capabilities.negotiated-only-must"], { revisions: LEGACY.slice(2) }),
  eager("client-used-what-was-not-there", ["capabilities.negotiated-only-should"], { revisions: LEGACY.slice(0, 2) }),
  {
    id: "client-needs-tools",
    breaks: ["capabilities.missing-handled"],
    where: { revisions: LEGACY },
    does: "lists no prompts on a server without tools",
    apply: (seams) => {
      let tools = true;
      seams.report((line) => {
        const { capabilities } = isObject(line.result) ? line.result : {};
        if (isObject(capabilities)) tools = capabilities.tools !== undefined;
        return [tools ? line : { action: line.action!, ok: false, error: { kind: "other", message: "no tools" } }];
      });
    },
  },
  declaring(
    "client-roots-true",
    ["capabilities.client-shape"],
    "declares roots: true",
    { roots: true },
    { revisions: LEGACY },
  ),
  declaring("client-samples-true", ["capabilities.client-shape"], "declares sampling: true", { sampling: true }),
  declaring("client-experiments-true", ["capabilities.experimental-shape"], "declares an experiment as true", {
    experimental: { "com.example/try": true },
  }),
  declaring(
    "client-extension-of-no-vendor",
    ["capabilities.extension-identifier-prefix"],
    "declares an extension without prefix",
    { extensions: { assay: {} } },
  ),
  declaring(
    "client-extension-badly-named",
    ["capabilities.extension-identifier-format"],
    "declares an extension whose label starts with a digit",
    { extensions: { "1com.example/assay": {} } },
  ),
  declaring(
    "client-extension-true",
    ["capabilities.extension-settings-object"],
    "declares an extension as true",
    { extensions: { "com.example/assay": true } },
    { revisions: MODERN },
    ["capabilities.experimental-shape"],
  ),
];
