import type { HttpFacts } from "../../../server/facts.ts";
import { methodOf } from "../../../server/method-table.ts";
import type { Guard } from "../../../server/rules/refusal.ts";
import { decodeHeaderValue } from "../../../wire/header-value.ts";
import { headersOf } from "../../../wire/headers.ts";
import type { Mutant } from "../../mutant.ts";

const where = { revisions: ["2026-07-28"], transports: ["http"] } as const;

/** Mcp-Method and Mcp-Name. */
export const standard: readonly Mutant[] = [
  {
    id: "method-header-compared-up-to-slash",
    breaks: ["headers.method-mismatch-32020"],
    where,
    does: "Compares Mcp-Method with the body up to the slash only",
    apply: (seams) =>
      seams.rule(
        "methodHeaderMatches",
        (original) => (http, rules) =>
          headersOf(http.headers, "mcp-method").every((value) => head(value) === head(http.message?.method ?? ""))
            ? undefined
            : original(http, rules),
      ),
  },
  {
    id: "method-header-compared-for-calls-only",
    breaks: ["headers.method-mismatch-32020"],
    where,
    does: "Compares Mcp-Method only where the body calls a tool",
    apply: (seams) =>
      seams.rule(
        "methodHeaderMatches",
        (original) => (http, rules) => (http.message?.method === "tools/call" ? original(http, rules) : undefined),
      ),
  },
  {
    id: "empty-method-header-passes",
    breaks: ["headers.method-mismatch-32020"],
    where,
    does: "Takes an Mcp-Method header without a value for one that agrees",
    apply: (seams) =>
      seams.rule(
        "methodHeaderMatches",
        (original) => (http, rules) =>
          headersOf(http.headers, "mcp-method").every((value) => value.trim() === "")
            ? undefined
            : original(http, rules),
      ),
  },
  {
    id: "name-header-compared-ignoring-case",
    breaks: ["headers.values-case-sensitive"],
    where,
    does: "Ignores case when it compares Mcp-Name",
    apply: (seams) =>
      looser(seams, "nameHeaderMatches", (http) =>
        named(http, (value, name) => value.toLowerCase() === name.toLowerCase()),
      ),
  },
  {
    id: "name-header-compared-by-prefix",
    breaks: ["headers.name-mismatch-32020"],
    where,
    does: "Is content when the name in the body begins with Mcp-Name",
    apply: (seams) =>
      looser(seams, "nameHeaderMatches", (http) => named(http, (value, name) => name.startsWith(value))),
  },
  {
    id: "encoded-name-read-for-tools-only",
    breaks: ["headers.value-server-decodes"],
    where,
    does: "Decodes Mcp-Name on tools/call, and takes it as it stands on prompts/get and resources/read",
    apply: (seams) =>
      seams.rule(
        "nameHeaderMatches",
        (original) => (http, rules) =>
          original(
            http,
            http.message?.method === "tools/call" ? rules : { ...rules, readHeaderValue: (value) => value },
          ),
      ),
  },
  {
    id: "upper-case-name-header-unseen",
    breaks: ["headers.names-case-insensitive"],
    where,
    does: "Looks for Mcp-Name and mcp-name, and for no other spelling",
    apply: (seams) =>
      seams.rule(
        "nameHeaderPresent",
        (original) => (http, rules) =>
          original(
            {
              ...http,
              headers: http.headers.filter(
                ([name]) => name.toLowerCase() !== "mcp-name" || /^[Mm]cp-[Nn]ame$/.test(name),
              ),
            },
            rules,
          ),
      ),
  },
  {
    id: "mismatch-error-nulls-string-id",
    breaks: ["headers.error-id"],
    where,
    does: "Answers a header mismatch with the request's id where that is a number, with null where it is a string",
    apply: (seams) =>
      seams.head((answer, { message }) =>
        answer.body?.includes('"code":-32020') && typeof message?.id === "string"
          ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), id: null }) }
          : answer,
      ),
  },
  {
    id: "name-mismatch-executed",
    breaks: ["headers.mismatch-not-executed"],
    where,
    does: "Runs the tool before it finds Mcp-Name wrong",
    apply: (seams) => executing(seams, "nameHeaderMatches"),
  },
  {
    id: "missing-method-header-executed",
    breaks: ["headers.mismatch-not-executed"],
    where,
    does: "Runs the tool before it finds Mcp-Method missing",
    apply: (seams) => executing(seams, "methodHeaderPresent"),
  },
  {
    id: "legacy-method-400",
    breaks: ["headers.unknown-method-404"],
    where,
    does: "Answers methods of older revisions with 400 and -32601, and other unknown ones with 404",
    apply: (seams) =>
      seams.head((answer, { because, message }) =>
        because === "methodKnown" && typeof message?.method === "string" && methodOf(message.method) !== undefined
          ? { ...answer, status: 400 }
          : answer,
      ),
  },
  {
    id: "unknown-method-below-tools-200",
    breaks: ["headers.unknown-method-404"],
    where,
    does: "Answers an unknown method whose first part it knows (tools/...) with 200 and -32601",
    apply: (seams) =>
      seams.head((answer, { because, message }) =>
        because === "methodKnown" && /^(tools|prompts|resources)\//.test(String(message?.method))
          ? { ...answer, status: 200 }
          : answer,
      ),
  },
  {
    id: "value-decoded-twice",
    breaks: ["headers.value-server-decodes"],
    where,
    does: "Decodes again what, decoded, looks encoded",
    apply: (seams) =>
      seams.rule("readHeaderValue", (original) => (value) => {
        const once = original(value);
        return once === undefined ? undefined : decodeHeaderValue(once);
      }),
  },
  {
    id: "value-decoded-as-latin1",
    breaks: ["headers.value-server-decodes"],
    where,
    does: "Reads the Base64 of a header value as Latin-1 instead of UTF-8",
    apply: (seams) =>
      seams.rule("readHeaderValue", (original) => (value) => {
        const read = original(value);
        return read === undefined || read === value ? read : Buffer.from(read, "utf8").toString("latin1");
      }),
  },
];

type Seams = Parameters<Mutant["apply"]>[0];

/** Lets pass what `enough` is content with. */
function looser(seams: Seams, name: "nameHeaderMatches", enough: (http: HttpFacts) => boolean): void {
  seams.rule(name, (original) => (http, rules) => (enough(http) ? undefined : original(http, rules)));
}

function executing(seams: Seams, name: "nameHeaderMatches" | "methodHeaderPresent"): void {
  seams.rule(name, (original: Guard<HttpFacts>) => (http, rules) => {
    const refused = original(http, rules);
    if (refused && http.message?.params?.name === "assay_counter") http.server.world.counter += 1;
    return refused;
  });
}

function named(http: HttpFacts, same: (value: string, name: string) => boolean): boolean {
  const { name, uri } = http.message?.params ?? {};
  const said = typeof uri === "string" ? uri : name;
  return typeof said === "string" && headersOf(http.headers, "mcp-name").every((value) => same(value, said));
}

function head(method: string): string {
  return method.split("/", 1)[0]!;
}
