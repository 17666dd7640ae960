import type { HttpFacts } from "../../../server/facts.ts";
import { CODES, isObject, objectOr, refusal } from "../../../server/rules/refusal.ts";
import { mirroredParameters } from "../../../server/world/mirrored.ts";
import { headersOf } from "../../../wire/headers.ts";
import type { JsonValue } from "../../../wire/json.ts";
import type { Mutant } from "../../mutant.ts";

const where = { revisions: ["2026-07-28"], transports: ["http"] } as const;

/** Mcp-Param headers on calls. */
export const param: readonly Mutant[] = [
  {
    id: "encoded-param-not-read",
    breaks: ["headers.value-server-decodes"],
    where,
    does: "Decodes Mcp-Name, and compares Mcp-Param values as they stand",
    apply: (seams) =>
      seams.rule(
        "paramHeaderMatches",
        (original) => (http, rules) => original(http, { ...rules, readHeaderValue: (value) => value }),
      ),
  },
  {
    id: "encoded-param-markers-in-any-case",
    breaks: ["headers.value-markers-exact"],
    where,
    does: "Takes the Base64 markers of Mcp-Param values in any case",
    apply: (seams) =>
      seams.rule(
        "paramHeaderMatches",
        (original) => (http, rules) =>
          original(http, {
            ...rules,
            readHeaderValue: (value) => rules.readHeaderValue(value.replace(/^=\?base64\?/i, "=?base64?")),
          }),
      ),
  },
  {
    id: "boolean-param-in-any-case",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Takes True and TRUE for true",
    apply: (seams) =>
      seams.rule(
        "sameParameter",
        (original) => (header, argument) =>
          original(typeof argument === "boolean" ? header.toLowerCase() : header, argument),
      ),
  },
  {
    id: "boolean-param-by-truth",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Takes any text but `false` and `0` for true",
    apply: (seams) =>
      seams.rule(
        "sameParameter",
        (original) => (header, argument) =>
          typeof argument === "boolean" ? !["false", "0"].includes(header) === argument : original(header, argument),
      ),
  },
  {
    id: "integer-param-read-up-to-rubbish",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Reads an integer header as far as its digits go, whatever follows",
    apply: (seams) =>
      seams.rule(
        "sameParameter",
        (original) => (header, argument) =>
          typeof argument === "number" ? Number.parseInt(header, 10) === argument : original(header, argument),
      ),
  },
  {
    id: "integer-param-rounded",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Rounds a fraction in an integer header before it compares",
    apply: (seams) =>
      seams.rule(
        "sameParameter",
        (original) => (header, argument) =>
          typeof argument === "number" && header.trim() !== ""
            ? Math.trunc(Number(header)) === argument
            : original(header, argument),
      ),
  },
  {
    id: "string-param-trimmed",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Trims a decoded value before it compares, so that padded and bare text are the same",
    apply: (seams) =>
      seams.rule(
        "sameParameter",
        (original) => (header, argument) =>
          typeof argument === "string" ? header.trim() === argument.trim() : original(header, argument),
      ),
  },
  {
    id: "zero-and-false-need-no-header",
    breaks: ["headers.param-missing-32020"],
    where,
    does: "Asks for no Mcp-Param header where the argument is 0 or false",
    apply: (seams) =>
      seams.rule(
        "paramHeaderPresent",
        (original) => (http, rules) =>
          original(
            withArguments(http, (value) => (value === 0 || value === false ? undefined : value)),
            rules,
          ),
      ),
  },
  {
    id: "nested-param-not-compared",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Compares the Mcp-Param headers of top-level arguments only",
    apply: (seams) =>
      seams.rule(
        "paramHeaderMatches",
        (original) => (http, rules) =>
          original(
            withArguments(http, (value) => (isObject(value) ? undefined : value)),
            rules,
          ),
      ),
  },
  {
    id: "nested-param-needs-no-header",
    breaks: ["headers.param-missing-32020"],
    where,
    does: "Misses the Mcp-Param headers of top-level arguments only",
    apply: (seams) =>
      seams.rule(
        "paramHeaderPresent",
        (original) => (http, rules) =>
          original(
            withArguments(http, (value) => (isObject(value) ? undefined : value)),
            rules,
          ),
      ),
  },
  {
    id: "nested-param-header-without-object",
    breaks: ["headers.param-without-body-value-32020"],
    where,
    does: "Lets the header of a nested argument pass when the object around it is absent",
    apply: (seams) =>
      seams.rule("paramHeaderExpected", (original) => (http, rules) => {
        const given = objectOr(http.message?.params?.arguments);
        const headers = http.headers.filter(
          ([name]) => name.toLowerCase() !== "mcp-param-tenant-name" || isObject(given.tenant),
        );
        return original({ ...http, headers }, rules);
      }),
  },
  {
    id: "integer-null-needs-header",
    breaks: ["headers.param-null-not-expected"],
    where,
    does: "Misses the header of an integer argument that is null",
    apply: (seams) =>
      seams.rule("paramHeaderPresent", (original) => (http, rules) => {
        const nothing = annotated(http).find(({ header, value }) => header === "Mcp-Param-Priority" && value === null);
        return nothing && headersOf(http.headers, nothing.header).length === 0
          ? refusal(CODES.headerMismatch, `Header mismatch: the ${nothing.header} header is missing`, { status: 400 })
          : original(http, rules);
      }),
  },
  {
    id: "unknown-param-header-refused-on-plain-tools",
    breaks: ["headers.param-unknown-ignored"],
    where,
    does: "Refuses Mcp-Param headers on calls of tools that mirror nothing",
    apply: (seams) =>
      seams.rule(
        "paramHeaderExpected",
        (original) => (http, rules) =>
          http.message?.method === "tools/call" &&
          annotated(http).length === 0 &&
          http.headers.some(([name]) => /^mcp-param-/i.test(name))
            ? refusal(CODES.headerMismatch, "Header mismatch: this tool mirrors no parameter", { status: 400 })
            : original(http, rules),
      ),
  },
  {
    id: "param-header-spelled-as-annotated",
    breaks: ["headers.names-case-insensitive"],
    where,
    does: "Knows an Mcp-Param header only in the spelling of the annotation",
    apply: (seams) =>
      seams.rule("paramHeaderPresent", (original) => (http, rules) => {
        const spelled = annotated(http).map(({ header }) => header);
        const headers = http.headers.filter(([name]) => !/^mcp-param-/i.test(name) || spelled.includes(name));
        return original({ ...http, headers }, rules);
      }),
  },
  {
    id: "param-error-32602",
    breaks: ["headers.param-mismatch-32020"],
    where,
    does: "Answers an Mcp-Param header that differs with 400 and -32602",
    apply: (seams) =>
      seams.rule("paramHeaderMatches", (original) => (http, rules) => {
        const refused = original(http, rules);
        return refused && { ...refused, error: { ...refused.error, code: CODES.invalidParams } };
      }),
  },
];

function annotated(http: HttpFacts) {
  const { name, arguments: given } = http.message?.params ?? {};
  const tool = typeof name === "string" ? http.server.world.tool(name, "2026-07-28") : undefined;
  return tool ? mirroredParameters(tool.definition.inputSchema, objectOr(given)) : [];
}

/** The request as it is with its arguments, those at the top, edited. */
function withArguments(http: HttpFacts, edit: (value: JsonValue) => JsonValue | undefined): HttpFacts {
  const { message } = http;
  const given = message?.params?.arguments;
  if (!message || !isObject(given)) return http;
  const edited = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && edit(value) !== undefined),
  );
  return { ...http, message: { ...message, params: { ...message.params, arguments: edited } } };
}
