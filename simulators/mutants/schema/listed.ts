import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { since } from "../../wire/revisions.ts";
import { changed, editItems, editResult, editTool } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

const provokedBy = ["schema"];
/** A list of the wrong type is no final result of its method either. */
const NOT_FINAL = ["jsonrpc.result-type-complete-final"];
const NO_LIST: readonly JsonValue[] = [{}, null, "none"];
const WITH_ICONS = { revisions: since("2025-11-25") };

/** Faults of lists and of the items in them. */
export const listedMutants: readonly Mutant[] = [
  noList("resources-no-list", "resources/list", "resources", "resources.list-result-shape"),
  noList("templates-no-list", "resources/templates/list", "resourceTemplates", "resources.templates-result-shape"),
  noList("prompts-no-list", "prompts/list", "prompts", "prompts.list-result-shape"),
  oddItem("resource-odd", "resources", "resources.list-result-shape", [
    { name: undefined },
    { name: 7 },
    { uri: "no scheme" },
    { uri: null },
    { mimeType: ["text/plain"] },
    { size: "12" },
    { description: null },
  ]),
  oddItem("template-odd", "resourceTemplates", "resources.templates-result-shape", [
    { uriTemplate: undefined },
    { uriTemplate: 7 },
    { name: undefined },
    { mimeType: null },
  ]),
  oddItem("prompt-odd", "prompts", "prompts.list-result-shape", [
    { name: undefined },
    { description: 7 },
    { arguments: {} },
    { arguments: ["topic"] },
    { arguments: [{ name: "topic", required: "yes" }] },
    { arguments: [{ description: "no name" }] },
  ]),
  oddIcon("icon-without-source", "icons.src-required", [{ src: undefined }, { src: 7 }]),
  oddIcon("icon-of-odd-types", "icons.field-types", [
    { mimeType: 7 },
    { sizes: "1x1" },
    { sizes: [16] },
    { theme: "blue" },
  ]),
  oddIcon("icon-from-elsewhere", "icons.src-kind", [
    { src: "file:///icon.png" },
    { src: "ftp://example.com/icon.png" },
    { src: "javascript:icon" },
  ]),
  oddIcon("icon-of-no-size", "icons.sizes-format", [{ sizes: ["big"] }, { sizes: ["16"] }, { sizes: ["16x16", "x"] }]),
];

function noList(id: string, method: string, member: string, requirement: string): Mutant {
  return {
    id,
    does: `Gives no array of ${member} in ${method}`,
    breaks: [requirement],
    implies: NOT_FINAL,
    provokedBy,
    apply: (seams, draw) => {
      const given = draw.pick(NO_LIST);
      editResult(seams, method, (result) => ({ ...result, [member]: given }));
    },
  };
}

function oddItem(id: string, member: string, requirement: string, odd: readonly JsonObject[]): Mutant {
  return {
    id,
    does: `Lists ${member} of which one has a member of the wrong type, or lacks one`,
    breaks: [requirement],
    provokedBy,
    apply: (seams, draw) => {
      const change = draw.pick(odd);
      editItems(seams, member, (items) => items.map((item, at) => (at === 0 ? changed(item, change) : item)));
    },
  };
}

function oddIcon(id: string, requirement: string, odd: readonly JsonObject[]): Mutant {
  return {
    id,
    does: "Lists a tool whose icon is not as icons are described",
    breaks: [requirement],
    provokedBy,
    where: WITH_ICONS,
    apply: (seams, draw) => {
      const change = draw.pick(odd);
      editTool(seams, "version", (tool) => {
        const icons = Array.isArray(tool.icons) ? tool.icons.filter(isObject) : [];
        return { ...tool, icons: icons.map((icon) => changed(icon, change)) };
      });
    },
  };
}
