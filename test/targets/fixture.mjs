// What a conformance fixture offers, by the names that SDKs' conformance servers share; the same for every SDK.
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

export const INFO = { name: "conformance-fixture", version: "1.0.0" };
export const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
};

const text = (value) => ({ type: "text", text: value });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };
const audio = { type: "audio", data: SILENCE, mimeType: "audio/wav" };
const embedded = {
  type: "resource",
  resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "An embedded resource." },
};

/** Each `run` gets { progressToken, progress(params), log(level, data), changed(kind), pause(ms) }. */
export const TOOLS = {
  test_simple_text: { run: async () => [text("A simple text.")] },
  test_image_content: { run: async () => [image] },
  test_audio_content: { run: async () => [audio] },
  test_embedded_resource: { run: async () => [embedded] },
  test_multiple_content_types: { run: async () => [text("Three kinds:"), image, embedded] },
  test_tool_with_logging: {
    run: async (io) => {
      for (const step of ["started", "working", "done"]) {
        await io.log("info", step);
        await io.pause(20);
      }
      return [text("Logged three times.")];
    },
  },
  test_logging_tool: {
    run: async (io) => {
      await io.log("info", "ran");
      return [text("Logged once.")];
    },
  },
  test_tool_with_progress: {
    run: async (io) => {
      for (const progress of io.progressToken === undefined ? [] : [0, 50, 100]) {
        await io.progress({ progressToken: io.progressToken, progress, total: 100, message: `${progress} of 100` });
        await io.pause(20);
      }
      return [text("Progressed.")];
    },
  },
  test_error_handling: {
    run: async () => {
      throw new Error("This tool always fails.");
    },
  },
  test_trigger_tool_change: {
    run: async (io) => {
      await io.changed("tools");
      return [text("The tool list changed.")];
    },
  },
  test_trigger_prompt_change: {
    run: async (io) => {
      await io.changed("prompts");
      return [text("The prompt list changed.")];
    },
  },
};

export const RESOURCES = [
  { name: "static-text", uri: "test://static-text", mimeType: "text/plain", text: "Static text." },
  { name: "static-binary", uri: "test://static-binary", mimeType: "image/png", blob: PIXEL },
  { name: "watched-resource", uri: "test://watched-resource", mimeType: "text/plain", text: "Watched." },
];
export const TEMPLATE = "test://template/{id}/data";
export const templateText = (id) => JSON.stringify({ id, templateTest: true, data: `Data for ${id}` });

const user = (content) => ({ role: "user", content });
export const PROMPTS = {
  test_simple_prompt: { arguments: [], messages: () => [user(text("A simple prompt."))] },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    messages: ({ arg1, arg2 }) => [user(text(`arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    messages: ({ resourceUri }) => [
      user({ type: "resource", resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded." } }),
      user(text("Please process the resource above.")),
    ],
  },
  test_prompt_with_image: { arguments: [], messages: () => [user(image), user(text("Describe the image."))] },
};

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
