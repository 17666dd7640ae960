import { CODES } from "../../server/rules/refusal.ts";
import type { JsonObject } from "../../wire/json.ts";
import { MODERN } from "../../wire/revisions.ts";
import { editItems, editResult, without } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const where = { revisions: MODERN };
const EXTRA: JsonObject = { name: "more", description: "One more", inputSchema: { type: "object" } };

/** Faults of the list as a whole, and of the names in it. */
export const listMutants: readonly Mutant[] = [
  {
    id: "tools-by-name",
    does: "Lists the tools as an object by name",
    breaks: ["tools.list-result-shape"],
    implies: ["tools.list-responds"],
    apply: (seams) =>
      editResult(seams, "tools/list", (result) => ({
        ...result,
        tools: Object.fromEntries((result.tools as readonly JsonObject[]).map((tool) => [tool.name, tool])),
      })),
  },
  {
    id: "tools-undeclared",
    does: "Serves tools without declaring them",
    breaks: ["tools.capability-declared"],
    apply: (seams) => {
      seams.rule(
        "declaredCapabilities",
        (original) => (revision, server) => without(original(revision, server), "tools"),
      );
      seams.rule("capabilityDeclared", () => () => undefined);
    },
  },
  {
    id: "tools-list-changed-as-text",
    does: "Declares tools.listChanged with a value that is no boolean",
    breaks: ["tools.list-changed-type"],
    where,
    apply: (seams, draw) => {
      const listChanged = draw.pick(["true", 1, null, {}]);
      seams.rule("declaredCapabilities", (original) => (revision, server) => ({
        ...original(revision, server),
        tools: { listChanged },
      }));
    },
  },
  {
    id: "tool-changes-untold",
    does: "Never sends notifications/tools/list_changed",
    breaks: ["tools.list-changed-sent"],
    apply: (seams) =>
      seams.message((message) => (message.method === "notifications/tools/list_changed" ? [] : [message])),
  },
  {
    id: "tools-list-fails",
    does: "Answers tools/list with an error",
    breaks: ["tools.list-responds"],
    where,
    apply: (seams, draw) => {
      const code = draw.pick([CODES.internal, CODES.methodNotFound]);
      seams.message((message, { kind, request }) =>
        kind === "response" && request?.method === "tools/list"
          ? [{ ...without(message, "result"), error: { code, message: "No list today" } }]
          : [message],
      );
    },
  },
  {
    id: "tools-in-any-order",
    does: "Lists the same tools in another order each time",
    breaks: ["tools.list-deterministic-order"],
    implies: ["pagination.stable-cursors"],
    where,
    apply: (seams, draw) => {
      seams.rule("pageSize", () => () => 1_000);
      seams.rule("listOrder", (original) => (items, kind) => {
        const ordered = original(items, kind);
        const turn = draw.integer(1, ordered.length - 1);
        return [...ordered.slice(turn), ...ordered.slice(0, turn)];
      });
    },
  },
  {
    id: "tools-by-connection",
    does: "Lists one more tool, of another name on each connection",
    breaks: ["tools.list-not-per-connection"],
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams, draw) => {
      const name = draw.word(8);
      editItems(seams, "tools", (tools) => (hasEcho(tools) ? [...tools, { ...EXTRA, name }] : tools));
    },
  },
  named("tool-name-not-ascii", "has letters that are not ASCII", ["tools.name-charset"], ["größe", "версия", "名前"]),
  named(
    "tool-name-with-space",
    "has a special character",
    ["tools.name-no-special"],
    ["get version", "a,b", "what?", "x/y"],
    ["tools.name-charset"],
  ),
  named(
    "tool-name-too-long",
    "is longer than 128 characters or empty",
    ["tools.name-length"],
    ["", "n".repeat(129), "long-".repeat(60)],
  ),
  {
    id: "tool-name-twice",
    does: "Lists two tools of one name",
    breaks: ["tools.name-unique-must", "tools.name-unique-should"],
    apply: (seams, draw) => {
      const at = draw.integer(0, 9);
      editItems(seams, "tools", (tools) => {
        const tool = tools[at];
        return tool === undefined ? tools : [...tools, { ...tool, description: "The same name again" }];
      });
    },
  },
];

function named(
  id: string,
  what: string,
  breaks: readonly string[],
  names: readonly string[],
  implies: readonly string[] = [],
): Mutant {
  return {
    id,
    does: `Lists one more tool, whose name ${what}`,
    breaks,
    // Each process draws a name of its own.
    implies: [...implies, "tools.list-not-per-connection"],
    apply: (seams, draw) => {
      const name = draw.pick(names);
      editItems(seams, "tools", (tools) => (hasEcho(tools) ? [...tools, { ...EXTRA, name }] : tools));
    },
  };
}

/** One page of the list has it. */
function hasEcho(tools: readonly JsonObject[]): boolean {
  return tools.some(({ name }) => name === "echo");
}
