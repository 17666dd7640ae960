import { CODES, refusal } from "../../../server/rules/refusal.ts";
import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../wire/json.ts";
import { editResult, without } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

const OF_ERA = { LEGACY: ["2025-11-25"], MODERN: ["2026-07-28"] } as const;

export const mutants: readonly Mutant[] = [
  {
    id: "templates-served-undeclared",
    breaks: ["capabilities.features-advertised"],
    where: { revisions: OF_ERA.LEGACY },
    does: "declares no resources, and refuses their methods but for resources/templates/list",
    apply: (seams) => servesUndeclared(seams, "resources", ["resources/templates/list"]),
  },
  {
    id: "set-level-served-undeclared",
    breaks: ["capabilities.features-advertised"],
    where: { revisions: OF_ERA.LEGACY },
    does: "declares no logging and takes a log level all the same",
    apply: (seams) => servesUndeclared(seams, "logging", ["logging/setLevel"]),
  },
  {
    id: "completion-served-undeclared",
    breaks: ["capabilities.features-advertised"],
    where: { revisions: OF_ERA.LEGACY },
    does: "declares no completions and completes all the same",
    apply: (seams) => servesUndeclared(seams, "completions", ["completion/complete"]),
  },
  {
    id: "subscribe-declared-unknown",
    breaks: ["capabilities.respect-declared"],
    where: { revisions: OF_ERA.LEGACY },
    does: "declares resources.subscribe and does not know resources/subscribe",
    apply: (seams) => unknownMethod(seams, (method) => method === "resources/subscribe"),
  },
  {
    id: "set-level-declared-unknown",
    breaks: ["capabilities.respect-declared"],
    implies: ["logging.set-level-empty-result"],
    where: { revisions: ["2025-03-26"] },
    does: "declares logging and does not know logging/setLevel",
    apply: (seams) => unknownMethod(seams, (method) => method === "logging/setLevel"),
  },
  {
    id: "prompts-get-unknown",
    breaks: ["capabilities.respect-declared"],
    does: "declares prompts, lists them, and does not know prompts/get",
    apply: (seams) => unknownMethod(seams, (method) => method === "prompts/get"),
  },
  {
    id: "resources-list-goes-unknown",
    breaks: ["capabilities.respect-declared"],
    where: { transports: ["stdio"] },
    does: "knows resources/list a few times, and from then on no more",
    apply: (seams, draw) => {
      let times = draw.integer(1, 3);
      unknownMethod(seams, (method) => {
        if (method === "resources/list") times -= 1;
        return method === "resources/list" && times < 0;
      });
    },
  },
  {
    id: "sampling-on-the-word-of-others",
    breaks: ["capabilities.sampling-needs-capability"],
    implies: ["capabilities.negotiated-only-must"],
    where: { transports: ["http"] },
    does: "asks any client's model once some client of the server declared sampling",
    apply: (seams) => {
      let declared = false;
      seams.rule("mayAsk", (original) => (method, channel) => {
        if (method === "sampling/createMessage" && original(method, channel)) declared = true;
        return (
          (method === "sampling/createMessage" && declared && channel.phase === "ready") || original(method, channel)
        );
      });
    },
  },
  {
    id: "sampling-where-only-roots",
    breaks: ["capabilities.sampling-needs-capability"],
    implies: ["capabilities.negotiated-only-must"],
    where: { transports: ["http"] },
    does: "takes a client that declares roots or elicitation to have sampling as well",
    apply: (seams) =>
      seams.rule("mayAsk", (original) => (method, channel) => {
        const { roots, elicitation } = channel.clientCapabilities;
        return (
          (method === "sampling/createMessage" && (isObject(roots) || isObject(elicitation))) ||
          original(method, channel)
        );
      }),
  },
  {
    id: "roots-asked-undeclared",
    breaks: ["capabilities.negotiated-only-should"],
    does: "asks for roots whether the client declared them or not",
    apply: (seams) =>
      seams.rule("mayAsk", (original) => (method, channel) => method === "roots/list" || original(method, channel)),
  },
  {
    id: "elicitation-asked-undeclared",
    breaks: ["capabilities.negotiated-only-must"],
    does: "asks the user of a client that declared no elicitation",
    apply: (seams) =>
      seams.rule(
        "mayAsk",
        (original) => (method, channel) => method === "elicitation/create" || original(method, channel),
      ),
  },
  {
    id: "updates-unsubscribable",
    breaks: ["capabilities.updates-need-subscribe"],
    where: { revisions: OF_ERA.LEGACY },
    does: "declares resources without subscribe, and tells every client of each update",
    apply: (seams) => {
      declare(seams, { resources: { listChanged: true } });
      seams.rule(
        "channelMatches",
        (original) => (channel, change) =>
          (change.kind === "resource" && channel.phase === "ready") || original(channel, change),
      );
    },
  },
  {
    id: "waits-for-undeclared-elicitation",
    breaks: ["capabilities.missing-handled"],
    does: "never answers a call that needs an elicitation which the client did not declare",
    apply: (seams) => {
      seams.rule(
        "mayAsk",
        (original) => (method, channel) => method === "elicitation/create" || original(method, channel),
      );
      seams.rule("askPatience", () => () => undefined);
      seams.message((message, context) =>
        context.kind === "request" && message.method === "elicitation/create" ? [] : [message],
      );
    },
  },
  {
    id: "task-result-unasked",
    breaks: ["capabilities.extension-fallback"],
    implies: ["capabilities.extension-both-sides", "tools.call-result-shape", "jsonrpc.result-type-values"],
    does: "declares the tasks extension and answers slow calls with a task that the client never offered to take",
    apply: (seams) => {
      declareExtension(seams, "io.modelcontextprotocol/tasks", {});
      editResult(seams, "tools/call", (result, { params }) =>
        params.name === "test_tool_with_progress" || params.name === "assay_slow"
          ? { ...without(result, "content"), resultType: "task", taskId: "t1", status: "working", ttlMs: 60_000 }
          : result,
      );
    },
  },
];

function declare(seams: Seams, capabilities: { readonly [name: string]: JsonValue }): void {
  seams.rule("declaredCapabilities", (original) => (revision, server) => ({
    ...original(revision, server),
    ...capabilities,
  }));
}

function declareExtension(seams: Seams, name: string, settings: JsonValue): void {
  seams.rule("declaredCapabilities", (original) => (revision, server) => {
    const declared: JsonObject = original(revision, server);
    return isObject(declared.extensions)
      ? { ...declared, extensions: { ...declared.extensions, [name]: settings } }
      : declared;
  });
}

function servesUndeclared(seams: Seams, capability: string, served: readonly string[]): void {
  seams.rule(
    "declaredCapabilities",
    (original) => (revision, server) => without(original(revision, server), capability),
  );
  seams.rule(
    "capabilityDeclared",
    (original) => (request, rules) => (served.includes(request.method) ? undefined : original(request, rules)),
  );
}

function unknownMethod(seams: Seams, unknown: (method: string) => boolean): void {
  seams.rule(
    "methodKnown",
    (original) => (request, rules) =>
      unknown(request.method)
        ? refusal(CODES.methodNotFound, `Method not found: ${request.method}`)
        : original(request, rules),
  );
}
