import type { RequestFacts } from "../../../server/facts.ts";
import type { Seams } from "../../../server/seams.ts";
import { MODERN } from "../../../wire/revisions.ts";
import type { Mutant } from "../../mutant.ts";

const GUARDS = ["metaPresent", "metaVersion", "metaCapabilities", "versionSupported"] as const;
const where = { revisions: MODERN };

/** What each modern request must carry, and what follows where it does not. */
export const required: readonly Mutant[] = [
  {
    id: "discover-without-capabilities",
    breaks: ["meta.server-rejects-missing-capabilities"],
    where,
    does: "server/discover is served without clientCapabilities.",
    apply: (seams) =>
      seams.rule(
        "metaCapabilities",
        (original) => (request, rules) => (request.method === "server/discover" ? undefined : original(request, rules)),
      ),
  },
  {
    id: "calls-without-capabilities",
    breaks: ["meta.server-rejects-missing-capabilities"],
    where,
    does: "tools/call is served without clientCapabilities, as if none were declared.",
    apply: (seams) =>
      seams.rule(
        "metaCapabilities",
        (original) => (request, rules) => (request.method === "tools/call" ? undefined : original(request, rules)),
      ),
  },
  {
    id: "lists-without-version",
    breaks: ["meta.server-rejects-missing-protocol-version"],
    serves: MODERN,
    where: { ...where, transports: ["stdio"] },
    does: "Requests that lack only the protocol version are served under the newest, except server/discover.",
    apply: (seams) => {
      const lax = ({ method, meta }: RequestFacts) =>
        method !== "server/discover" && !("io.modelcontextprotocol/protocolVersion" in meta);
      for (const guard of ["metaVersion", "versionSupported"] as const)
        seams.rule(guard, (original) => (request, rules) => (lax(request) ? undefined : original(request, rules)));
    },
  },
  {
    id: "bare-list-served",
    breaks: ["meta.server-rejects-missing-meta"],
    facet: "params",
    where: { ...where, transports: ["stdio"] },
    does: "A request without params is served, as in earlier revisions.",
    apply: (seams) => lenient(seams, ({ message }) => message.params === undefined),
  },
  {
    id: "discover-without-meta",
    breaks: ["meta.server-rejects-missing-meta"],
    facet: "params._meta",
    where: { ...where, transports: ["stdio"] },
    does: "server/discover is served when its params lack _meta.",
    apply: (seams) => lenient(seams, ({ method, params }) => method === "server/discover" && !("_meta" in params)),
  },
  {
    id: "missing-capabilities-http-200",
    breaks: ["meta.malformed-request-http-400"],
    where: { ...where, transports: ["http"] },
    does: "Missing clientCapabilities are refused with status 200; the other keys with 400.",
    apply: (seams) =>
      seams.rule("metaCapabilities", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, status: 200 };
      }),
  },
  {
    id: "absent-meta-http-422",
    breaks: ["meta.malformed-request-http-400"],
    where: { ...where, transports: ["http"] },
    does: "A request without _meta is refused with status 422.",
    apply: (seams) =>
      seams.rule("metaPresent", (original) => (request, rules) => {
        const refused = original(request, rules);
        return refused && { ...refused, status: 422 };
      }),
  },
  {
    id: "client-info-needed-for-calls",
    breaks: ["meta.client-info-optional-for-server"],
    where,
    does: "tools/call without clientInfo is refused.",
    apply: (seams) =>
      seams.rule(
        "metaLogLevel",
        (original) => (request, rules) =>
          request.method === "tools/call" && !("io.modelcontextprotocol/clientInfo" in request.meta)
            ? { error: { code: -32602, message: "_meta lacks clientInfo" } }
            : original(request, rules),
      ),
  },
  {
    id: "one-capability-vouches-for-all",
    breaks: ["meta.no-undeclared-capability-use"],
    where,
    does: "A client that declares any capability is asked for all of them.",
    apply: (seams) =>
      seams.rule("clientCapabilities", (original) => (meta) => {
        const declared = original(meta);
        return Object.keys(declared).length === 0
          ? declared
          : { elicitation: {}, sampling: {}, roots: {}, ...declared };
      }),
  },
  {
    id: "capabilities-stick-to-connection",
    breaks: ["meta.no-undeclared-capability-use"],
    implies: ["meta.missing-capability-error"],
    where: { ...where, transports: ["stdio"] },
    does: "Capabilities declared by an earlier request on the connection count for later ones.",
    apply: (seams) => {
      let known = {};
      seams.rule("clientCapabilities", (original) => (meta) => {
        known = { ...known, ...original(meta) };
        return known;
      });
    },
  },
  {
    id: "missing-capability-in-a-list",
    breaks: ["meta.missing-capability-data"],
    where,
    does: "Missing capabilities are named in a list.",
    apply: (seams) =>
      seams.rule("missingCapability", (original) => (needed) => {
        const refused = original(needed);
        return { ...refused, error: { ...refused.error, data: { requiredCapabilities: Object.keys(needed) } } };
      }),
  },
  {
    id: "missing-capability-names-one",
    breaks: ["meta.missing-capability-data"],
    where,
    does: "Only one of several missing capabilities is named.",
    apply: (seams) =>
      seams.rule(
        "missingCapability",
        (original) => (needed) => original(Object.fromEntries(Object.entries(needed).slice(0, 1))),
      ),
  },
  {
    id: "missing-sampling-as-invalid-params",
    breaks: ["meta.missing-capability-error"],
    where,
    does: "A call that needs sampling from a client without it is refused as invalid params.",
    apply: (seams) =>
      seams.rule(
        "missingCapability",
        (original) => (needed) =>
          "sampling" in needed
            ? { error: { code: -32602, message: "The client does not support sampling" } }
            : original(needed),
      ),
  },
  {
    id: "missing-capability-http-403",
    breaks: ["meta.missing-capability-http-400"],
    where: { ...where, transports: ["http"] },
    does: "A missing capability is refused with status 403.",
    apply: (seams) => seams.rule("missingCapability", (original) => (needed) => ({ ...original(needed), status: 403 })),
  },
];

function lenient(seams: Seams, when: (request: RequestFacts) => boolean): void {
  for (const guard of GUARDS)
    seams.rule(guard, (original) => (request, rules) => (when(request) ? undefined : original(request, rules)));
}
