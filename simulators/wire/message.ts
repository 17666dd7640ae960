import type { JsonObject, JsonValue } from "./json.ts";
import type { MessageKind, WireMessage } from "./jsonrpc.ts";
import { nestsDeeper, rawElements, rawMember } from "./lossless.ts";

/** What a frame found wrong with its bytes. */
export type BytesDefect = "utf8" | "bom" | "oversize";

const BYTES_PROBLEM: Readonly<Record<BytesDefect, string>> = {
  utf8: "the bytes are no UTF-8",
  bom: "the bytes begin with a byte order mark",
  oversize: "longer than the cap on one frame, and cut there",
};

/** Levels of objects and arrays that are read: RFC 8259, section 9, lets a reader set a limit, and what recurses needs one. */
const MAX_DEPTH = 1_000;
const DEPTH_PROBLEM = `nested deeper than the ${MAX_DEPTH} levels that are read here`;

/** Whether a message could only not be read because of a cap of our own, which says nothing of who sent it. */
export function isBeyondCaps({ layer, problem }: WireMessage): boolean {
  return layer === "bytes" && (problem === BYTES_PROBLEM.oversize || problem === DEPTH_PROBLEM);
}

/** Ids as nearly every implementation spells and places them: second or last member. */
const ID_AT_START = /^\{"jsonrpc":"2\.0","id":(-?\d{1,15}|"[^"\\]{0,100}"),/;
const ID_AT_END = /[,{\s]"id"\s*:\s*(-?[\d.eE+-]{1,30}|"[^"\\]{0,100}"|null)\s*\}\s*$/;
const ID_AT_END_REACH = 160;

/**
 * Classifies one JSON text as a JSON-RPC message by its members; never throws.
 * Ids are not judged here: a request with the id `null` or `1.5` is a request.
 * @param options.defect what the frame found wrong with the bytes; the message is then invalid at the layer of bytes
 */
export function readMessage(text: string, options: { readonly defect?: BytesDefect } = {}): WireMessage {
  if (options.defect) return invalid(text, undefined, "bytes", BYTES_PROBLEM[options.defect]);
  if (nestsDeeper(text, MAX_DEPTH)) return invalid(text, undefined, "bytes", DEPTH_PROBLEM);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return invalid(text, undefined, "json", text.trim() === "" ? "empty" : `no JSON: ${(error as Error).message}`);
  }
  return classify(text, value, { batchesAllowed: true });
}

function classify(text: string, value: JsonValue, options: { readonly batchesAllowed: boolean }): WireMessage {
  if (Array.isArray(value)) return classifyBatch(text, value, options);
  if (!isObject(value)) return invalid(text, value, "envelope", `expected a JSON object, got ${nameOf(value)}`);

  const has = (name: string) => Object.hasOwn(value, name);
  const problem = problemOf(value, has);
  const error = has("error") ? readError(value.error) : undefined;
  return {
    text,
    value,
    kind: problem === undefined ? kindOf(has) : "invalid",
    rawId: has("id") ? rawIdOf(text) : undefined,
    method: typeof value.method === "string" ? value.method : undefined,
    params: isObject(value.params) ? value.params : undefined,
    result: value.result,
    error,
    members: [],
    problem,
    layer: problem === undefined ? undefined : "envelope",
  };
}

function classifyBatch(
  text: string,
  value: readonly JsonValue[],
  options: { readonly batchesAllowed: boolean },
): WireMessage {
  if (!options.batchesAllowed) return invalid(text, value, "envelope", "an array within a batch");
  if (value.length === 0) return invalid(text, value, "envelope", "a batch without members");
  const texts = rawElements(text);
  const members = value.map((member, i) => classify(texts[i]!, member, { batchesAllowed: false }));
  return { ...invalid(text, value, "envelope", ""), kind: "batch", members, problem: undefined, layer: undefined };
}

function kindOf(has: (name: string) => boolean): MessageKind {
  if (has("method")) return has("id") ? "request" : "notification";
  return has("error") ? "error" : "result";
}

function problemOf(value: JsonObject, has: (name: string) => boolean): string | undefined {
  if (value.jsonrpc !== "2.0") {
    const got = has("jsonrpc") ? (JSON.stringify(value.jsonrpc)?.slice(0, 60) ?? "nothing") : "no such member";
    return `expected jsonrpc "2.0", got ${got}`;
  }
  if (has("result") && has("error")) return "both result and error";
  if (has("method")) {
    if (has("result") || has("error")) return "both method and result or error";
    if (typeof value.method !== "string") return `expected a string as method, got ${nameOf(value.method)}`;
    if (has("params") && !isObject(value.params)) return `expected an object as params, got ${nameOf(value.params)}`;
    return undefined;
  }
  if (has("error") && readError(value.error) === undefined) {
    return "expected an error object with an integer code and a string message";
  }
  return has("result") || has("error") ? undefined : "none of method, result and error";
}

function readError(error: JsonValue | undefined): WireMessage["error"] {
  if (!isObject(error)) return undefined;
  const { code, message, data } = error;
  if (typeof code !== "number" || !Number.isInteger(code) || typeof message !== "string") return undefined;
  return data === undefined ? { code, message } : { code, message, data };
}

function rawIdOf(text: string): string | undefined {
  const atEnd = ID_AT_END.exec(text.length > ID_AT_END_REACH ? text.slice(-ID_AT_END_REACH) : text);
  if (atEnd) return atEnd[1];
  const atStart = ID_AT_START.exec(text);
  // A second spelling of the key would win over the first.
  if (atStart && text.lastIndexOf('"id"') < atStart[0].length && !text.includes("\\u")) return atStart[1];
  return rawMember(text, "id");
}

function invalid(
  text: string,
  value: JsonValue | undefined,
  layer: NonNullable<WireMessage["layer"]>,
  problem: string,
): WireMessage {
  return {
    text,
    value,
    kind: "invalid",
    rawId: undefined,
    method: undefined,
    params: undefined,
    result: undefined,
    error: undefined,
    members: [],
    problem,
    layer,
  };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
