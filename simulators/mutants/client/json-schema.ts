import { get } from "node:http";
import type { ClientMutant } from "../../client/app/mutant.ts";
import { structuredProblem } from "../../client/app/structured.ts";
import { isObject, type JsonValue } from "../../wire/json.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-reads-all-as-draft-07",
    breaks: ["json-schema.default-dialect"],
    implies: ["json-schema.unsupported-dialect-error"],
    does: "reads a schema without $schema as draft-07",
    apply: (seams) =>
      seams.rule("structuredProblem", () => (schema, result) => structuredProblem(schema, result, { as: "draft-07" })),
  },
  {
    id: "client-reads-all-as-2020",
    breaks: ["json-schema.validate-per-dialect"],
    implies: ["json-schema.unsupported-dialect-error"],
    does: "reads every schema as 2020-12, whatever it says it is, and asks nothing of what it cannot read so",
    apply: (seams) =>
      seams.rule("structuredProblem", () => (schema, result) => {
        const problem = structuredProblem(schema, result, { as: "2020-12" });
        return problem?.startsWith("the schema cannot be used") ? undefined : problem;
      }),
  },
  {
    id: "client-takes-unknown-dialects",
    breaks: ["json-schema.unsupported-dialect-error"],
    does: "takes what stands under a schema of an unknown dialect for valid",
    apply: (seams) =>
      seams.rule(
        "structuredProblem",
        (original) => (schema, result) =>
          isObject(schema) && String(schema.$schema).includes("dialects.example")
            ? undefined
            : original(schema, result),
      ),
  },
  {
    id: "client-follows-network-refs",
    breaks: ["json-schema.no-network-ref", "json-schema.ref-opt-in-default-off"],
    does: "fetches what a $ref points to over the network",
    apply: (seams) =>
      seams.rule("structuredProblem", (original) => async (schema, result) => {
        await Promise.all(networkRefs(schema).map(visit));
        return original(schema, result);
      }),
  },
  {
    id: "client-shrugs-at-unresolved-refs",
    breaks: ["json-schema.unresolved-ref-rejected"],
    does: "takes what stands under a reference that it cannot resolve for valid",
    apply: (seams) =>
      seams.rule(
        "structuredProblem",
        (original) => (schema, result) => (networkRefs(schema).length > 0 ? undefined : original(schema, result)),
      ),
  },
  {
    id: "client-lost-in-schemas",
    breaks: ["json-schema.bounded-validation"],
    does: "never comes back from a schema that multiplies at every level",
    apply: (seams) =>
      seams.rule(
        "structuredProblem",
        (original) => (schema, result) =>
          JSON.stringify(schema ?? null).includes("level20") ? new Promise(() => {}) : original(schema, result),
      ),
  },
];

function networkRefs(schema: JsonValue | undefined): readonly string[] {
  return [...JSON.stringify(schema ?? null).matchAll(/"\$ref":"(https?:[^"]+)"/g)].map(([, url]) => url!);
}

function visit(url: string): Promise<void> {
  return new Promise((resolve) => {
    get(url, (response) => response.resume().on("close", resolve)).on("error", () => resolve());
  });
}
