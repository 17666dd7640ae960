import { CODES, refusal } from "../server/rules/refusal.ts";
import { headerOf } from "../wire/headers.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "origin-ignored",
    does: "Serves requests from any Origin",
    breaks: ["origin.validated"],
    apply: ({ rule }) => rule("origin", () => () => undefined),
  },
  {
    id: "origin-ignored-on-get",
    does: "Opens streams for any Origin, and validates it on POST only",
    breaks: ["origin.validated"],
    where: { revisions: ["2025-03-26", "2025-06-18", "2025-11-25"] },
    apply: ({ rule }) =>
      rule("origin", (original) => (http, rules) => (http.method === "GET" ? undefined : original(http, rules))),
  },
  {
    id: "origin-ignored-on-initialize",
    does: "Opens sessions for any Origin",
    breaks: ["origin.validated"],
    where: { revisions: ["2025-03-26", "2025-06-18", "2025-11-25"] },
    apply: ({ rule }) =>
      rule(
        "origin",
        (original) => (http, rules) => (http.message?.method === "initialize" ? undefined : original(http, rules)),
      ),
  },
  {
    id: "origin-refused-with-400",
    does: "Refuses a foreign Origin with HTTP 400",
    breaks: ["origin.invalid-403"],
    apply: ({ rule }) =>
      rule("origin", (original) => (http, rules) => {
        const refused = original(http, rules);
        return refused && { ...refused, status: 400 };
      }),
  },
  {
    id: "origin-required",
    does: "Refuses requests without an Origin header",
    breaks: ["origin.absent-allowed"],
    apply: ({ rule }) =>
      rule(
        "origin",
        (original) => (http, rules) =>
          headerOf(http.headers, "origin") === undefined
            ? refusal(CODES.invalidRequest, "the Origin header is missing", { status: 403 })
            : original(http, rules),
      ),
  },
  {
    id: "listens-everywhere",
    does: "Listens on every network interface of the machine",
    breaks: ["origin.bind-localhost"],
    apply: ({ process }) => process({ listensOn: "0.0.0.0" }),
  },
];
