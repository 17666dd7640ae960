import type { ClientMutant } from "../../client/app/mutant.ts";
import { isObject } from "../../wire/json.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-reads-by-path",
    breaks: ["resources.read-params-shape"],
    does: "reads a resource by a path in place of its URI",
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        const reads = message.method === "resources/read" && isObject(params);
        return [reads ? { ...message, params: { ...params, uri: { path: params.uri! } } } : message];
      }),
  },
  {
    id: "client-leaves-what-it-never-joined",
    breaks: ["resources.unsubscribe-after-subscribe"],
    does: "unsubscribes from another resource than the one that it subscribed to",
    apply: (seams) =>
      seams.message((message) => {
        const { params } = message;
        const leaves = message.method === "resources/unsubscribe" && isObject(params);
        return [leaves ? { ...message, params: { ...params, uri: `${params.uri}-other` } } : message];
      }),
  },
  {
    id: "client-takes-32002-for-the-end",
    breaks: ["resources.client-accepts-32002"],
    does: "takes error -32002 for the loss of its connection",
    apply: (seams) =>
      seams.report((line) => {
        const { error } = line;
        return [
          isObject(error) && error.code === -32002
            ? { ...line, error: { kind: "connection", message: "the server is broken" } }
            : line,
        ];
      }),
  },
];
