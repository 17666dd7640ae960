import { CODES, type Refusal, refusal } from "../server/rules/refusal.ts";
import { since } from "../wire/revisions.ts";
import { refusingAs, refusingValues } from "./jsonrpc/late.ts";
import type { Mutant } from "./mutant.ts";

const BATCHES = { revisions: ["2025-03-26"] } as const;

export const mutants: readonly Mutant[] = [
  {
    id: "batch-refused",
    does: "Refuses every array",
    breaks: ["batch.receive"],
    where: BATCHES,
    apply: (seams) => {
      const refuse = (value: unknown) =>
        Array.isArray(value) ? refusal(CODES.invalidRequest, "no arrays") : undefined;
      seams.rule("envelope", refusingValues(refuse));
      seams.rule("bodyIsMessage", refusingValues(refuse));
    },
  },
  {
    id: "batch-first-only",
    does: "Answers the first request of an array alone",
    breaks: ["batch.receive"],
    implies: ["jsonrpc.one-response-per-request"],
    where: BATCHES,
    apply: (seams) => seams.rule("batchAnswer", (original) => (answers) => original(answers.slice(0, 1))),
  },
  {
    id: "batch-answers-notifications",
    does: "Gives a response for the notifications of an array, too",
    breaks: ["batch.response-per-request"],
    where: BATCHES,
    apply: (seams) =>
      seams.rule(
        "batchAnswer",
        (original) => (answers) =>
          original(
            answers.length > 1 ? [...answers, { jsonrpc: "2.0", id: `n${answers.length}`, result: {} }] : answers,
          ),
      ),
  },
  {
    id: "batch-empty-array-reply",
    does: "Answers an array of notifications with an empty array",
    breaks: ["batch.notifications-only-silent"],
    where: BATCHES,
    apply: (seams) => seams.rule("batchAnswer", () => (answers) => answers),
  },
  {
    id: "batch-empty-misnamed",
    does: "Reports an empty array under another code",
    breaks: ["batch.empty-array-error"],
    where: BATCHES,
    apply: (seams, draw) => {
      const code = draw.pick([CODES.internal, CODES.parse, CODES.invalidParams]);
      const misname = (refused: Refusal) =>
        refused.error.message.includes("without members") ? { ...refused, error: { ...refused.error, code } } : refused;
      seams.rule("envelope", refusingAs(misname));
      seams.rule("bodyIsMessage", refusingAs(misname));
    },
  },
  {
    id: "batch-all-or-nothing",
    does: "Drops the other members of an array that holds an invalid one",
    breaks: ["batch.invalid-member-error"],
    implies: ["jsonrpc.one-response-per-request"],
    where: BATCHES,
    apply: (seams) =>
      seams.rule("batchAnswer", (original) => (answers) => {
        const wrong = answers.filter((answer) => "error" in answer);
        return original(wrong.length > 0 ? wrong : answers);
      }),
  },
  {
    id: "batch-of-responses",
    does: "Packs its responses into arrays where there are none",
    breaks: ["batch.not-supported"],
    where: { revisions: since("2025-06-18") },
    apply: (seams) =>
      seams.message((message, { kind, request }) => [
        kind === "response" && request !== undefined && !["initialize", "server/discover"].includes(request.method)
          ? ([message] as never)
          : message,
      ]),
  },
];
