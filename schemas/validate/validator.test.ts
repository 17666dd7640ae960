import { describe, expect, it } from "vitest";
import { ref } from "../protocol/builder/build.ts";
import type { Protocol } from "../protocol/builder/protocol.ts";
import { load, PROTOCOL_REVISIONS } from "../protocol/registry.ts";
import { explain } from "./explain.ts";
import { SAMPLES } from "./messages.fixture.ts";
import { isObject } from "./place.ts";
import { createValidator, type Sent } from "./validator.ts";

async function told(revision: string, message: unknown, sent: Sent): Promise<readonly string[]> {
  const violations = createValidator(await load(revision)).validateMessage(message, sent);
  return violations.map(({ text, requirement, definition }) => `${text} (${requirement ?? definition})`);
}

function result(value: unknown) {
  return { jsonrpc: "2.0", id: 1, result: value };
}

describe.each(PROTOCOL_REVISIONS)("messages of %s", (revision) => {
  it("that conform break nothing", async () => {
    const validator = createValidator(await load(revision));
    const broken = SAMPLES[revision]!.map(({ message, ...sent }) => validator.validateMessage(message, sent));
    expect(broken.flat()).toEqual([]);
  });

  it("with one fault are refused and explained alike by the JSON Schema and by the explanation", async () => {
    const protocol = await load(revision);
    const { accepts } = createValidator(protocol);
    const disagreements: string[] = [];
    let refused = 0;
    for (const { definition, value } of SAMPLES[revision]!.flatMap((sample) => judged(protocol, sample)))
      for (const faulty of faults(value)) {
        const place = { definitions: protocol.definitions, definition, path: [], limit: 5 };
        const accepted = accepts(definition, faulty);
        if (!accepted) refused++;
        if (accepted !== (explain(ref(definition), faulty, place).length === 0))
          disagreements.push(`${definition}: ${JSON.stringify(faulty)}`);
      }
    expect(disagreements).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });
});

it("names the place, what was expected and what was found, and the requirement", async () => {
  const tools = [{ name: "a", inputSchema: { type: "array" } }, {}];
  expect(await told("2024-11-05", result({ tools }), { from: "server", requestMethod: "tools/list" })).toEqual([
    'result.tools[0].inputSchema.type: expected "object", found "array" (tools.input-schema-root-type)',
    "result.tools[1].name: expected a string, found nothing (tools.definition-shape)",
    "result.tools[1].inputSchema: expected ToolInputSchema, found nothing (tools.definition-shape)",
  ]);
});

it("tells of a union what the branch that was meant lacks", async () => {
  const content = [{ type: "text" }, { type: "audio", data: "", mimeType: "a/b" }, 5];
  expect(await told("2024-11-05", result({ content }), { from: "server", requestMethod: "tools/call" })).toEqual([
    "result.content[0].text: expected a string, found nothing (content.text-shape)",
    'result.content[1].type: expected "text", "image" or "resource", found "audio" (content.block-types-text-image-resource)',
    "result.content[2]: expected an object, found 5 (content.block-types-text-image-resource)",
  ]);
  expect(await told("2025-03-26", result({ content }), { from: "server", requestMethod: "tools/call" })).toHaveLength(
    2,
  );
});

it("judges a result by the method of its request and by its type", async () => {
  const sent = { from: "server", requestMethod: "tools/list" } as const;
  const kept = { resultType: "complete", tools: [] };
  expect(await told("2026-07-28", result({ ...kept, ttlMs: -1, cacheScope: "shared" }), sent)).toEqual([
    "result.ttlMs: expected at least 0, found -1 (caching.ttl-non-negative)",
    'result.cacheScope: expected "public" or "private", found "shared" (caching.scope-enum)',
  ]);
  expect(await told("2026-07-28", result(kept), sent)).toEqual([
    "result.ttlMs: expected an integer, found nothing (caching.hints-present)",
    'result.cacheScope: expected "public" or "private", found nothing (caching.hints-present)',
  ]);
  expect((await told("2026-07-28", result({ resultType: "input_required" }), sent)).join()).toContain(
    "(mrtr.not-on-other-methods)",
  );
  expect((await told("2026-07-28", result({ tools: [] }), sent)).join()).toContain("(jsonrpc.result-type-present)");
});

it("holds data to what the text says beyond the types", async () => {
  const contents = [
    { uri: "memo://1", text: "", blob: "" },
    { uri: "memo://2", blob: "a-b" },
  ];
  expect(await told("2025-06-18", result({ contents }), { from: "server", requestMethod: "resources/read" })).toEqual([
    'result.contents[0].blob: expected no such member, found "" (resources.read-result-shape)',
    'result.contents[1].blob: expected base64 with padding, found "a-b" (resources.binary-encoded)',
  ]);
  const _meta = { "1.x/a": 1, "com.example/a b": 1 };
  expect(await told("2025-06-18", result({ _meta }), { from: "client", requestMethod: "ping" })).toEqual([
    expect.stringMatching(/^result\._meta\["1\.x\/a"\]: .* \(meta\.label-format\)$/),
    expect.stringMatching(/^result\._meta\["com\.example\/a b"\]: .* \(meta\.name-format\)$/),
  ]);
});

it("looks at no more than the envelope of an unknown method, and of a method that its sender may not use", async () => {
  const request = (method: string) => ({ jsonrpc: "2.0", id: 1.5, method, params: { name: 3 } });
  for (const method of ["com.example/x", "tools/call"])
    expect(await told("2025-11-25", request(method), { from: "server" })).toEqual([
      "id: expected a string or an integer, found 1.5 (jsonrpc.request-id-type)",
    ]);
});

it("tells a bounded number of violations of a message without bounds", async () => {
  const validator = createValidator(await load("2025-11-25"), { mostViolations: 3 });
  const tools = Array.from({ length: 10_000 }, () => ({}));
  expect(validator.validateMessage(result({ tools }), { from: "server", requestMethod: "tools/list" })).toHaveLength(3);
});

/** What a sample is judged as: the value and the definition. */
function judged({ methods }: Protocol, { message, requestMethod }: (typeof SAMPLES)[string][number]) {
  const method = methods[String(requestMethod ?? message["method"])];
  if ("method" in message && method) return [{ definition: method.message, value: message as unknown }];
  if ("result" in message && method?.kind === "request")
    return method.results.map((definition) => ({ definition, value: message["result"] }));
  return [];
}

/** Every value that differs from this one in one member dropped or replaced. */
function faults(value: unknown): readonly unknown[] {
  const others = [null, 0.5, "x", [{}], {}];
  const within = Array.isArray(value)
    ? value.flatMap((item, index) => faults(item).map((faulty) => value.with(index, faulty)))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, item]) => {
          const { [name]: _, ...rest } = value;
          return [rest, ...faults(item).map((faulty) => ({ ...value, [name]: faulty }))];
        })
      : [];
  return [...others, ...within];
}
