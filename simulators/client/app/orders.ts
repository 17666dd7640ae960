import type { JsonObject, JsonValue } from "../../wire/json.ts";

/** What a client under test is told to do (docs/client-driver.md). */
export type Action = {
  /** The connection that performs it; left out for the first. */
  readonly client?: string;
  /** Begun without waiting for the end of the one before. */
  readonly concurrent?: boolean;
} & (
  | { readonly action: "connect"; readonly as?: string }
  | { readonly action: "discover" }
  | {
      readonly action: "list";
      readonly what: "tools" | "resources" | "resourceTemplates" | "prompts";
      readonly allPages?: boolean;
      readonly cursor?: string;
    }
  | {
      readonly action: "callTool";
      readonly name: string;
      readonly arguments?: JsonObject;
      readonly progress?: boolean;
      readonly cancelAfterMs?: number;
      readonly cancelOn?: "progress";
      readonly timeoutMs?: number;
    }
  | { readonly action: "readResource"; readonly uri: string }
  | { readonly action: "getPrompt"; readonly name: string; readonly arguments?: JsonObject }
  | {
      readonly action: "complete";
      readonly ref: JsonObject;
      readonly argument: JsonObject;
      readonly context?: JsonObject;
    }
  | { readonly action: "listen"; readonly as: string; readonly notifications: JsonObject }
  | { readonly action: "unlisten"; readonly of: string }
  | { readonly action: "subscribe" | "unsubscribe"; readonly uri: string }
  | { readonly action: "setLogLevel"; readonly level: string }
  | { readonly action: "ping" }
  | { readonly action: "waitFor"; readonly notification: string; readonly timeoutMs?: number }
  | { readonly action: "sleep"; readonly ms: number }
  | { readonly action: "close" }
);

/** How the client answers what the server asks of it; the first that matches wins. */
export interface ClientAnswer {
  readonly kind: "elicitation" | "sampling" | "roots";
  /** Part of the message of what is asked. */
  readonly match?: string;
  readonly reply?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
  readonly delayMs?: number;
}

/** All that one launch of a client is told. */
export interface Orders {
  readonly actions: readonly Action[];
  readonly capabilities: JsonObject;
  readonly answers: readonly ClientAnswer[];
  /** `auto`, or a revision to prefer. */
  readonly revision: string;
  /** For logs, and for clients that know scenarios by name. */
  readonly scenario: string;
}

/** How an action ended, as the client's application saw it. */
export interface Outcome {
  readonly action: number;
  readonly ok?: boolean;
  readonly result?: JsonValue;
  readonly error?: { readonly kind: string; readonly code?: number; readonly message?: string };
  readonly unsupported?: boolean;
}

/** A notification that reached the client's application. */
export interface AppNotification {
  readonly notification: string;
  readonly params?: JsonObject;
  readonly subscription?: string;
}

/** The environment variables that carry the orders. */
export function environmentOf(orders: Orders): Readonly<Record<string, string>> {
  return {
    MCP_ASSAY_ACTIONS: JSON.stringify(orders.actions),
    MCP_ASSAY_CAPABILITIES: JSON.stringify(orders.capabilities),
    MCP_ASSAY_ANSWERS: JSON.stringify(orders.answers),
    MCP_ASSAY_REVISION: orders.revision,
    MCP_ASSAY_SCENARIO: orders.scenario,
  };
}
