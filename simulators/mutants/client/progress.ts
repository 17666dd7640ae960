import type { ClientMutant } from "../../client/app/mutant.ts";
import type { ClientSeams } from "../../client/app/seams.ts";
import { isObject, type JsonValue } from "../../wire/json.ts";
import { failsAfter } from "./edits.ts";

function asking(token: JsonValue): (seams: ClientSeams) => void {
  return (seams) =>
    seams.message((message) => {
      const { params } = message;
      const meta = isObject(params) ? params._meta : undefined;
      if (!isObject(params) || !isObject(meta) || meta.progressToken === undefined) return [message];
      return [{ ...message, params: { ...params, _meta: { ...meta, progressToken: token } } }];
    });
}

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-asks-under-a-fraction",
    breaks: ["progress.token-type"],
    implies: ["progress.token-unique"],
    does: "asks for progress under a fraction",
    apply: asking(0.5),
  },
  {
    id: "client-asks-under-one-token",
    breaks: ["progress.token-unique"],
    does: "asks for progress under the same token every time",
    apply: asking("the-same"),
  },
  {
    id: "client-fails-at-unknown-progress",
    breaks: ["progress.track-tokens"],
    does: "fails a call at progress under a token that it did not give",
    apply: failsAfter("notifications/progress"),
  },
];
