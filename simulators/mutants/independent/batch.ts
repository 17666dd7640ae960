import type { Seams } from "../../server/seams.ts";
import { isObject, type JsonObject } from "../../wire/json.ts";
import type { WireMessage } from "../../wire/jsonrpc.ts";
import { readMessage } from "../../wire/message.ts";
import type { Mutant } from "../mutant.ts";

const WITH_BATCHES = ["2025-03-26"] as const;

export const mutants: readonly Mutant[] = [
  {
    id: "batch-answers-at-most-two",
    breaks: ["batch.response-per-request"],
    implies: ["batch.invalid-member-error"],
    where: { revisions: WITH_BATCHES },
    does: "Only the first two requests of an array are answered.",
    apply: (seams) => seams.rule("batchAnswer", (original) => (answers) => original(answers.slice(0, 2))),
  },
  {
    id: "batch-errors-without-id",
    breaks: ["batch.response-per-request"],
    where: { revisions: WITH_BATCHES },
    does: "Errors to single requests of an array have lost their ids.",
    apply: (seams) =>
      seams.rule(
        "batchAnswer",
        (original) => (answers) =>
          original(answers.map((answer) => ("error" in answer ? { ...answer, id: null } : answer))),
      ),
  },
  {
    id: "batch-stops-at-error",
    breaks: ["batch.response-per-request"],
    implies: ["batch.invalid-member-error"],
    where: { revisions: WITH_BATCHES },
    does: "What follows a failed request in an array is not answered.",
    apply: (seams) =>
      seams.rule("batchAnswer", (original) => (answers) => {
        const failed = answers.findIndex((answer) => "error" in answer);
        return original(failed === -1 ? answers : answers.slice(0, failed + 1));
      }),
  },
  {
    id: "batch-stops-at-notification",
    breaks: ["batch.response-per-request"],
    where: { revisions: WITH_BATCHES },
    does: "Requests that follow a notification in an array are not answered.",
    apply: (seams) => {
      let lost: readonly unknown[] = [];
      onBatch(seams, ({ members }) => {
        const first = members.findIndex((member) => member.kind === "notification");
        lost = first === -1 ? [] : members.slice(first).map((member) => (member.value as JsonObject).id);
      });
      seams.rule(
        "batchAnswer",
        (original) => (answers) =>
          original(answers.filter((answer) => answer.id === undefined || !lost.includes(answer.id))),
      );
    },
  },
  {
    id: "batch-ids-by-position",
    breaks: ["batch.response-per-request"],
    implies: ["batch.invalid-member-error", "ping.respond"],
    where: { revisions: WITH_BATCHES },
    does: "Answers to an array of requests carry the ids in ascending order, whatever order they came in.",
    apply: (seams) =>
      seams.rule("batchAnswer", (original) => (answers) => {
        const ids = answers.map((answer) => answer.id).toSorted();
        return original(answers.map((answer, at) => ({ ...answer, id: ids[at]! })));
      }),
  },
  {
    id: "batch-object-members-passed-over",
    breaks: ["batch.invalid-member-error"],
    where: { revisions: WITH_BATCHES },
    does: "Objects in an array that are no messages are passed over; only other values are refused.",
    apply: (seams) => {
      let objects = 0;
      onBatch(seams, ({ members }) => {
        objects = members.filter((member) => member.kind === "invalid" && isObject(member.value)).length;
      });
      seams.rule("batchAnswer", (original) => (answers) => original(withoutInvalid(answers, objects)));
    },
  },
  {
    id: "batch-one-error-for-all-invalid",
    breaks: ["batch.invalid-member-error"],
    where: { revisions: WITH_BATCHES },
    does: "Several invalid members of an array share one error.",
    apply: (seams) =>
      seams.rule(
        "batchAnswer",
        (original) => (answers) =>
          original(withoutInvalid(answers, Math.max(0, answers.filter(isNameless).length - 1))),
      ),
  },
  {
    id: "batch-of-invalid-refused-whole",
    breaks: ["batch.invalid-member-error"],
    where: { revisions: WITH_BATCHES },
    does: "An array in which most members are invalid is refused as a whole, its valid request included.",
    apply: (seams) =>
      seams.rule("batchAllowed", (original) => (incoming, rules) => {
        const { kind, members } = incoming.message;
        const invalid = members.filter((member) => member.kind === "invalid").length;
        return kind === "batch" && invalid > members.length / 2
          ? { error: { code: -32600, message: "Invalid Request" } }
          : original(incoming, rules);
      }),
  },
  {
    id: "two-notifications-empty-array",
    breaks: ["batch.notifications-only-silent"],
    where: { revisions: WITH_BATCHES },
    does: "An array of more than one notification is answered with an empty array.",
    apply: (seams) => {
      let several = false;
      onBatch(seams, ({ members }) => {
        several = members.length > 1;
      });
      seams.rule("batchAnswer", (original) => (answers) => (answers.length === 0 && several ? [] : original(answers)));
    },
  },
  {
    id: "empty-array-error-in-array",
    breaks: ["batch.empty-array-error"],
    where: { revisions: WITH_BATCHES, transports: ["stdio"] },
    does: "An empty array is refused with an array that holds the error.",
    apply: (seams) => {
      let empty = false;
      seams.rule("envelope", (original) => (incoming, rules) => {
        empty = Array.isArray(incoming.message.value);
        return original(incoming, rules);
      });
      seams.message((message) => {
        const wrap = empty && "error" in message && message.id === undefined;
        empty = false;
        return [wrap ? [message] : message];
      });
    },
  },
  {
    id: "empty-array-accepted",
    breaks: ["batch.empty-array-error"],
    where: { revisions: WITH_BATCHES },
    does: "An empty array is taken for a batch without requests and accepted in silence.",
    apply: (seams) => {
      const accept = (message: WireMessage) => {
        if (Array.isArray(message.value) && message.value.length === 0) Object.assign(message, { kind: "batch" });
      };
      seams.rule("messageEra", (original) => (message, channel, revisions) => {
        accept(message);
        return original(message, channel, revisions);
      });
      seams.rule("httpEra", (original) => (http) => {
        if (http.message) accept(http.message);
        return original(http);
      });
    },
  },
  {
    id: "batch-needs-numeric-ids",
    breaks: ["batch.receive"],
    where: { revisions: WITH_BATCHES },
    does: "An array is refused when a request in it has a string id.",
    apply: (seams) =>
      seams.rule(
        "batchAllowed",
        (original) => (incoming, rules) =>
          incoming.message.members.some(({ value }) => isObject(value) && typeof value.id === "string")
            ? { error: { code: -32600, message: "Invalid Request" } }
            : original(incoming, rules),
      ),
  },
  {
    id: "array-of-one-unwrapped",
    breaks: ["batch.not-supported"],
    where: { revisions: ["2025-06-18", "2025-11-25", "2026-07-28"] },
    does: "An array of one message is taken for that message.",
    apply: (seams) => unwraps(seams, (members) => (members.length === 1 ? members[0] : undefined)),
  },
  {
    id: "array-first-served",
    breaks: ["batch.not-supported"],
    where: { revisions: ["2025-06-18", "2025-11-25", "2026-07-28"] },
    does: "The first message of an array is served and the rest is dropped.",
    apply: (seams) => unwraps(seams, (members) => members[0]),
  },
  {
    id: "refused-array-has-run",
    breaks: ["batch.not-supported"],
    where: { revisions: ["2025-11-25"] },
    does: "An array is refused, but only after the calls in it have run.",
    apply: (seams) =>
      seams.rule("batchAllowed", (original) => (incoming, rules) => {
        const refused = original(incoming, rules);
        if (refused)
          for (const { method, params } of incoming.message.members)
            if (method === "tools/call" && params?.name === "assay_counter") incoming.server.world.counter += 1;
        return refused;
      }),
  },
  {
    id: "progress-in-arrays",
    breaks: ["batch.not-supported"],
    implies: ["stdio.single-message-per-line"],
    provokedBy: ["progress"],
    where: { revisions: ["2025-06-18", "2025-11-25", "2026-07-28"] },
    does: "Progress notifications are sent as arrays of one.",
    apply: (seams) => seams.message((message) => [message.method === "notifications/progress" ? [message] : message]),
  },
];

function onBatch(seams: Seams, look: (message: WireMessage) => void): void {
  seams.rule("batchAllowed", (original) => (incoming, rules) => {
    if (incoming.message.kind === "batch") look(incoming.message);
    return original(incoming, rules);
  });
}

function isNameless(answer: JsonObject): boolean {
  return "error" in answer && (answer.id === undefined || answer.id === null);
}

function withoutInvalid(answers: readonly JsonObject[], most: number): readonly JsonObject[] {
  let left = most;
  return answers.filter((answer) => {
    if (!isNameless(answer) || left === 0) return true;
    left -= 1;
    return false;
  });
}

/** Serves the member that `choose` gives in place of the array. */
function unwraps(seams: Seams, choose: (members: readonly WireMessage[]) => WireMessage | undefined): void {
  const unwrap = (message: WireMessage) => {
    const chosen = message.kind === "batch" ? choose(message.members) : undefined;
    if (chosen) Object.assign(message, readMessage(chosen.text));
  };
  seams.rule("messageEra", (original) => (message, channel, revisions) => {
    unwrap(message);
    return original(message, channel, revisions);
  });
  seams.rule("httpEra", (original) => (http) => {
    if (http.message) unwrap(http.message);
    return original(http);
  });
}
