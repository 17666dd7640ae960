import type { Seams } from "../server/seams.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { LEGACY, MODERN } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

const legacy = { revisions: LEGACY };
const modern = { revisions: MODERN };

export const mutants: readonly Mutant[] = [
  {
    id: "capability-as-flag",
    does: "Declares a capability as true, or its member as text",
    breaks: ["capabilities.server-shape"],
    apply: (seams, draw) => {
      const change = draw.pick<JsonObject>([
        { prompts: true },
        { resources: { subscribe: "yes" } },
        { logging: [] },
        { prompts: { listChanged: 1 } },
      ]);
      declare(seams, (capabilities) => ({ ...capabilities, ...change }));
    },
  },
  {
    id: "experimental-as-list",
    does: "Declares what is experimental as a list of names, or with values that are no objects",
    breaks: ["capabilities.experimental-shape"],
    where: modern,
    apply: (seams, draw) => {
      const experimental = draw.pick<JsonValue>([["com.example/assay"], { "com.example/assay": true }]);
      declare(seams, (capabilities) => ({ ...capabilities, experimental }));
    },
  },
  {
    id: "extension-odd-identifier",
    does: "Names an extension against the rules of `_meta` keys",
    breaks: ["capabilities.extension-identifier-format"],
    where: modern,
    apply: (seams, draw) =>
      extension(
        seams,
        draw.pick(["com.example/_assay", "1com.example/assay", "com..example/assay", "com.example/as say"]),
        {},
      ),
  },
  {
    id: "extension-without-prefix",
    does: "Names an extension without a prefix",
    breaks: ["capabilities.extension-identifier-prefix"],
    where: modern,
    apply: (seams, draw) => extension(seams, draw.word(6), {}),
  },
  {
    id: "extension-as-flag",
    does: "Declares an extension by something that is no object",
    breaks: ["capabilities.extension-settings-object"],
    where: modern,
    apply: (seams, draw) => extension(seams, "com.example/assay", draw.pick<JsonValue>([true, null, "1.0", []])),
  },
  {
    id: "extension-forced",
    does: "Answers a tool call with a task, though the client knows no such extension",
    breaks: ["capabilities.extension-both-sides", "capabilities.extension-fallback"],
    where: modern,
    apply: (seams) => {
      extension(seams, "io.modelcontextprotocol/tasks", {});
      seams.result("tools/call", () => ({
        resultType: "task",
        taskId: "t1",
        status: "working",
        createdAt: "2026-01-01T00:00:00Z",
        lastUpdatedAt: "2026-01-01T00:00:00Z",
        ttlMs: 60_000,
      }));
    },
  },
  {
    id: "declared-and-not-there",
    does: "Declares a capability whose methods it does not know",
    breaks: ["capabilities.respect-declared"],
    apply: (seams, draw) => {
      const method = draw.pick(["prompts/list", "resources/list", "completion/complete"]);
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.method === method
            ? { error: { code: -32601, message: `Method not found: ${method}` } }
            : original(request, rules),
      );
    },
  },
  {
    id: "subscribe-declared-and-not-there",
    does: "Declares resources.subscribe and does not know the method",
    breaks: ["capabilities.respect-declared"],
    where: legacy,
    apply: (seams) =>
      seams.rule(
        "methodKnown",
        (original) => (request, rules) =>
          request.method === "resources/subscribe"
            ? { error: { code: -32601, message: "Method not found" } }
            : original(request, rules),
      ),
  },
  {
    id: "tasks-undeclared",
    does: "Lists tasks without declaring that it has any",
    breaks: ["capabilities.features-advertised"],
    where: { revisions: ["2025-11-25"], transports: ["stdio"] },
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" &&
        (request?.method === "tasks/list" ||
          String((message.error as JsonObject | undefined)?.message).includes("tasks/list"))
          ? [{ jsonrpc: "2.0", id: message.id, result: { tasks: [] } }]
          : [message],
      ),
  },
  {
    id: "hangs-without-sampling",
    does: "Never answers a tool call that wants what the client did not declare",
    breaks: ["capabilities.missing-handled"],
    where: { revisions: LEGACY, transports: ["stdio"] },
    apply: (seams) =>
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.params.name === "test_sampling" ? [] : [message],
      ),
  },
  {
    id: "samples-unasked",
    does: "Asks any client to sample, whether it declared that or not",
    breaks: ["capabilities.sampling-needs-capability"],
    implies: ["capabilities.negotiated-only-must", "capabilities.negotiated-only-should"],
    where: legacy,
    apply: (seams) => seams.rule("mayAsk", () => () => true),
  },
  {
    id: "asks-and-tells-undeclared",
    does: "Uses features that neither side declared: log messages, or the user's answers",
    breaks: ["capabilities.negotiated-only-must", "capabilities.negotiated-only-should"],
    where: legacy,
    apply: (seams, draw) => {
      if (draw.pick([true, false])) seams.rule("mayAsk", () => (method) => method !== "sampling/createMessage");
      else declare(seams, ({ logging: _, ...rest }) => rest, { forAll: false });
    },
  },
  {
    id: "updates-without-subscribe",
    does: "Tells of changed resources without declaring resources.subscribe",
    breaks: ["capabilities.updates-need-subscribe"],
    implies: ["capabilities.negotiated-only-must", "capabilities.negotiated-only-should"],
    where: legacy,
    apply: (seams) =>
      declare(seams, (capabilities) => ({ ...capabilities, resources: { listChanged: true } }), { forAll: false }),
  },
];

/** Changes what the server declares. `forAll: false` changes only what it says, not what it then allows. */
function declare(seams: Seams, edit: (capabilities: JsonObject) => JsonObject, { forAll = true } = {}): void {
  if (forAll) seams.rule("declaredCapabilities", (original) => (revision, server) => edit(original(revision, server)));
  else
    for (const method of ["initialize", "server/discover"])
      seams.result(method, (result) => ({ ...result, capabilities: edit(result.capabilities as JsonObject) }));
}

function extension(seams: Seams, identifier: string, settings: JsonValue): void {
  declare(seams, (capabilities) => ({ ...capabilities, extensions: { [identifier]: settings } }));
}
