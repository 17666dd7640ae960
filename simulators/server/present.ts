import type { JsonObject } from "../wire/json.ts";
import { type Revision, since } from "../wire/revisions.ts";
import type { Prompt, Resource, ResourceTemplate, Tool } from "./world/world.ts";

/** Members that came with a revision and are left out before it. */
const CAME_WITH: { readonly [member: string]: Revision } = {
  _meta: "2025-06-18",
  annotations: "2025-03-26",
  icons: "2025-11-25",
  title: "2025-06-18",
  outputSchema: "2025-06-18",
  structuredContent: "2025-06-18",
};

/** What is listed or answered, with only the members that the revision has. */
export function forRevision(item: JsonObject, revision: Revision): JsonObject {
  return Object.fromEntries(
    Object.entries(item).filter(([member]) => {
      const first = Object.hasOwn(CAME_WITH, member) ? CAME_WITH[member] : undefined;
      return first === undefined || since(first).includes(revision);
    }),
  );
}

export function toolItem(tool: Tool, revision: Revision): JsonObject & { readonly name: string } {
  return { ...forRevision(tool.definition, revision), name: tool.definition.name };
}

export function promptItem(prompt: Prompt, revision: Revision): JsonObject & { readonly name: string } {
  const { name, title, description, arguments: args } = prompt;
  return {
    ...forRevision({ name, title, description, ...(args.length > 0 ? { arguments: args } : {}) }, revision),
    name,
  };
}

export function resourceItem(resource: Resource, revision: Revision): JsonObject & { readonly name: string } {
  const { uri, name, title, description, mimeType } = resource;
  return { ...forRevision({ uri, name, title, description, mimeType }, revision), name };
}

export function templateItem(template: ResourceTemplate, revision: Revision): JsonObject & { readonly name: string } {
  const { uriTemplate, name, title, description, mimeType } = template;
  return { ...forRevision({ uriTemplate, name, title, description, mimeType }, revision), name };
}
