import { object, READ_ONLY, said } from "./results.ts";
import type { Tool } from "./world.ts";

/** Tools whose arguments mean something else where their schema is read in an older dialect. */
export const DIALECT_TOOLS: readonly Tool[] = [
  {
    definition: {
      name: "plot",
      title: "Plot",
      description: "Pretends to draw a line to a point; its schema names no dialect",
      inputSchema: object({
        point: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], description: "x and y" },
      }),
      annotations: READ_ONLY,
    },
    run: (given) => said(`plotted ${JSON.stringify(given)}`),
  },
  {
    definition: {
      name: "span",
      title: "Span",
      description: "Pretends to measure from one mark to another; its schema names its dialect",
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        ...object({ from: { type: "string" }, to: { type: "string" } }),
        dependentRequired: { to: ["from"] },
      },
      annotations: READ_ONLY,
    },
    run: (given) => said(`measured ${JSON.stringify(given)}`),
  },
];
