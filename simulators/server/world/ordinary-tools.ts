import type { JsonObject } from "../../wire/json.ts";
import { NOTHING, object, PIXEL, READ_ONLY, said, structured } from "./results.ts";
import type { Tool } from "./world.ts";

const NUMBER = { type: "number" };

/** A set as an everyday server has it; all read-only. */
export const ORDINARY_TOOLS: readonly Tool[] = [
  {
    definition: {
      name: "echo",
      title: "Echo",
      description: "Gives its arguments back",
      inputSchema: object(
        {
          message: { type: "string", minLength: 1, maxLength: 10_000, description: "What to say" },
          times: { type: "integer", minimum: 1, maximum: 10, description: "How often" },
          loud: { type: "boolean", description: "In capital letters" },
          scale: { type: "number", description: "Any number, given back" },
          tags: { type: "array", items: { type: "string" }, maxItems: 20, description: "Words, given back" },
          mood: { type: "string", enum: ["calm", "glad", "stern"], description: "Tone" },
          extra: { type: ["object", "null"], description: "Anything, given back" },
        },
        { required: ["message"] },
      ),
      annotations: { ...READ_ONLY, title: "Echo" },
      _meta: { "com.example/origin": "simulated", revision: 1 },
    },
    run: ({ message, times = 1, loud = false, ...rest }) => {
      const words = Array.from({ length: times as number }, () => message as string).join(" ");
      const more = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
      return said((loud ? words.toUpperCase() : words) + more);
    },
  },
  {
    definition: {
      name: "add",
      title: "Add",
      description: "Adds two numbers",
      inputSchema: object({ a: NUMBER, b: NUMBER }, { required: ["a", "b"] }),
      outputSchema: object({ sum: NUMBER }, { required: ["sum"] }),
      annotations: READ_ONLY,
    },
    run: ({ a, b }) => structured({ sum: (a as number) + (b as number) }),
  },
  {
    definition: {
      name: "route",
      title: "Route",
      description:
        "Tells where a request would be routed; its region, priority, dry run and tenant are mirrored into headers",
      inputSchema: object(
        {
          region: { type: "string", description: "Region", "x-mcp-header": "Region" },
          priority: { type: "integer", minimum: -1_000_000, maximum: 1_000_000, "x-mcp-header": "Priority" },
          dryRun: { type: "boolean", "x-mcp-header": "Dry-Run" },
          tenant: {
            type: "object",
            properties: { name: { type: "string", "x-mcp-header": "Tenant-Name" }, note: { type: "string" } },
          },
          query: { type: "string" },
        },
        { required: ["region"] },
      ),
      annotations: READ_ONLY,
    },
    run: (given) => said(`routed ${JSON.stringify(given)}`),
  },
  {
    definition: {
      name: "weather",
      title: "Weather",
      description: "A made-up forecast for a city",
      inputSchema: object(
        { city: { type: "string", minLength: 1 }, days: { type: "integer", minimum: 1, maximum: 7 } },
        { required: ["city"] },
      ),
      outputSchema: object(
        {
          city: { type: "string" },
          forecast: {
            type: "array",
            items: object({ day: { type: "integer" }, celsius: NUMBER }, { required: ["day", "celsius"] }),
          },
        },
        { required: ["city", "forecast"] },
      ),
      annotations: READ_ONLY,
    },
    run: ({ city, days = 1 }) =>
      structured({
        city: city as string,
        forecast: Array.from({ length: days as number }, (_, day) => ({ day: day + 1, celsius: 10 + day })),
      }),
  },
  {
    definition: {
      name: "primes",
      title: "Primes",
      description: "The first prime numbers, as an array",
      inputSchema: object({ count: { type: "integer", minimum: 0, maximum: 20 } }),
      outputSchema: { type: "array", items: { type: "integer" } },
      annotations: READ_ONLY,
    },
    // Structured output of any JSON type came with that revision.
    since: "2026-07-28",
    run: ({ count = 5 }) =>
      structured(
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71].slice(0, count as number),
      ),
  },
  ...simple("upper-case", "Text in capital letters", (words) => words.toUpperCase()),
  ...simple("word.count", "How many words a text has", (words) => String(words.split(/\s+/).filter(Boolean).length)),
  ...simple("reverse_text", "Text from its end to its start", (words) => [...words].reverse().join("")),
  {
    definition: {
      name: "version",
      title: "Version",
      description: "The version of this server",
      inputSchema: NOTHING,
      annotations: READ_ONLY,
      icons: [{ src: `data:image/png;base64,${PIXEL}`, mimeType: "image/png", sizes: ["1x1"], theme: "light" }],
    },
    run: () => said("1.0.0"),
  },
];

/** In the list only after `test_trigger_tool_change` put it there. */
export const extraTool: Tool = {
  definition: { name: "extra_tool", description: "Comes and goes", inputSchema: NOTHING, annotations: READ_ONLY },
  run: () => said("still here"),
};

function simple(name: string, description: string, run: (words: string) => string): readonly Tool[] {
  const inputSchema: JsonObject = object({ text: { type: "string", maxLength: 10_000 } }, { required: ["text"] });
  return [
    {
      definition: { name, description, inputSchema, annotations: READ_ONLY },
      run: ({ text }) => said(run(text as string)),
    },
  ];
}
