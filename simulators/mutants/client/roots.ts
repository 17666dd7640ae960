import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../wire/json.ts";
import { answering, undeclaring } from "./answers.ts";

const isRoots = ({ roots }: JsonObject) => Array.isArray(roots);
const eachRoot = (edit: (root: JsonObject) => JsonObject) => (answer: JsonObject) => ({
  ...answer,
  roots: (answer.roots as readonly JsonObject[]).map(edit) as JsonValue,
});

export const mutants: readonly ClientMutant[] = [
  undeclaring("client-hides-roots", "roots.capability-declared", "roots"),
  answering(
    {
      id: "client-roots-as-https",
      breaks: ["roots.file-uri"],
      implies: ["mrtr.client-response-keys"],
      does: "tells roots with https URIs",
    },
    isRoots,
    eachRoot((root) => ({ ...root, uri: String(root.uri).replace("file:///", "https://assay.example/") })),
  ),
  answering(
    {
      id: "client-roots-as-paths",
      breaks: ["roots.result-shape"],
      implies: ["mrtr.client-response-keys"],
      does: "gives the name of a root as an object",
    },
    isRoots,
    eachRoot((root) => ({ ...root, name: { text: root.name ?? "" } })),
  ),
  {
    id: "client-empty-roots-undeclared",
    breaks: ["roots.unsupported-32601"],
    does: "answers roots/list with an empty list where it declared no roots",
    apply: (seams) =>
      seams.message((message) => {
        const { error } = message;
        if (!isObject(error) || error.code !== -32601) return [message];
        const { error: _error, ...rest } = message;
        return [{ ...rest, result: { roots: [] } }];
      }),
  },
  {
    id: "client-tells-of-roots-in-2026",
    breaks: ["roots.list-changed-removed"],
    implies: ["jsonrpc.known-methods-only", "schema.JSONRPCMessage"],
    does: "sends notifications/roots/list_changed where it no longer exists",
    apply: (seams) => {
      let told = false;
      seams.message((message, { revision }) => {
        if (told || revision !== "2026-07-28" || message.method !== "tools/call") return [message];
        told = true;
        return [message, { jsonrpc: "2.0", method: "notifications/roots/list_changed" }];
      });
    },
  },
];
