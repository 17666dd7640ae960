import type { ClientMutant } from "../../client/app/mutant.ts";
import type { RequestHead } from "../../client/edits.ts";
import { decodeHeaderValue } from "../../wire/header-value.ts";

const HTTP = { transports: ["http"], revisions: ["2026-07-28"] } as const;
/** A server refuses what it cannot match, so more may fail than the header. */
const REFUSED = ["headers.param-client-keeps-valid-tools", "headers.request-metadata-headers"];

type Edit = (name: string, value: string, request: RequestHead) => readonly (readonly [string, string])[];

/** A client that spells one header of its POSTs in its own way. */
function spelling(
  id: string,
  breaks: readonly string[],
  does: string,
  header: RegExp,
  edit: (value: string, name: string) => string | undefined,
  options: { readonly implies?: readonly string[]; readonly where?: ClientMutant["where"] } = {},
): ClientMutant {
  const change: Edit = (name, value) => {
    if (!header.test(name)) return [[name, value]];
    const edited = edit(value, name);
    return edited === undefined ? [] : [[name, edited]];
  };
  return {
    id,
    breaks,
    implies: [...REFUSED, ...(options.implies ?? [])].filter((requirement) => !breaks.includes(requirement)),
    where: options.where ?? HTTP,
    does,
    apply: (seams) =>
      seams.request((request) => ({
        ...request,
        headers:
          request.method === "POST"
            ? request.headers.flatMap(([name, value]) => change(name, value, request))
            : request.headers,
      })),
  };
}

const TEXT = /^Mcp-Param-Text$/i;
const PARAM = /^Mcp-Param-/i;
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

