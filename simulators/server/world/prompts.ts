import type { JsonObject } from "../../wire/json.ts";
import { accepted, elicit } from "./input-tools.ts";
import { PIXEL, text } from "./results.ts";
import { InputRequired, type Prompt } from "./world.ts";

const WORDS = Array.from({ length: 150 }, (_, n) => `value-${String(n).padStart(3, "0")}`);

export const PROMPTS: readonly Prompt[] = [
  prompt("test_simple_prompt", "A prompt without arguments", [], () => [
    user(text("This is a simple prompt for testing.")),
  ]),
  {
    ...prompt(
      "test_prompt_with_arguments",
      "A prompt with two required arguments",
      [required("arg1", "First argument"), required("arg2", "Second argument")],
      ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    ),
    suggestions: { arg1: ["paris", "park", "party", "test"], arg2: WORDS },
  },
  prompt(
    "test_prompt_with_embedded_resource",
    "A prompt with a resource in it",
    [required("resourceUri", "URI of the resource")],
    ({ resourceUri }) => [
      user({
        type: "resource",
        resource: {
          uri: resourceUri as string,
          mimeType: "text/plain",
          text: "Embedded resource content for testing.",
        },
      }),
      user(text("Please process the embedded resource above.")),
    ],
  ),
  prompt("test_prompt_with_image", "A prompt with an image in it", [], () => [
    user({ type: "image", data: PIXEL, mimeType: "image/png" }),
    user(text("Please analyze the image above.")),
  ]),
  {
    ...prompt(
      "test_input_required_result_prompt",
      "A prompt that asks the user first",
      [],
      (_given, { inputs, revision }) => {
        const context = accepted(inputs?.user_context)?.context;
        if (typeof context === "string") return [user(text(`Use the following context: ${context}`))];
        return new InputRequired({
          user_context: elicit("What context should the prompt use?", { context: { type: "string" } }, revision),
        });
      },
    ),
    since: "2026-07-28",
  },
  prompt(
    "summary",
    "Asks for a summary in a tone of one's choice",
    [required("topic", "What to sum up"), { name: "tone", description: "How", required: false }],
    ({ topic, tone = "calm" }) => [
      user(text(`Sum up ${topic} in a ${tone} tone.`)),
      { role: "assistant", content: text("Gladly.") },
    ],
  ),
];

/** In the list only after `test_trigger_prompt_change` put it there. */
export const extraPrompt: Prompt = prompt("extra_prompt", "Comes and goes", [], () => [user(text("Still here."))]);

function prompt(name: string, description: string, args: Prompt["arguments"], render: Prompt["render"]): Prompt {
  return { name, title: description, description, arguments: args, render };
}

function required(name: string, description: string): Prompt["arguments"][number] {
  return { name, description, required: true };
}

function user(content: JsonObject): JsonObject {
  return { role: "user", content };
}
