import type { Action } from "../../../simulators/client/app/orders.ts";

/** Has the client list the tools, all pages. */
export const LIST_TOOLS: Action = { action: "list", what: "tools" };

/** Has the client call a tool, without arguments unless `more` has some. */
export function callTool(
  name: string,
  more: Omit<Extract<Action, { action: "callTool" }>, "action" | "name"> = {},
): Action {
  return { action: "callTool", name, arguments: {}, ...more };
}
