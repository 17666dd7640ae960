import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { type Revision, since } from "../../wire/revisions.ts";
import { isObject } from "../rules/refusal.ts";
import { NOTHING, object, READ_ONLY, said } from "./results.ts";
import { InputRequired, type Running, type Tool } from "./world.ts";

/** Fixtures that need something from the client. Written for retries; in the legacy era the server asks and calls them again. */
export const INPUT_TOOLS: readonly Tool[] = [
  asking("test_sampling", "Asks the client's model", { prompt: { type: "string" } }, ({ prompt }, { inputs }) => {
    const answer = inputs?.answer;
    return isObject(answer)
      ? said(`LLM response: ${textOf(answer.content)}`)
      : new InputRequired({ answer: sample(prompt as string) });
  }),
  asking("test_elicitation", "Asks the user", { message: { type: "string" } }, ({ message }, { inputs, revision }) => {
    const answer = inputs?.answer;
    if (!isObject(answer))
      return new InputRequired({
        answer: elicit(message as string, { response: { type: "string", description: "Your response" } }, revision),
      });
    return said(`User response: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
  }),
  asking("test_elicitation_sep1034_defaults", "Asks the user with default values", {}, form(defaults()), "2025-11-25"),
  asking("test_elicitation_sep1330_enums", "Asks the user to choose", {}, form(enums()), "2025-11-25"),

  asking("test_missing_capability", "Needs the client's model", {}, (_given, { inputs }) =>
    inputs?.llm_answer === undefined
      ? new InputRequired({ llm_answer: sample("Reply with the single word: pong") })
      : said("sampling round trip complete"),
  ),
  asking("test_input_required_result_elicitation", "Asks for a name", {}, (_given, { inputs, revision }) => {
    const name = accepted(inputs?.user_name)?.name;
    return typeof name === "string" ? said(`Hello, ${name}!`) : new InputRequired({ user_name: askName(revision) });
  }),
  asking("test_input_required_result_sampling", "Asks the client's model", {}, (_given, { inputs }) => {
    const answer = inputs?.capital_question;
    return isObject(answer)
      ? said(`Sampling response: ${textOf(answer.content)}`)
      : new InputRequired({ capital_question: sample("What is the capital of France?") });
  }),
  asking("test_input_required_result_list_roots", "Asks for the client's roots", {}, (_given, { inputs }) => {
    const answer = inputs?.client_roots;
    const roots = isObject(answer) ? answer.roots : undefined;
    return Array.isArray(roots)
      ? said(`Client exposed ${roots.length} root(s)`)
      : new InputRequired({ client_roots: ROOTS });
  }),
  asking(
    "test_input_required_result_request_state",
    "Asks for confirmation and hands out state",
    {},
    confirming("state-ok"),
  ),
  asking("test_input_required_result_tampered_state", "Refuses state that was altered", {}, confirming("integrity-ok")),
  asking(
    "test_input_required_result_multiple_inputs",
    "Asks for three things at once",
    {},
    (_given, { inputs, revision }) => {
      const name = accepted(inputs?.user_name)?.name;
      const { greeting, client_roots: roots } = inputs ?? {};
      if (typeof name === "string" && isObject(greeting) && isObject(roots))
        return said(`${textOf(greeting.content)} ${name}`);
      return new InputRequired(
        { user_name: askName(revision), greeting: sample("Generate a greeting"), client_roots: ROOTS },
        { state: { step: 1 } },
      );
    },
  ),
  asking(
    "test_input_required_result_multi_round",
    "Asks twice, one after the other",
    {},
    (_given, { inputs, state, revision }) => {
      const step1 = (round: number) =>
        new InputRequired(
          { step1: elicit("Step 1: your name?", { name: { type: "string" } }, revision) },
          { state: { round } },
        );
      if (state === undefined) return step1(1);
      if (state.round === 1) {
        const name = accepted(inputs?.step1)?.name;
        if (typeof name !== "string") return step1(1);
        return new InputRequired(
          { step2: elicit("Step 2: your favorite color?", { color: { type: "string" } }, revision) },
          { state: { round: 2, name } },
        );
      }
      return said(`Multi-round complete: ${state.name} likes ${accepted(inputs?.step2)?.color ?? "nothing"}`);
    },
  ),
  asking(
    "test_input_required_result_capabilities",
    "Asks only for what the client can give",
    {},
    (_given, { inputs, clientCapabilities, revision }) => {
      if (inputs !== undefined) return said("answered");
      const requests = {
        ...(isObject(clientCapabilities.elicitation) ? { user_name: askName(revision) } : {}),
        ...(isObject(clientCapabilities.sampling) ? { greeting: sample("Generate a short greeting") } : {}),
        ...(isObject(clientCapabilities.roots) ? { client_roots: ROOTS } : {}),
      };
      return Object.keys(requests).length === 0
        ? said("the client declares nothing to ask for")
        : new InputRequired(requests);
    },
  ),
];

const ROOTS = { method: "roots/list", params: {} };

type Run = Tool["run"];

function asking(name: string, description: string, properties: JsonObject, run: Run, first?: Revision): Tool {
  const required = Object.keys(properties);
  const inputSchema = required.length === 0 ? NOTHING : object(properties, { required });
  return {
    definition: { name, description, inputSchema, annotations: READ_ONLY },
    run,
    ...(first ? { since: first } : {}),
  };
}

/** An elicitation in form mode; revisions before 2025-11-25 know no other and have no word for it. */
export function elicit(message: string, properties: JsonObject, revision: Revision) {
  const mode = since("2025-11-25").includes(revision) ? { mode: "form" } : {};
  return {
    method: "elicitation/create",
    params: { ...mode, message, requestedSchema: { type: "object", properties, required: [] } },
  };
}

function sample(prompt: string) {
  return {
    method: "sampling/createMessage",
    params: { messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens: 100 },
  };
}

function askName(revision: Revision) {
  return elicit("What is your name?", { name: { type: "string" } }, revision);
}

/** The content of an accepted elicitation. */
export function accepted(answer: JsonValue | undefined): JsonObject | undefined {
  return isObject(answer) && answer.action === "accept" && isObject(answer.content) ? answer.content : undefined;
}

function confirming(words: string): Run {
  return (_given, { inputs, state, revision }: Running) =>
    state && isObject(inputs?.confirm)
      ? said(`${words}: state verified`)
      : new InputRequired(
          { confirm: elicit("Please confirm", { ok: { type: "boolean" } }, revision) },
          { state: { asked: true } },
        );
}

function form(properties: JsonObject): Run {
  return (_given, { inputs, revision }) => {
    const answer = inputs?.form;
    if (!isObject(answer)) return new InputRequired({ form: elicit("Please fill in the form", properties, revision) });
    return said(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
  };
}

function textOf(content: JsonValue | undefined): string {
  const block = Array.isArray(content) ? content[0] : content;
  return isObject(block) && typeof block.text === "string" ? block.text : "no text";
}

function defaults(): JsonObject {
  return {
    name: { type: "string", description: "User name", default: "John Doe" },
    age: { type: "integer", description: "User age", default: 30 },
    score: { type: "number", description: "User score", default: 95.5 },
    status: { type: "string", description: "User status", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", description: "Verification status", default: true },
  };
}

function enums(): JsonObject {
  const titled = [
    { const: "value1", title: "First" },
    { const: "value2", title: "Second" },
  ];
  const plain = ["option1", "option2", "option3"];
  return {
    untitledSingle: { type: "string", enum: plain },
    titledSingle: { type: "string", oneOf: titled },
    untitledMulti: { type: "array", minItems: 1, maxItems: 3, items: { type: "string", enum: plain } },
    titledMulti: { type: "array", minItems: 1, maxItems: 2, items: { anyOf: titled } },
  };
}
