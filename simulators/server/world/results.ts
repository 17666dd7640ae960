import type { JsonObject, JsonValue } from "../../wire/json.ts";

export const READ_ONLY: JsonObject = { readOnlyHint: true, openWorldHint: false };
export const CHANGING: JsonObject = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** The schema of a tool without arguments. */
export const NOTHING: JsonObject = { type: "object", additionalProperties: false };

export function object(properties: JsonObject, options: { readonly required?: readonly string[] } = {}): JsonObject {
  return {
    type: "object",
    properties,
    ...(options.required ? { required: options.required } : {}),
    additionalProperties: false,
  };
}

export function text(words: string): JsonObject {
  return { type: "text", text: words };
}

/** A tool result of one text block. */
export function said(words: string): JsonObject {
  return { content: [text(words)] };
}

/** A tool result with structured content, mirrored as text. */
export function structured(value: JsonValue): JsonObject {
  return { content: [text(JSON.stringify(value))], structuredContent: value };
}

/** A tool result that reports a failure of the tool. */
export function failed(words: string): JsonObject {
  return { content: [text(words)], isError: true };
}

/** A picture of one transparent pixel, PNG, base64. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/** A WAV file without samples, base64. */
export const SILENCE = wav().toString("base64");

function wav(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  return header;
}
