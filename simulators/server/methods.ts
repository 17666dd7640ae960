import type { JsonObject, JsonValue } from "../wire/json.ts";
import type { Call } from "./call.ts";
import { withInputs } from "./inputs.ts";
import { forRevision, promptItem, resourceItem, templateItem, toolItem } from "./present.ts";
import type { ListKind } from "./rules/lists.ts";
import { objectOr, Refused, unless } from "./rules/refusal.ts";
import { failed } from "./world/results.ts";

export type Handler = (call: Call) => JsonObject | Promise<JsonObject>;

/** The methods that both eras have. */
export const SHARED_METHODS: { readonly [method: string]: Handler } = {
  "tools/list": (call) =>
    page(call, "tools", ({ world, revision }) => world.tools(revision).map((tool) => toolItem(tool, revision))),
  "prompts/list": (call) =>
    page(call, "prompts", ({ world, revision }) =>
      world.prompts(revision).map((prompt) => promptItem(prompt, revision)),
    ),
  "resources/list": (call) =>
    page(call, "resources", ({ world, revision }) =>
      world.resources().map((resource) => resourceItem(resource, revision)),
    ),
  "resources/templates/list": (call) =>
    page(call, "resourceTemplates", ({ world, revision }) =>
      world.templates.map((template) => templateItem(template, revision)),
    ),

  "tools/call": async (call) => {
    const { request, rules } = call;
    const { params, revision } = request;
    unless(rules.toolKnown(request, rules));
    const tool = rules.findTool(params.name as string, request);
    if (!tool) return failed("There is no such tool");
    const given = objectOr(params.arguments);
    const problem = rules.toolArguments(tool.definition.inputSchema, given);
    if (problem !== undefined) return failed(`Invalid arguments: ${problem}`);
    const result = await withInputs(call, (running) => tool.run(given, running));
    return forRevision(result, revision);
  },

  "prompts/get": (call) => {
    const { request, rules } = call;
    unless(rules.promptKnown(request, rules));
    unless(rules.promptArguments(request, rules));
    const prompt = request.server.world.prompt(request.params.name as string);
    return withInputs(call, (running) => {
      const messages = prompt?.render(objectOr(request.params.arguments), running) ?? [];
      return "requests" in messages ? messages : { description: prompt?.description ?? "", messages };
    });
  },

  "resources/read": ({ request, rules }) => {
    unless(rules.resourceKnown(request, rules));
    return { contents: request.server.world.read(request.params.uri as string) ?? [] };
  },

  "completion/complete": ({ request, rules }) => {
    unless(rules.completionReference(request, rules));
    unless(rules.completionArgument(request, rules));
    const { name, uri } = request.params.ref as JsonObject;
    const argument = request.params.argument as { readonly name: string; readonly value: string };
    const suggestions =
      uri === undefined
        ? request.server.world.prompt(name as string)?.suggestions
        : request.server.world.completable(uri as string);
    const fitting = (suggestions?.[argument.name] ?? []).filter((value) => value.includes(argument.value));
    const closest = fitting.toSorted(
      (a, b) => Number(b.startsWith(argument.value)) - Number(a.startsWith(argument.value)),
    );
    return {
      completion: {
        values: closest.slice(0, MOST_COMPLETIONS),
        total: fitting.length,
        hasMore: fitting.length > MOST_COMPLETIONS,
      },
    };
  },
};

/** server/utilities/completion#completion-results */
const MOST_COMPLETIONS = 100;

type Listing = (facts: {
  readonly world: Call["request"]["server"]["world"];
  readonly revision: Call["request"]["revision"];
}) => readonly (JsonObject & { readonly name: string })[];

function page({ request, rules }: Call, kind: ListKind, list: Listing): JsonObject {
  const { params, server, revision } = request;
  const items = rules.listOrder(list({ world: server.world, revision }), kind);
  const names = items.map((item) => item.name);
  const start = params.cursor === undefined ? 0 : startAfter(params.cursor as string);
  const shown = items.slice(start, start + rules.pageSize(kind));
  const more = start + shown.length < items.length;
  const nextCursor = rules.nextCursor(kind, { names: shown.map((item) => item.name), more }, rules.encodeCursor);
  return { [kind]: shown as readonly JsonValue[], ...(nextCursor === undefined ? {} : { nextCursor }) };

  function startAfter(cursor: string): number {
    const last = rules.decodeCursor(kind, cursor);
    const found = last === undefined ? undefined : rules.pageStart(names, last, kind);
    if (found === undefined) throw new Refused(rules.invalidCursor(cursor));
    return found;
  }
}
