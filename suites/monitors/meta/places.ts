import { isObject, type JsonObject, type JsonValue } from "../../../simulators/wire/json.ts";
import type { WireMessage } from "../../../simulators/wire/jsonrpc.ts";
import { type Revision, since } from "../../../simulators/wire/revisions.ts";

/** One `_meta` member of a message, and where it stands. */
export interface MetaPlace {
  readonly path: string;
  readonly value: JsonValue;
}

const LISTS = ["tools", "prompts", "resources", "resourceTemplates", "content", "contents"] as const;

/**
 * Every `_meta` that the schema gives a meaning to. What a tool returns as its own data (structuredContent, schemas, text)
 * may hold members of that name too; those are no business of the protocol's.
 */
export function metaPlaces(message: WireMessage, revision: Revision): readonly MetaPlace[] {
  const known = places.get(message);
  if (known !== undefined) return known;
  const found = findPlaces(message, revision);
  places.set(message, found);
  return found;
}

/** Several monitors ask for those of the same message. */
const places = new WeakMap<WireMessage, readonly MetaPlace[]>();

function findPlaces(message: WireMessage, revision: Revision): readonly MetaPlace[] {
  const body = asObject(message.params) ?? asObject(message.result);
  if (body === undefined) return [];
  const root = message.params === undefined ? "result" : "params";
  const owners = [{ path: root, value: body }, ...(since("2025-06-18").includes(revision) ? nested(body, root) : [])];
  return owners.flatMap(({ path, value }) =>
    value._meta === undefined ? [] : [{ path: `${path}._meta`, value: value._meta }],
  );
}

/** The keys of every `_meta` object of a message. */
export function metaKeys(
  message: WireMessage,
  revision: Revision,
): readonly { readonly key: string; readonly path: string; readonly value: JsonValue | undefined }[] {
  return metaPlaces(message, revision).flatMap(({ path, value }) =>
    Object.entries(asObject(value) ?? {}).map(([key, inner]) => ({ key, path, value: inner })),
  );
}

interface Owner {
  readonly path: string;
  readonly value: JsonObject;
}

/** Definitions, contents and content blocks within a message, whose types have `_meta` from 2025-06-18 on. */
function nested(body: JsonObject, root: string): readonly Owner[] {
  const lists = LISTS.flatMap((member) => itemsOf(body[member], `${root}.${member}`));
  const messages = itemsOf(body.messages, `${root}.messages`).flatMap(({ path, value }) =>
    itemsOf(value.content, `${path}.content`),
  );
  const asked = Object.entries(asObject(body.inputRequests) ?? {}).flatMap(([key, request]) =>
    itemsOf(asObject(request)?.params, `${root}.inputRequests.${key}.params`),
  );
  const blocks = [...lists, ...messages];
  const embedded = blocks.flatMap(({ path, value }) => itemsOf(value.resource, `${path}.resource`));
  return [...blocks, ...asked, ...embedded];
}

function itemsOf(value: JsonValue | undefined, path: string): readonly Owner[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => itemsOf(item, `${path}[${index}]`));
  const object = asObject(value);
  return object === undefined ? [] : [{ path, value: object }];
}

function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
