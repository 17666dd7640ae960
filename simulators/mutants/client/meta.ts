import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { LEGACY, MODERN } from "../../wire/revisions.ts";

const IN_MODERN = { revisions: MODERN } as const;
const PREFIX = "io.modelcontextprotocol/";

/** A client whose calls have other metadata. */
function bearing(
  id: string,
  requirement: string,
  does: string,
  edit: (meta: JsonObject) => JsonValue,
  options: { readonly where?: ClientMutant["where"]; readonly implies?: readonly string[] } = {},
): ClientMutant {
  return {
    id,
    breaks: [requirement],
    implies: ["meta.reserved-no-assumptions", "meta.trace-context-bare-keys", ...(options.implies ?? [])],
    provokedBy: ["meta"],
    ...(options.where === undefined ? {} : { where: options.where }),
    does,
    apply: (seams) =>
      seams.message((message) => {
        if (message.method !== "tools/call") return [message];
        const params = message.params as JsonObject;
        return [{ ...message, params: { ...params, _meta: edit(isObject(params._meta) ? params._meta : {}) } }];
      }),
  };
}

const without =
  (key: string) =>
  (meta: JsonObject): JsonObject => {
    const { [PREFIX + key]: _left, ...rest } = meta;
    return rest;
  };

const adding =
  (key: string) =>
  (meta: JsonObject): JsonObject => ({ ...meta, [key]: 1 });

export const mutants: readonly ClientMutant[] = [
  bearing(
    "client-without-version",
    "meta.request-protocol-version",
    "leaves the version out",
    without("protocolVersion"),
    {
      where: IN_MODERN,
    },
  ),
  bearing(
    "client-without-capabilities",
    "meta.request-client-capabilities",
    "leaves its capabilities out",
    without("clientCapabilities"),
    { where: IN_MODERN },
  ),
  bearing("client-without-name", "meta.request-client-info", "leaves its name out", without("clientInfo"), {
    where: IN_MODERN,
  }),
  bearing(
    "client-of-no-version",
    "meta.implementation-shape",
    "tells its name and no version",
    (meta) => ({ ...meta, [`${PREFIX}clientInfo`]: { name: "nobody" } }),
    { where: IN_MODERN },
  ),
  {
    id: "client-introduced-without-version",
    breaks: ["meta.implementation-shape"],
    where: { revisions: LEGACY },
    does: "tells its name and no version in initialize",
    apply: (seams) =>
      seams.message((message) =>
        message.method === "initialize"
          ? [{ ...message, params: { ...(message.params as JsonObject), clientInfo: { name: "nobody" } } }]
          : [message],
      ),
  },
  bearing("client-meta-list", "meta.object-type", "sends a list as _meta", () => [1], {
    where: { revisions: LEGACY },
    implies: ["meta.member-reserved"],
  }),
  bearing(
    "client-names-with-dash",
    "meta.name-format",
    "uses a name that ends with a dash",
    adding("com.example/note-"),
  ),
  bearing(
    "client-empty-label",
    "meta.prefix-format",
    "uses a prefix with an empty label",
    adding("com..example/note"),
    {
      where: IN_MODERN,
    },
  ),
  bearing(
    "client-label-of-digits",
    "meta.label-format",
    "uses a label that starts with a digit",
    adding("com.1x/note"),
    {
      where: IN_MODERN,
    },
  ),
  bearing(
    "client-takes-reserved-prefix",
    "meta.reserved-prefix-second-label",
    "keeps notes of its own under com.mcp/",
    adding("com.mcp/note"),
    { where: IN_MODERN },
  ),
  bearing("client-domain-order", "meta.reverse-dns", "uses a prefix in domain order", adding("example.com/note"), {
    where: IN_MODERN,
  }),
  ...(
    [
      ["client-afraid-of-metadata", ["meta.reserved-no-assumptions"], LEGACY.slice(2), "assay-undefined"],
      ["client-afraid-of-modern-metadata", ["meta.reserved-no-assumptions"], MODERN, "assay-undefined"],
      ["client-afraid-of-old-metadata", ["meta.member-reserved"], LEGACY.slice(0, 2), "assay-undefined"],
      ["client-afraid-of-traces", ["meta.trace-context-bare-keys"], MODERN, "traceparent"],
    ] as const
  ).map(
    ([id, breaks, revisions, key]): ClientMutant => ({
      id,
      breaks,
      where: { revisions },
      does: `fails a call whose result has ${key} in _meta`,
      apply: (seams) =>
        seams.report((line) =>
          line.ok === true && JSON.stringify(line.result ?? null).includes(key)
            ? [{ action: line.action!, ok: false, error: { kind: "validation", message: "unknown metadata" } }]
            : [line],
        ),
    }),
  ),
];
