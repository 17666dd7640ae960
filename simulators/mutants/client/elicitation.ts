import { get } from "node:http";
import type { AppAnswer, Told } from "../../client/app/asked.ts";
import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";
import { answering, undeclaring } from "./answers.ts";

const isFilled = ({ action, content }: JsonObject) => action === "accept" && isObject(content);
const KEYS = ["mrtr.client-response-keys"];

/** A client that answers elicitations that fit in a way of its own. */
function answersOf(
  mutant: Omit<ClientMutant, "apply">,
  fits: (params: JsonObject) => boolean,
  answer: (params: JsonObject, told: Told) => AppAnswer,
): ClientMutant {
  return {
    ...mutant,
    apply: (seams) =>
      seams.rule(
        "answers",
        (original) => (kind, params, told) =>
          kind === "elicitation" && fits(params) ? answer(params, told) : original(kind, params, told),
      ),
  };
}

const decline = (): AppAnswer => ({ action: "decline" });

export const mutants: readonly ClientMutant[] = [
  undeclaring("client-hides-elicitation", "elicitation.capability-declared", "elicitation"),
  answering(
    {
      id: "client-answers-in-strings",
      breaks: ["elicitation.accept-content"],
      implies: ["elicitation.client-all-field-types", "elicitation.client-defaults"],
      does: "sends what the user filled in as strings, whatever the schema says",
    },
    isFilled,
    (answer) => ({
      ...answer,
      content: Object.fromEntries(
        Object.entries(answer.content as JsonObject).map(([name, one]) => [name, Array.isArray(one) ? one : `${one}`]),
      ),
    }),
  ),
  answering(
    {
      id: "client-action-submit",
      breaks: ["elicitation.action-enum"],
      implies: [
        ...KEYS,
        "elicitation.accept-content",
        "elicitation.client-all-field-types",
        "elicitation.missing-mode-is-form",
      ],
      does: "calls the action submit",
    },
    isFilled,
    (answer) => ({ ...answer, action: "submit" }),
  ),
  answering(
    {
      id: "client-answers-in-objects",
      breaks: ["elicitation.content-value-types"],
      implies: [
        "elicitation.client-defaults",
        "roots.result-shape",
        ...KEYS,
        "elicitation.accept-content",
        "elicitation.client-all-field-types",
        "elicitation.missing-mode-is-form",
      ],
      does: "wraps each value that the user filled in",
    },
    isFilled,
    (answer) => ({
      ...answer,
      content: Object.fromEntries(
        Object.entries(answer.content as JsonObject).map(([name, one]) => [name, { value: one }]),
      ),
    }),
  ),
  answering(
    {
      id: "client-declines-with-content",
      breaks: ["elicitation.decline-cancel-no-content"],
      does: "sends content with a refusal",
    },
    ({ action }) => action === "decline" || action === "cancel",
    (answer) => ({ ...answer, content: {} }),
  ),
  answering(
    {
      id: "client-cancels-all-refusals",
      breaks: ["elicitation.client-decline-cancel"],
      does: "knows no way to decline, and cancels",
    },
    ({ action }) => action === "decline",
    (answer) => ({ ...answer, action: "cancel" }),
  ),
  answersOf(
    {
      id: "client-wants-a-mode",
      breaks: ["elicitation.missing-mode-is-form"],
      implies: ["elicitation.client-decline-cancel", "elicitation.accept-content", "elicitation.client-defaults"],
      does: "declines an elicitation without mode",
    },
    ({ mode }) => mode === undefined,
    decline,
  ),
  answersOf(
    {
      id: "client-lost-in-choices",
      breaks: ["elicitation.client-all-field-types"],
      does: "declines forms in which several things can be chosen",
    },
    (params) => JSON.stringify(params).includes('"type":"array"'),
    decline,
  ),
  answersOf(
    {
      id: "client-fills-strings-only",
      breaks: ["elicitation.client-defaults"],
      does: "fills in the defaults of strings alone",
    },
    (params) => JSON.stringify(params).includes('"default":"'),
    (params) => ({
      action: "accept",
      content: Object.fromEntries(
        Object.entries((params.requestedSchema as JsonObject).properties as JsonObject).flatMap(([name, field]) =>
          isObject(field) && typeof field.default === "string" ? [[name, field.default]] : [],
        ),
      ),
    }),
  ),
  {
    id: "client-looks-ahead",
    breaks: ["elicitation.url-no-prefetch", "elicitation.url-no-open-without-consent"],
    does: "fetches the address of an elicitation before it asks its user",
    apply: (seams) => {
      const urls: string[] = [];
      seams.rule("answers", (original) => (kind, params, told) => {
        if (typeof params.url === "string") urls.push(params.url);
        return original(kind, params, told);
      });
      // A call's result waits until the address was looked at.
      seams.rule("structuredProblem", (original) => async (schema, result) => {
        await Promise.all(
          urls
            .splice(0)
            .filter((url) => url.startsWith("http:"))
            .map(visit),
        );
        return original(schema, result);
      });
    },
  },
  answersOf(
    {
      id: "client-accepts-urls-with-content",
      breaks: ["elicitation.url-accept-no-content"],
      does: "sends content with its consent to an address",
    },
    ({ mode }) => mode === "url",
    (_params, { told }) => ("action" in told && told.action === "accept" ? { ...told, content: { went: true } } : told),
  ),
  answersOf(
    {
      id: "client-reads-elicitation-ids",
      breaks: ["elicitation.id-opaque"],
      does: "refuses an elicitationId that does not look like its own",
    },
    ({ elicitationId }) => typeof elicitationId === "string" && !/^[\w-]+$/.test(elicitationId),
    () => ({ error: { code: -32602, message: "Invalid params: what an odd elicitationId" } }),
  ),
  {
    id: "client-dies-of-unknown-completion",
    breaks: ["elicitation.complete-unknown-ignored"],
    does: "ends when it hears of an elicitation that it does not know",
    apply: (seams) => seams.process({ diesOf: ["notifications/elicitation/complete"] }),
  },
  answersOf(
    {
      id: "client-declines-undeclared-urls",
      breaks: ["elicitation.undeclared-mode-32602"],
      does: "declines an elicitation by URL though it did not declare that mode",
    },
    (params) => params.mode === "url" && JSON.stringify(params).includes("undeclared"),
    decline,
  ),
  {
    id: "client-elicits-by-voice",
    breaks: ["elicitation.at-least-one-mode"],
    does: "declares elicitation with a mode of its own alone",
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        if (!isObject(params)) return [message];
        const KEY = "io.modelcontextprotocol/clientCapabilities";
        const voiced = (declared: unknown) =>
          isObject(declared as never) && (declared as JsonObject).elicitation !== undefined
            ? { ...(declared as JsonObject), elicitation: { voice: {} } }
            : (declared as JsonObject);
        if (message.method === "initialize")
          return [{ ...message, params: { ...params, capabilities: voiced(params.capabilities) } }];
        const { _meta: meta } = params;
        if (!isObject(meta) || meta[KEY] === undefined) return [message];
        return [{ ...message, params: { ...params, _meta: { ...meta, [KEY]: voiced(meta[KEY]) } } }];
      }),
  },
];

function visit(url: string): Promise<void> {
  return new Promise((resolve) => {
    get(url, (response) => response.resume().on("close", resolve)).on("error", () => resolve());
  });
}