export const mutants: readonly ClientMutant[] = [
  spelling(
    "client-accepts-json-only",
    ["headers.accept"],
    "accepts nothing but JSON",
    /^accept$/i,
    () => "application/json",
    {
      where: { transports: ["http"] },
    },
  ),
  spelling(
    "client-posts-text",
    ["headers.content-type-json"],
    "calls its messages plain text",
    /^content-type$/i,
    () => "text/plain",
  ),
  spelling(
    "client-method-in-capitals",
    ["headers.method-matches-body"],
    "writes the method in capitals into Mcp-Method",
    /^mcp-method$/i,
    (value) => value.toUpperCase(),
  ),
  spelling(
    "client-lists-without-version",
    ["headers.protocol-version-every-post", "headers.request-metadata-headers"],
    "sends no MCP-Protocol-Version",
    /^mcp-protocol-version$/i,
    () => undefined,
  ),
  spelling(
    "client-version-of-yesterday",
    ["headers.protocol-version-matches-body"],
    "names an older revision in the header than in _meta",
    /^mcp-protocol-version$/i,
    () => "2025-11-25",
  ),
  spelling(
    "client-name-cut-short",
    ["headers.name-matches-body"],
    "leaves the last character of the name out of Mcp-Name",
    /^mcp-name$/i,
    (value) => (value.startsWith("=?") ? value : value.slice(0, -1)),
  ),
  spelling(
    "client-name-in-raw-utf8",
    ["headers.name-base64"],
    "writes a name beyond ASCII into Mcp-Name as bytes",
    /^mcp-name$/i,
    (value) => (value.startsWith("=?") ? Buffer.from(decodeHeaderValue(value) ?? value).toString("latin1") : value),
  ),
  spelling("client-mirrors-nothing", ["headers.param-mirrored"], "mirrors no argument", PARAM, () => undefined),
  {
    id: "client-mirrors-absent",
    breaks: ["headers.param-absent-omitted"],
    implies: REFUSED,
    where: HTTP,
    does: "sends an empty header for an argument that is absent",
    apply: (seams) =>
      seams.request((request) => ({
        ...request,
        headers: request.headers.some(([name]) => TEXT.test(name))
          ? [...request.headers, ["Mcp-Param-Absent", ""]]
          : request.headers,
      })),
  },
  {
    id: "client-takes-outer-for-inner",
    breaks: ["headers.param-extraction-path"],
    implies: [...REFUSED, "headers.value-string-as-is"],
    where: HTTP,
    does: "mirrors the argument of the same name at the top for a nested one",
    apply: (seams) =>
      seams.request((request) => {
        const outer = request.headers.find(([name]) => TEXT.test(name))?.[1];
        return {
          ...request,
          headers: request.headers.map(([name, value]) => [
            name,
            /^Mcp-Param-Inner-Text$/i.test(name) && outer !== undefined ? outer : value,
          ]),
        };
      }),
  },
  spelling(
    "client-python-booleans",
    ["headers.value-boolean-lowercase"],
    "mirrors booleans with a capital",
    /^Mcp-Param-Flag$/i,
    (value) => `${value[0]!.toUpperCase()}${value.slice(1)}`,
  ),
  spelling(
    "client-integers-with-point",
    ["headers.value-integer-decimal"],
    "mirrors integers with a decimal point",
    /^Mcp-Param-Count$/i,
    (value) => `${value}.0`,
  ),
  spelling(
    "client-rounds-up-integers",
    ["headers.param-integer-safe-range"],
    "mirrors a large integer beyond the safe range",
    /^Mcp-Param-Count$/i,
    (value) => (value.length > 10 ? "9007199254740993" : value),
    { implies: ["headers.value-integer-decimal"] },
  ),
  spelling(
    "client-encodes-everything",
    ["headers.value-string-as-is"],
    "encodes every text, plain ones too",
    TEXT,
    (value) => (value.startsWith("=?") ? value : base64(value)),
  ),
  spelling(
    "client-trims-padded-values",
    ["headers.value-base64-unsafe"],
    "trims what has space around it instead of encoding it",
    TEXT,
    (value) => {
      const text = decodeHeaderValue(value) ?? value;
      return text === text.trim() || /[\r\n]/.test(text) ? value : text.trim();
    },
    { implies: ["headers.param-extraction-path"] },
  ),
  spelling(
    "client-leaves-sentinel",
    ["headers.value-sentinel-escaped"],
    "sends as it is what looks encoded already",
    TEXT,
    (value) => (decodeHeaderValue(value)?.startsWith("=?base64?") ? decodeHeaderValue(value) : value),
    { implies: ["headers.param-extraction-path"] },
  ),
  spelling(
    "client-cuts-at-line-break",
    ["headers.value-encoded"],
    "sends what stands before a line break",
    TEXT,
    (value) => {
      const text = decodeHeaderValue(value) ?? value;
      return /[\r\n]/.test(text) ? text.split(/[\r\n]/)[0] : value;
    },
    { implies: ["headers.param-extraction-path", "headers.value-base64-unsafe"] },
  ),
  spelling(
    "client-markers-in-capitals",
    ["headers.value-markers-exact"],
    "writes the marker of base64 in capitals",
    TEXT,
    (value) => value.replace(/^=\?base64\?/, "=?BASE64?"),
    {
      implies: [
        "headers.param-extraction-path",
        "headers.value-base64-unsafe",
        "headers.value-encoded",
        "headers.value-sentinel-escaped",
      ],
    },
  ),
  {
    id: "client-lists-invalid-tools",
    breaks: ["headers.param-client-excludes-tool"],
    where: HTTP,
    does: "offers tools whose annotations are invalid",
    apply: (seams) => seams.rule("usable", () => () => true),
  },
  {
    id: "client-throws-list-away",
    breaks: ["headers.param-client-keeps-valid-tools"],
    where: HTTP,
    does: "takes no tool of a page on which one is invalid",
    apply: (seams) => seams.rule("usable", () => () => false),
  },
  {
    id: "client-gives-up-at-mismatch",
    breaks: ["headers.param-client-refreshes-on-mismatch"],
    where: HTTP,
    does: "gives a call up that was refused for its headers",
    apply: (seams) => seams.rule("relists", () => () => false),
  },
];
