import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../../kit/monitor.ts";
import { blockProblem } from "../../protocol/content.ts";
import { instanceProblem } from "../../protocol/json-schema.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { onPage } from "../pages.ts";
import { type Answered, isComplete, onResult } from "../results.ts";

const MAX_TOOLS = 20_000;

const resultShape = monitor("tools.call-result-shape", (m) => {
  onCall(m, ({ result, shown }) => {
    m.saw();
    const wrong: string[] = [];
    if (!Array.isArray(result.content)) wrong.push("content is no array");
    else
      result.content.forEach((block: JsonValue, at) => {
        const problem = blockProblem(block, m.revision);
        if (problem !== undefined) wrong.push(`content block ${at} ${problem}`);
      });
    if (result.isError !== undefined && typeof result.isError !== "boolean") wrong.push("isError is no boolean");
    if (wrong.length > 0)
      m.fail(`a tools/call result where ${wrong.join("; ")}`, {
        ...shown,
        accepted: ["an array of content blocks of this revision, possibly empty", "a boolean isError, or none"],
      });
  });
});

const resourcesCapability = monitor("tools.embedded-need-resources-capability", (m) => {
  onCall(m, ({ result, conversation, shown }) => {
    const { capabilities } = conversation.server;
    if (capabilities === undefined || !blocksOf(result).some(({ type }) => type === "resource")) return;
    m.saw();
    if (capabilities.resources === undefined)
      m.fail("an embedded resource from a server that declares no `resources`", {
        ...shown,
        accepted: ["`resources` among the declared capabilities", "no embedded resources"],
      });
  });
});

const textMirror = monitor("tools.structured-text-mirror", (m) => {
  onCall(m, ({ result, shown }) => {
    const { structuredContent, isError } = result;
    if (structuredContent === undefined || isError === true) return;
    m.saw();
    if (
      !blocksOf(result).some(
        ({ text }) => typeof text === "string" && isDeepStrictEqual(parsed(text), structuredContent),
      )
    )
      m.fail("structuredContent without a text block that holds the same JSON", {
        ...shown,
        accepted: ["a text block whose JSON equals structuredContent"],
      });
  });
});

const outputConforms = monitor("tools.output-schema-conform", (m) => {
  const schemas = new Map<string, JsonObject>();
  const place = (channel: string, name: JsonValue | undefined) => JSON.stringify([channel, name]);
  onPage(m, ({ list, items, conversation }) => {
    if (list !== TOOLS) return;
    for (const { name, outputSchema } of items) {
      if (isObject(outputSchema) && schemas.size < MAX_TOOLS)
        schemas.set(place(conversation.channel, name), outputSchema);
      else schemas.delete(place(conversation.channel, name));
    }
  });
  // What was listed before a change may hold no longer.
  m.on("notification", ({ seen }) => {
    if (seen.message.method === "notifications/tools/list_changed") schemas.clear();
  });
  onCall(m, ({ request, result, conversation, shown }) => {
    const schema = schemas.get(place(conversation.channel, request.params.name));
    // Whether a failed call owes structured content is not stated.
    if (schema === undefined || result.isError === true) return;
    const accepted = ["structuredContent that is valid under the tool's outputSchema", "a result with isError true"];
    if (result.structuredContent === undefined) {
      m.saw();
      m.fail("no structuredContent from a tool with an outputSchema", {
        ...shown,
        accepted,
        outsideAllReadings: "only results with isError true are exempt in any reading, and this is none",
      });
      return;
    }
    const outcome = instanceProblem(schema, result.structuredContent, { anyDialect: m.revision === "2025-06-18" });
    if (outcome === undefined) return;
    m.saw();
    if (!outcome.valid)
      m.fail(`structuredContent that the tool's outputSchema does not allow: ${outcome.problem}`, {
        ...shown,
        accepted,
        outsideAllReadings: "only results with isError true are exempt in any reading, and this is none",
      });
  });
});

/** Final results of tools/call. */
function onCall(m: MonitorTools, listener: (answered: Answered) => void): void {
  onResult(m, ["tools/call"], (answered) => {
    if (isComplete(answered)) listener(answered);
  });
}

function blocksOf(result: JsonObject): readonly JsonObject[] {
  return Array.isArray(result.content) ? result.content.filter(isObject) : [];
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export const callMonitors: readonly Monitor[] = [resultShape, resourcesCapability, textMirror, outputConforms];
