import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

const OF_ERA = { LEGACY: ["2025-11-25"], MODERN: ["2026-07-28"] } as const;

export const mutants: readonly Mutant[] = [
  {
    id: "completions-true",
    breaks: ["capabilities.server-shape"],
    where: { revisions: ["2025-06-18"] },
    does: "declares completions as true",
    apply: (seams) => declare(seams, { completions: true }),
  },
  {
    id: "prompts-list-changed-text",
    breaks: ["capabilities.server-shape"],
    does: "declares prompts.listChanged as the text 'true'",
    apply: (seams) => declare(seams, { prompts: { listChanged: "true" } }),
  },
  {
    id: "subscribe-null",
    breaks: ["capabilities.server-shape"],
    where: { revisions: ["2024-11-05"] },
    does: "declares resources.subscribe as null",
    apply: (seams) => declare(seams, { resources: { subscribe: null, listChanged: true } }),
  },
  {
    id: "experimental-entry-true",
    breaks: ["capabilities.experimental-shape"],
    implies: ["capabilities.server-shape"],
    does: "has a second experimental entry, which is true instead of an object",
    apply: (seams) => declare(seams, { experimental: { "com.example/assay": {}, "com.example/more": true } }),
  },
  {
    id: "extensions-as-array",
    breaks: ["capabilities.experimental-shape"],
    implies: ["capabilities.server-shape", "capabilities.extension-settings-object"],
    does: "declares its extensions as an array of names",
    apply: (seams) => declare(seams, { extensions: ["com.example/assay"] }),
    where: { revisions: OF_ERA.MODERN },
  },
  {
    id: "second-extension-null",
    breaks: ["capabilities.extension-settings-object"],
    implies: ["capabilities.server-shape", "capabilities.experimental-shape"],
    does: "declares a second extension with null for its settings",
    apply: (seams) => declareExtension(seams, "com.example/second", null),
  },
  {
    id: "second-extension-unprefixed",
    breaks: ["capabilities.extension-identifier-prefix"],
    implies: ["capabilities.extension-identifier-format"],
    does: "declares a second extension whose name has no prefix",
    apply: (seams) => declareExtension(seams, "second", {}),
  },
  {
    id: "extension-label-ends-in-hyphen",
    breaks: ["capabilities.extension-identifier-format"],
    does: "declares an extension with a label of its prefix that ends in a hyphen",
    apply: (seams, draw) => declareExtension(seams, `com.example${draw.word(3)}-/second`, {}),
  },
  {
    id: "extension-label-begins-with-digit",
    breaks: ["capabilities.extension-identifier-format"],
    does: "declares an extension with a label of its prefix that begins with a digit",
    apply: (seams, draw) => declareExtension(seams, `com.${draw.integer(0, 9)}example/second`, {}),
  },
  {
    id: "extension-name-with-slash",
    breaks: ["capabilities.extension-identifier-format"],
    does: "declares an extension whose name has a second slash",
    apply: (seams) => declareExtension(seams, "com.example/second/part", {}),
  },
];

function declare(seams: Seams, capabilities: { readonly [name: string]: JsonValue }): void {
  seams.rule("declaredCapabilities", (original) => (revision, server) => ({
    ...original(revision, server),
    ...capabilities,
  }));
}

function declareExtension(seams: Seams, name: string, settings: JsonValue): void {
  seams.rule("declaredCapabilities", (original) => (revision, server) => {
    const declared: JsonObject = original(revision, server);
    return isObject(declared.extensions)
      ? { ...declared, extensions: { ...declared.extensions, [name]: settings } }
      : declared;
  });
}
