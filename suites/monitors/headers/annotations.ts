import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";
import { type HeaderAnnotation, headerAnnotationsIn } from "../../protocol/header-annotations.ts";
import { TOOLS } from "../../protocol/lists.ts";
import { onPage } from "../pages.ts";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/;
const PRIMITIVE: readonly unknown[] = ["integer", "string", "boolean"];
const OTHER: readonly unknown[] = ["number", "object", "array", "null"];
const COMPOSITE = new Set([
  ...["items", "prefixItems", "contains", "additionalItems", "unevaluatedItems"],
  ...["oneOf", "anyOf", "allOf", "not", "if", "then", "else", "$defs", "definitions"],
]);
const LIMITS = ["minimum", "maximum", "const", "default"];
/** Whole names, or names that end so; a page token or a token count is no secret. */
const SENSITIVE =
  /(^|_)(password|passwd|passphrase|pwd|secret|client_secret|api_?key|private_?key|secret_?key|ssn|social_security_number|credit_card(_number)?|cvv|(access|auth|bearer|refresh|api|session|oauth)_?token)$|^token$/;

/** What one annotation says against a rule: undefined where the rule does not speak of it, else what is wrong, or "". */
type Test = (annotation: HeaderAnnotation) => string | undefined;

export const annotationMonitors: readonly Monitor[] = [
  each("headers.param-name-not-empty", "a value that is not empty", ({ value }) =>
    typeof value !== "string" ? undefined : value === "" ? "is empty" : "",
  ),

  each("headers.param-name-no-control-chars", "no control characters", ({ value }) =>
    typeof value !== "string" || value === ""
      ? undefined
      : CONTROL.test(value)
        ? `has control characters: ${JSON.stringify(value)}`
        : "",
  ),

  // An empty value and control characters have rules of their own.
  each("headers.param-name-token", "a string that is a token of RFC 9110 (1*tchar)", ({ value }) => {
    if (typeof value !== "string") return `is ${shorten(JSON.stringify(value))}, no string`;
    if (value === "" || CONTROL.test(value)) return undefined;
    return TOKEN.test(value) ? "" : `is ${JSON.stringify(value)}`;
  }),

  // A missing type and a union of types are left open by the text.
  each("headers.param-primitive-types", "a property of type integer, string or boolean", ({ schema: { type } }) => {
    if (PRIMITIVE.includes(type)) return "";
    return OTHER.includes(type) ? `is on a property of type ${JSON.stringify(type)}` : undefined;
  }),

  each("headers.param-no-composite-path", "a way from the root through properties keys only", ({ through }) =>
    through === undefined ? "" : COMPOSITE.has(through) ? `is reached through ${through}` : undefined,
  ),

  each("headers.param-statically-reachable", "a property reached through properties keys only", ({ through }) =>
    through === undefined ? "" : COMPOSITE.has(through) ? undefined : `is reached through ${through}`,
  ),

  each("headers.param-integer-safe-range", "limits within -(2^53-1) to 2^53-1", ({ schema }) => {
    if (schema.type !== "integer") return undefined;
    const unsafe = LIMITS.find((keyword) => {
      const limit = schema[keyword];
      return typeof limit === "number" && Math.abs(limit) > Number.MAX_SAFE_INTEGER;
    });
    return unsafe === undefined ? "" : `is on an integer whose ${unsafe} is ${schema[unsafe]}`;
  }),

  each("headers.param-not-sensitive", "no passwords, keys, tokens or personal data in headers", ({ path }) => {
    const name = path.at(-1);
    if (name === undefined) return undefined;
    return SENSITIVE.test(snake(name)) ? `mirrors the parameter ${JSON.stringify(name)}` : "";
  }),

  monitor("headers.param-name-unique", (m) =>
    onTools(m, (tool, annotations, shown) => {
      const names = annotations.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
      const twice = names.find((name, n) => names.slice(0, n).some((other) => same(other, name)));
      m.saw();
      if (twice === undefined) return;
      const spelled = names.filter((name) => same(name, twice)).map((name) => JSON.stringify(name));
      m.fail(`the tool ${JSON.stringify(tool.name)} has x-mcp-header ${spelled.join(" and ")}`, {
        accepted: ["x-mcp-header values that differ by more than case within an inputSchema"],
        ...shown,
      });
    }),
  ),
];

function each(requirement: string, accepted: string, test: Test): Monitor {
  return monitor(requirement, (m) =>
    onTools(m, (tool, annotations, shown) => {
      for (const annotation of annotations) {
        const wrong = test(annotation);
        if (wrong === undefined) continue;
        m.saw();
        if (wrong !== "")
          m.fail(
            `the x-mcp-header at inputSchema${annotation.pointer} of the tool ${JSON.stringify(tool.name)} ${wrong}`,
            { accepted: [accepted], ...shown },
          );
      }
    }),
  );
}

function onTools(
  m: Parameters<Monitor["start"]>[0],
  listener: (
    tool: JsonObject,
    annotations: readonly HeaderAnnotation[],
    shown: { readonly sent: string; readonly events: readonly number[] },
  ) => void,
): void {
  onPage(m, ({ list, items, shown }) => {
    if (list !== TOOLS) return;
    for (const tool of items) {
      const annotations = isObject(tool.inputSchema) ? headerAnnotationsIn(tool.inputSchema) : [];
      if (annotations.length > 0) listener(tool, annotations, shown);
    }
  });
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** `apiKey` and `API-Key` as `api_key`. */
function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
}
