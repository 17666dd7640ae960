import type { Era } from "../wire/revisions.ts";

/** Type of a member of params; `?` where it is optional. `strings` is an object of strings. */
export type Shape = "string" | "string?" | "object" | "object?" | "strings?";

/** What is known of a method before it runs. */
export interface MethodFacts {
  readonly eras: readonly Era[];
  /** The server capability that gates it. */
  readonly capability?: string;
  readonly params: { readonly [member: string]: Shape };
  /** Its result carries caching hints in the modern era (2026-07-28/server/utilities/caching). */
  readonly cached?: boolean;
}

const BOTH: readonly Era[] = ["legacy", "modern"];
const LEGACY: readonly Era[] = ["legacy"];
const MODERN: readonly Era[] = ["modern"];
const RETRY = { inputResponses: "object?", requestState: "string?" } as const;

const METHODS: { readonly [method: string]: MethodFacts } = {
  initialize: { eras: LEGACY, params: { protocolVersion: "string", capabilities: "object", clientInfo: "object" } },
  ping: { eras: LEGACY, params: {} },
  "logging/setLevel": { eras: LEGACY, capability: "logging", params: { level: "string" } },
  "resources/subscribe": { eras: LEGACY, capability: "resources", params: { uri: "string" } },
  "resources/unsubscribe": { eras: LEGACY, capability: "resources", params: { uri: "string" } },

  "server/discover": { eras: MODERN, params: {}, cached: true },
  "subscriptions/listen": { eras: MODERN, params: { notifications: "object" } },

  "tools/list": { eras: BOTH, capability: "tools", params: { cursor: "string?" }, cached: true },
  "tools/call": { eras: BOTH, capability: "tools", params: { name: "string", arguments: "object?", ...RETRY } },
  "resources/list": { eras: BOTH, capability: "resources", params: { cursor: "string?" }, cached: true },
  "resources/templates/list": { eras: BOTH, capability: "resources", params: { cursor: "string?" }, cached: true },
  "resources/read": { eras: BOTH, capability: "resources", params: { uri: "string", ...RETRY }, cached: true },
  "prompts/list": { eras: BOTH, capability: "prompts", params: { cursor: "string?" }, cached: true },
  "prompts/get": { eras: BOTH, capability: "prompts", params: { name: "string", arguments: "strings?", ...RETRY } },
  "completion/complete": {
    eras: BOTH,
    capability: "completions",
    params: { ref: "object", argument: "object", context: "object?" },
  },
};

export function methodOf(name: string): MethodFacts | undefined {
  return Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
}
