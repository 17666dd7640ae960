import type { JsonObject } from "../../wire/json.ts";
import type { Revision } from "../../wire/revisions.ts";
import { pause } from "./assay-tools.ts";
import { failed, NOTHING, object, PIXEL, READ_ONLY, SILENCE, said, text } from "./results.ts";
import type { Running, Tool } from "./world.ts";

const IMAGE: JsonObject = { type: "image", data: PIXEL, mimeType: "image/png" };
const AUDIO: JsonObject = { type: "audio", data: SILENCE, mimeType: "audio/wav" };
const LINK: JsonObject = {
  type: "resource_link",
  uri: "test://static-text",
  name: "static-text",
  mimeType: "text/plain",
};
const STEP_MS = 10;
const MOST_WAITS = 100;

/** Fixtures by the names that SDKs' conformance servers give them: content kinds, failures, logs, progress, schemas. */
export const CONTENT_TOOLS: readonly Tool[] = [
  fixture("test_simple_text", "Answers with one text block", () => said("This is a simple text response for testing.")),
  fixture("test_image_content", "Answers with an image", () => ({ content: [IMAGE] })),
  fixture("test_audio_content", "Answers with audio", () => ({ content: [AUDIO] }), { since: "2025-03-26" }),
  fixture("test_embedded_resource", "Answers with an embedded resource", () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  })),
  fixture("test_resource_link", "Answers with a link to a resource", () => ({ content: [LINK] }), {
    since: "2025-06-18",
  }),
  fixture("test_multiple_content_types", "Answers with text, an image and a resource", () => ({
    content: [
      {
        ...text("Several kinds of content:"),
        annotations: { audience: ["user"], priority: 0.5, lastModified: "2026-07-28T12:00:00Z" },
      },
      IMAGE,
      embedded("test://mixed-content-resource", "application/json", JSON.stringify({ test: "data", value: 123 })),
    ],
  })),
  fixture("test_error_handling", "Fails", () => failed("This tool intentionally returns an error for testing")),

  fixture(
    "test_tool_with_logging",
    "Sends three log messages while it runs",
    async (running) => {
      for (const stage of ["started", "half-way", "done"]) {
        running.log("info", { stage });
        await pause(running.clock, STEP_MS, running.signal);
      }
      return said("Tool with logging executed successfully");
    },
    { streams: true },
  ),
  fixture("test_logging_tool", "Sends one log message of each level", ({ log }) => {
    for (const level of ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"])
      log(level, { note: `a message at ${level}` });
    return said("logged");
  }),
  fixture(
    "test_tool_with_progress",
    "Reports progress three times while it runs",
    async ({ progress, clock, signal }) => {
      for (const done of [0, 50, 100]) {
        progress(done, { total: 100, message: `Completed step ${done} of 100` });
        await pause(clock, STEP_MS, signal);
      }
      return said("Tool with progress executed successfully");
    },
    { streams: true },
  ),
  fixture(
    "test_reconnection",
    "Breaks the connection off before it answers, twice, so that the client comes back for the rest",
    async ({ interrupt, clock, signal }) => {
      const broken = interrupt();
      // Once more, as soon as the client is back: it comes when it was told to.
      for (let wait = 0; broken && wait < MOST_WAITS && !signal.aborted; wait++) {
        await pause(clock, 5 * STEP_MS, signal);
        if (interrupt()) break;
      }
      await pause(clock, 5 * STEP_MS, signal);
      return said("Reconnection test completed successfully");
    },
    { since: "2025-11-25", streams: true },
  ),
  fixture(
    "test_streaming_elicitation",
    "Answers plainly; nothing else may come on its stream",
    () => said("no requests on this stream"),
    { streams: true },
  ),
  {
    definition: {
      name: "test_x_mcp_header",
      description: "Has an argument that is mirrored into the Mcp-Param-Region header",
      inputSchema: object({ region: { type: "string", "x-mcp-header": "Region" }, level: { type: "integer" } }),
      annotations: READ_ONLY,
    },
    run: ({ region = "none" }) => said(`region=${region}`),
  },
  {
    definition: {
      name: "json_schema_2020_12_tool",
      description: "Its schema uses what JSON Schema 2020-12 has",
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: {
            $anchor: "addressDef",
            type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } },
          },
        },
        properties: {
          name: { type: "string" },
          address: { $ref: "#/$defs/address" },
          contactMethod: { type: "string", enum: ["phone", "email"] },
          phone: { type: "string" },
          email: { type: "string" },
        },
        allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
        if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ["phone"] },
        else: { required: ["email"] },
        additionalProperties: false,
      },
      annotations: READ_ONLY,
    },
    run: (given) => said(`called with ${JSON.stringify(given)}`),
  },
];

type Run = (running: Running) => JsonObject | Promise<JsonObject>;

function fixture(
  name: string,
  description: string,
  run: Run,
  options: { readonly since?: Revision; readonly streams?: boolean } = {},
): Tool {
  return {
    definition: { name, description, inputSchema: NOTHING, annotations: READ_ONLY },
    run: (_given, running) => run(running),
    ...options,
  };
}

function embedded(uri: string, mimeType: string, words: string): JsonObject {
  return { type: "resource", resource: { uri, mimeType, text: words } };
}
