import { isObject } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { isComplete, onResult } from "../results.ts";

const resultShape = monitor("tools.list-result-shape", (m) => {
  onResult(m, ["tools/list"], (answered) => {
    if (!isComplete(answered)) return;
    const { result, shown } = answered;
    m.saw();
    const problems = [
      ...(Array.isArray(result.tools)
        ? result.tools.flatMap((tool, at) => (isObject(tool) ? [] : [`tools[${at}] is ${kindOf(tool)}`]))
        : [`tools is ${kindOf(result.tools)}`]),
      ...(result.nextCursor === undefined || typeof result.nextCursor === "string"
        ? []
        : [`nextCursor is ${kindOf(result.nextCursor)}`]),
    ];
    if (problems.length > 0)
      m.fail(`a tools/list result where ${problems.join(" and ")}`, {
        ...shown,
        accepted: ["an array `tools` of objects and, where there are more pages, a string `nextCursor`"],
      });
  });
});

const capabilityDeclared = monitor("tools.capability-declared", (m) => {
  onResult(m, ["tools/list", "tools/call"], (answered) => {
    const { request, result, conversation, shown } = answered;
    const { capabilities } = conversation.server;
    if (capabilities === undefined) return;
    // An empty list, or a call that fails, shows no support of tools.
    const served =
      request.method === "tools/list"
        ? Array.isArray(result.tools) && result.tools.length > 0
        : result.isError !== true;
    if (!served) return;
    m.saw();
    if (capabilities.tools === undefined)
      m.fail(`${request.method} is served, but the capabilities declare no tools`, {
        ...shown,
        accepted: ["`tools` among the declared capabilities", "an error, or no tools"],
      });
  });
});

const listChangedType = monitor("tools.list-changed-type", (m) => {
  onResult(m, ["server/discover"], ({ result, shown }) => {
    const tools = isObject(result.capabilities) ? result.capabilities.tools : undefined;
    if (!isObject(tools) || tools.listChanged === undefined) return;
    m.saw();
    if (typeof tools.listChanged !== "boolean")
      m.fail(`tools.listChanged is ${JSON.stringify(tools.listChanged)}`, {
        ...shown,
        accepted: ["true", "false", "no listChanged at all"],
      });
  });
});

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

export const listMonitors: readonly Monitor[] = [resultShape, capabilityDeclared, listChangedType];
