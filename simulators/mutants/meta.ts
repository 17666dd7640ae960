import type { Seams } from "../server/seams.ts";
import type { JsonObject, JsonValue } from "../wire/json.ts";
import { isObject } from "../wire/json.ts";
import { MODERN, type Revision, since, until } from "../wire/revisions.ts";
import type { Mutant } from "./mutant.ts";

const KEY = "io.modelcontextprotocol";
const modern = { revisions: MODERN };
const refused = (message: string) => ({ error: { code: -32602, message } });

export const mutants: readonly Mutant[] = [
  key(
    "meta-prefix-without-label",
    "meta.prefix-format",
    "Uses a `_meta` key whose prefix has an empty label",
    since("2025-06-18"),
    ["/x", "com..example/x", ".example/x", "com.example./x"],
    ["meta.label-format"],
  ),
  key(
    "meta-label-odd",
    "meta.label-format",
    "Uses a `_meta` key whose prefix has a label of other characters",
    since("2025-06-18"),
    ["1com.example/x", "com.ex_ample/x", "com.-example/x", "com.example-/x", "com.exämple/x"],
  ),
  key(
    "meta-name-odd",
    "meta.name-format",
    "Uses a `_meta` key whose name begins or ends with no letter or digit",
    since("2025-06-18"),
    ["_internal", "com.example/_x", "com.example/x-", ".x", "x "],
  ),
  key(
    "meta-reserved-second-label",
    "meta.reserved-prefix-second-label",
    "Uses a `_meta` key of its own under a prefix that is reserved",
    since("2025-11-25"),
    ["com.mcp.tools/x", "dev.mcp/x", "org.modelcontextprotocol.api/x"],
  ),
  key(
    "meta-reserved-before-last-label",
    "meta.reserved-prefix-before-last-label",
    "Uses a `_meta` key of its own under a prefix that 2025-06-18 reserves",
    ["2025-06-18"],
    ["modelcontextprotocol.io/x", "mcp.dev/x", "api.modelcontextprotocol.org/x", "tools.mcp.com/x"],
  ),
  key(
    "meta-domain-order",
    "meta.reverse-dns",
    "Uses a `_meta` key whose prefix is a domain as people write it",
    since("2025-11-25"),
    ["example.com/x", "api.example.org/x"],
  ),

  {
    id: "meta-no-object",
    does: "Sends a `_meta` that is no object: in a result, or in a listed tool",
    breaks: ["meta.object-type"],
    // Before, a conforming server has no occasion for one.
    where: { revisions: since("2025-06-18") },
    apply: (seams, draw) => {
      const value = draw.pick<JsonValue>(["none", null, [], 0]);
      seams.rule("wrapResult", (original) => (result, request, rules) => {
        const wrapped = original(result, request, rules);
        return request.method === "tools/list" ? { ...wrapped, _meta: value } : wrapped;
      });
    },
    implies: ["meta.server-info"],
  },
  {
    id: "server-info-left-out",
    does: "Leaves serverInfo out of the `_meta` of results, or of those of one method",
    breaks: ["meta.server-info"],
    where: modern,
    apply: (seams, draw) => {
      const everywhere = draw.pick([true, false]);
      seams.rule("wrapResult", (original) => (result, request, rules) => {
        const wrapped = original(result, request, rules);
        if (!everywhere && request.method !== "tools/list") return wrapped;
        const { [`${KEY}/serverInfo`]: _, ...rest } = wrapped._meta as JsonObject;
        return { ...wrapped, _meta: rest };
      });
    },
  },
  {
    id: "implementation-mistyped",
    does: "Describes itself without a version, with a number for one, or without a name",
    breaks: ["meta.implementation-shape"],
    apply: (seams, draw) => {
      const change = draw.pick<JsonObject>([
        { version: undefined },
        { version: 1 },
        { name: undefined },
        { name: null },
      ]);
      seams.rule("serverInfo", (original) => (revision) => ({ ...original(revision), ...change }));
    },
  },
  {
    id: "trace-context-garbled",
    does: "Carries on a trace under a traceparent that is none",
    breaks: ["meta.trace-context-format"],
    where: modern,
    apply: (seams, draw) => {
      const traceparent = draw.pick([
        "1",
        `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
        "00-abc-def-01",
        "00-0AF7651916CD43DD8448EB211C80319C-00F067AA0BA902B7-01",
      ]);
      seams.rule("traceContext", () => () => ({ traceparent }));
    },
  },
  {
    id: "trace-context-refused",
    does: "Refuses requests with unprefixed trace keys in `_meta`",
    breaks: ["meta.trace-context-bare-keys"],
    where: modern,
    apply: (seams, draw) => {
      const key = draw.pick(["traceparent", "tracestate", "baggage"]);
      guard(seams, ({ meta }) => (key in meta ? refused(`${key} is no known key of _meta`) : undefined));
    },
  },
  {
    id: "reserved-keys-presumed",
    does: "Refuses reserved keys of `_meta` that it does not know, or only those whose values are no strings",
    breaks: ["meta.reserved-no-assumptions"],
    where: { revisions: since("2025-06-18") },
    apply: (seams, draw) => {
      const any = draw.pick([true, false]);
      const known = ["protocolVersion", "clientInfo", "clientCapabilities", "logLevel"].map((name) => `${KEY}/${name}`);
      guard(seams, ({ meta }) => {
        const odd = Object.entries(meta).find(
          ([name, value]) => name.startsWith(`${KEY}/`) && !known.includes(name) && (any || typeof value !== "string"),
        );
        return odd && refused(`unknown key ${odd[0]}`);
      });
    },
  },
  {
    id: "meta-content-refused",
    does: "Refuses a request whose `_meta` has anything but a progress token",
    breaks: ["meta.member-reserved"],
    where: { revisions: until("2025-03-26") },
    apply: (seams) =>
      guard(seams, ({ meta }) =>
        Object.keys(meta).some((name) => name !== "progressToken") ? refused("unknown key in _meta") : undefined,
      ),
  },
  {
    id: "known-clients-see-more",
    does: "Lists one tool fewer to clients whose name is not on a list of its own",
    breaks: ["meta.info-not-for-behavior"],
    where: modern,
    apply: (seams, draw) => {
      const trusted = draw.pick(["claude-ai", "mcp-inspector"]);
      let name: JsonValue | undefined;
      guard(seams, ({ meta }) => {
        const info = meta[`${KEY}/clientInfo`];
        name = isObject(info) ? info.name : undefined;
        return undefined;
      });
      seams.rule(
        "listOrder",
        (original) => (items, kind) => (name === trusted ? original(items, kind) : original(items, kind).slice(1)),
      );
    },
  },
  {
    id: "known-clients-pass",
    does: "Serves a malformed request of a client whose name it trusts",
    breaks: ["meta.info-not-for-security"],
    where: modern,
    apply: (seams, draw) => {
      const trusted = draw.pick(["admin", "internal", "mcp-inspector", "claude-ai"]);
      seams.rule("metaCapabilities", (original) => (request, rules) => {
        const info = request.meta[`${KEY}/clientInfo`];
        return isObject(info) && info.name === trusted ? undefined : original(request, rules);
      });
    },
  },

  {
    id: "client-info-demanded",
    does: "Refuses requests without clientInfo",
    breaks: ["meta.client-info-optional-for-server"],
    where: modern,
    apply: (seams) =>
      guard(seams, ({ meta }) => (isObject(meta[`${KEY}/clientInfo`]) ? undefined : refused("clientInfo is missing"))),
  },
  {
    id: "params-not-needed",
    does: "Serves a request that has no params at all as one of the modern era",
    breaks: ["meta.server-rejects-missing-meta"],
    facet: "params",
    serves: MODERN,
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams) => skipMeta(seams, (message) => message.params === undefined),
  },
  {
    id: "meta-not-needed",
    does: "Serves a request whose params have no `_meta` as one of the modern era",
    breaks: ["meta.server-rejects-missing-meta"],
    facet: "params._meta",
    serves: MODERN,
    where: { revisions: MODERN, transports: ["stdio"] },
    apply: (seams) => skipMeta(seams, ({ params }) => params !== undefined && params._meta === undefined),
  },
  {
    id: "meta-version-not-needed",
    does: "Serves a request that names no protocol version",
    breaks: ["meta.server-rejects-missing-protocol-version"],
    where: modern,
    apply: (seams) => {
      seams.rule("metaVersion", () => () => undefined);
      seams.rule(
        "versionSupported",
        (original) => (request, rules) =>
          request.meta[`${KEY}/protocolVersion`] === undefined ? undefined : original(request, rules),
      );
    },
  },
  {
    id: "meta-capabilities-not-needed",
    does: "Serves a request that does not say what the client can do, or refuses it by another code",
    breaks: ["meta.server-rejects-missing-capabilities"],
    where: modern,
    apply: (seams, draw) => {
      const code = draw.pick([undefined, -32600, -32021, -32603]);
      seams.rule("metaCapabilities", (original) => (request, rules) => {
        const because = original(request, rules);
        return because && code !== undefined ? { ...because, error: { ...because.error, code } } : undefined;
      });
    },
  },
  {
    id: "malformed-request-other-status",
    does: "Refuses a request without required `_meta` keys with another HTTP status than 400",
    breaks: ["meta.malformed-request-http-400"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams, draw) => {
      const status = draw.pick([200, 422, 500, 403]);
      for (const name of ["metaPresent", "metaVersion", "metaCapabilities"] as const)
        seams.rule(name, (original) => (request, rules) => {
          const because = original(request, rules);
          return because && { ...because, status };
        });
    },
  },

  {
    id: "missing-capability-other-code",
    does: "Tells of a missing client capability by another code than -32021",
    breaks: ["meta.missing-capability-error"],
    where: modern,
    apply: (seams, draw) => {
      const code = draw.pick([-32602, -32600, -32603, -32003]);
      seams.rule("missingCapability", (original) => (required) => {
        const because = original(required);
        return { ...because, error: { ...because.error, code } };
      });
    },
  },
  {
    id: "missing-capability-unnamed",
    does: "Does not say as an object which client capabilities are missing",
    breaks: ["meta.missing-capability-data"],
    where: modern,
    apply: (seams, draw) => {
      const way = draw.pick(["absent", "list", "flags"] as const);
      seams.rule("missingCapability", (original) => (required) => {
        const because = original(required);
        const names = Object.keys(required);
        const data =
          way === "absent"
            ? undefined
            : { requiredCapabilities: way === "list" ? names : Object.fromEntries(names.map((name) => [name, true])) };
        const { data: _, ...error } = because.error;
        return { ...because, error: data === undefined ? error : { ...error, data } };
      });
    },
  },
  {
    id: "missing-capability-other-status",
    does: "Sends error -32021 with another HTTP status than 400",
    breaks: ["meta.missing-capability-http-400"],
    where: { revisions: MODERN, transports: ["http"] },
    apply: (seams, draw) => {
      const status = draw.pick([200, 403, 422, 500]);
      seams.rule("missingCapability", (original) => (required) => ({ ...original(required), status }));
    },
  },
  {
    id: "asks-for-the-undeclared",
    does: "Asks for input of a kind that the request did not declare",
    breaks: ["meta.no-undeclared-capability-use"],
    implies: ["meta.missing-capability-error", "mrtr.undeclared-kinds"],
    where: modern,
    apply: (seams) =>
      seams.result("tools/call", (result, { params }) =>
        params.name === "test_simple_text"
          ? result
          : {
              resultType: "input_required",
              inputRequests: { answer: { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } } },
            },
      ),
  },
];

/** A mutant with a `_meta` key of its own on the first tool that it lists. */
function key(
  id: string,
  breaks: string,
  does: string,
  revisions: readonly Revision[],
  keys: readonly string[],
  implies: readonly string[] = [],
): Mutant {
  return {
    id,
    does,
    breaks: [breaks],
    implies,
    where: { revisions },
    apply: (seams, draw) => {
      const own = draw.pick(keys);
      seams.result("tools/list", (result) => ({
        ...result,
        tools: (result.tools as readonly JsonObject[]).map((tool, index) =>
          index === 0 ? { ...tool, _meta: { [own]: 1 } } : tool,
        ),
      }));
    },
  };
}

/** One more guard of every request, after all others. */
function guard(
  seams: Seams,
  check: (request: { readonly meta: JsonObject }) => { error: { code: number; message: string } } | undefined,
): void {
  seams.rule("paramsShape", (original) => (request, rules) => original(request, rules) ?? check(request));
}

/** Leaves requests of which this holds out of all checks of `_meta`. */
function skipMeta(seams: Seams, holds: (message: { readonly params: JsonObject | undefined }) => boolean): void {
  for (const name of ["metaPresent", "metaVersion", "metaCapabilities", "versionSupported"] as const)
    seams.rule(name, (original) => (request, rules) => (holds(request.message) ? undefined : original(request, rules)));
}
