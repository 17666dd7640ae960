import { type Monitor, monitor } from "../kit/monitor.ts";
import { DEFAULT_DIALECT, danglingReference, dialectOf, schemaProblem } from "../protocol/json-schema.ts";
import { onSchema } from "./schemas-sent.ts";

const schemasValid = monitor("json-schema.schemas-valid", (m) => {
  onSchema(m, ({ where, schema, shown }) => {
    m.saw();
    const problem = schemaProblem(schema);
    if (problem !== undefined)
      m.fail(`${where} is not valid: ${problem}`, {
        ...shown,
        accepted: [`a schema that is valid under ${dialectOf(schema)}`],
      });
  });
});

const referencesResolve = monitor(
  "json-schema.schemas-valid",
  (m) => {
    onSchema(m, ({ where, schema, shown }) => {
      const lost = danglingReference(schema);
      if (lost === undefined) return;
      m.saw();
      m.fail(`the reference ${JSON.stringify(lost)} in ${where} leads nowhere`, {
        ...shown,
        accepted: ["references that resolve"],
        warningOnly: "whether a reference that leads nowhere makes a schema invalid is not stated",
      });
    });
  },
  { name: "json-schema.schemas-valid (references)" },
);

const recommendedDialect = monitor("json-schema.recommended-dialect", (m) => {
  onSchema(m, ({ where, schema, shown }) => {
    m.saw();
    if (dialectOf(schema) !== DEFAULT_DIALECT)
      m.fail(`${where} declares ${JSON.stringify(schema.$schema)}`, {
        ...shown,
        accepted: [`"$schema": "${DEFAULT_DIALECT}"`, "no $schema, which means the same"],
      });
  });
});

export const monitors: readonly Monitor[] = [schemasValid, referencesResolve, recommendedDialect];
