import type { ClientMutant } from "../../client/app/mutant.ts";
import type { RequestHead } from "../../client/edits.ts";

/** Edits every HTTP request of the client. */
export function onRequest(edit: (request: RequestHead) => RequestHead): ClientMutant["apply"] {
  return (seams) => seams.request(edit);
}

/** The application gets a failure in place of results that look like this. */
export function failsWhenGiven(result: RegExp): ClientMutant["apply"] {
  return (seams) =>
    seams.report((line) =>
      line.ok === true && result.test(JSON.stringify(line.result ?? null))
        ? [{ action: line.action!, ok: false, error: { kind: "other", message: "no answer that could be used" } }]
        : [line],
    );
}

/** The application gets a failure for the call during which such a notification came. */
export function failsAfter(notification: string): ClientMutant["apply"] {
  return (seams) => {
    let heard = false;
    seams.rule("tells", (original) => (method) => {
      heard ||= method === notification;
      return original(method);
    });
    seams.report((line) => {
      if (!heard || line.ok !== true) return [line];
      heard = false;
      return [{ action: line.action!, ok: false, error: { kind: "other", message: `failed at ${notification}` } }];
    });
  };
}
