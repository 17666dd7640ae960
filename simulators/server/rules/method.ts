import type { JsonObject, JsonValue } from "../../wire/json.ts";
import { eraOf, type Revision } from "../../wire/revisions.ts";
import type { RequestFacts } from "../facts.ts";
import { isLevel } from "../names.ts";
import { problemWith } from "../world/validate.ts";
import type { Tool } from "../world/world.ts";
import { CODES, type Guard, isObject, type Refusal, refusal } from "./refusal.ts";

/** Guards inside single methods: names, arguments, cursors, levels, filters. */
export interface MethodRules {
  /** The tool that a name stands for. */
  findTool: (name: string, facts: Pick<RequestFacts, "server" | "revision">) => Tool | undefined;
  toolKnown: Guard<RequestFacts>;
  /** What is wrong with a tool's arguments, in words; it is told in a result with isError true. */
  toolArguments: (schema: JsonObject, given: JsonObject) => string | undefined;
  promptKnown: Guard<RequestFacts>;
  promptArguments: Guard<RequestFacts>;
  resourceKnown: Guard<RequestFacts>;
  completionReference: Guard<RequestFacts>;
  completionArgument: Guard<RequestFacts>;
  levelKnown: Guard<RequestFacts>;
  subscriptionFilter: Guard<RequestFacts>;
  /** A URI that can be subscribed to. */
  subscribable: Guard<RequestFacts>;
  /** Modern: `inputResponses` hold objects. */
  inputResponsesShape: Guard<RequestFacts>;
  /** The error for a resource that is not there. */
  resourceNotFound: (uri: string, revision: Revision) => Refusal;
  /** The error for a capability that the client did not declare. */
  missingCapability: (required: JsonObject) => Refusal;
  /** The error for a cursor that was never issued. */
  invalidCursor: (cursor: string) => Refusal;
  /** The error for a requestState that fails verification. */
  invalidState: () => Refusal;
  /** The error for an unexpected failure inside the server. */
  internalError: (cause: unknown) => Refusal;
}

const invalidParams = (message: string, data?: JsonValue) =>
  refusal(CODES.invalidParams, message, data === undefined ? {} : { data });

export const methodRules: MethodRules = {
  findTool: (name, { server, revision }) => server.world.tool(name, revision),

  toolKnown: (request, rules) => {
    const name = request.params.name as string;
    return rules.findTool(name, request) ? undefined : invalidParams(`Unknown tool: ${name.slice(0, 100)}`);
  },

  toolArguments: (schema, given) => problemWith(schema, given),

  promptKnown: ({ params, server }) => {
    const name = params.name as string;
    return server.world.prompt(name) ? undefined : invalidParams(`Unknown prompt: ${name.slice(0, 100)}`);
  },

  promptArguments: ({ params, server }) => {
    const given = isObject(params.arguments) ? params.arguments : {};
    const missing = server.world
      .prompt(params.name as string)
      ?.arguments.find((argument) => argument.required && given[argument.name] === undefined);
    return missing && invalidParams(`Missing required argument: ${missing.name}`);
  },

  resourceKnown: ({ params, server, revision }, rules) => {
    const uri = params.uri as string;
    return server.world.read(uri) ? undefined : rules.resourceNotFound(uri, revision);
  },

  completionReference: ({ params, server }) => {
    const { type, name, uri } = params.ref as JsonObject;
    if (type === "ref/prompt")
      return typeof name === "string" && server.world.prompt(name) ? undefined : invalidParams("ref names no prompt");
    if (type === "ref/resource")
      return typeof uri === "string" && server.world.completable(uri)
        ? undefined
        : invalidParams("ref names no resource template");
    return invalidParams("ref.type is ref/prompt or ref/resource");
  },

  completionArgument: ({ params }) => {
    const { name, value } = params.argument as JsonObject;
    return typeof name === "string" && typeof value === "string"
      ? undefined
      : invalidParams("argument has a string name and a string value");
  },

  levelKnown: ({ params }) => (isLevel(params.level) ? undefined : invalidParams("level is no log level")),

  subscriptionFilter: ({ params }) => {
    const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } =
      params.notifications as JsonObject;
    const flags = [toolsListChanged, promptsListChanged, resourcesListChanged];
    const uris = resourceSubscriptions;
    const fits =
      flags.every((flag) => flag === undefined || typeof flag === "boolean") &&
      (uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === "string")));
    return fits ? undefined : invalidParams("notifications is no subscription filter");
  },

  subscribable: ({ params, server, revision }, rules) => {
    const uri = params.uri as string;
    return server.world.read(uri) ? undefined : rules.resourceNotFound(uri, revision);
  },

  inputResponsesShape: ({ params }) =>
    params.inputResponses === undefined || Object.values(params.inputResponses as JsonObject).every(isObject)
      ? undefined
      : invalidParams("inputResponses maps keys to result objects"),

  resourceNotFound: (uri, revision) =>
    refusal(eraOf(revision) === "modern" ? CODES.invalidParams : CODES.resourceNotFound, "Resource not found", {
      data: { uri },
    }),

  missingCapability: (required) =>
    refusal(CODES.missingCapability, `The request needs the client capability ${Object.keys(required).join(", ")}`, {
      data: { requiredCapabilities: required },
      status: 400,
    }),

  invalidCursor: () => invalidParams("Invalid cursor"),

  invalidState: () => invalidParams("Invalid requestState"),

  internalError: () => refusal(CODES.internal, "Internal error"),
};
