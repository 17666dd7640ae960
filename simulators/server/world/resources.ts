import { PIXEL } from "./results.ts";
import type { Resource, ResourceTemplate } from "./world.ts";

const TEMPLATE = /^test:\/\/template\/([A-Za-z0-9._~-]+)\/data$/;
const NOTE = /^assay:\/\/notes\/([a-z]+)$/;
const NOTES = ["alpha", "beta", "delta", "gamma"];

export const RESOURCES: readonly Resource[] = [
  plain("test://static-text", "static-text", "This is the content of the static text resource."),
  {
    uri: "test://static-binary",
    name: "static-binary",
    title: "Static binary resource",
    description: "A picture of one pixel",
    mimeType: "image/png",
    read: () => ({ blob: PIXEL }),
  },
  {
    ...plain("test://watched-resource", "watched-resource", ""),
    read: (world) => ({ text: `Watched resource content, version ${world.version("test://watched-resource")}` }),
  },
  {
    ...plain("assay://counter", "counter", ""),
    read: (world) => ({ text: String(world.counter) }),
  },
  ...NOTES.map((note) => plain(`assay://notes/${note}`, `note-${note}`, `The note ${note}.`)),
];

/** In the list only after `assay_trigger_resource_change` put it there. */
export const extraResource: Resource = plain("assay://extra", "extra-resource", "Comes and goes.");

export const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    title: "Data by id",
    description: "Data for any id",
    mimeType: "application/json",
    suggestions: { id: ["1", "12", "123", "42"] },
    read: (uri) => {
      const id = TEMPLATE.exec(uri)?.[1];
      return id === undefined
        ? undefined
        : { text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
    },
  },
  {
    uriTemplate: "assay://notes/{note}",
    name: "note",
    title: "Note by name",
    description: "One of a few notes",
    mimeType: "text/plain",
    suggestions: { note: NOTES },
    read: (uri) => {
      const note = NOTE.exec(uri)?.[1];
      return note !== undefined && NOTES.includes(note) ? { text: `The note ${note}.` } : undefined;
    },
  },
];

function plain(uri: string, name: string, words: string): Resource {
  return {
    uri,
    name,
    title: name.replaceAll("-", " "),
    description: `The resource ${name}`,
    mimeType: "text/plain",
    read: () => ({ text: words }),
  };
}
