import type { Side } from "../../../schemas/protocol/builder/methods.ts";
import type { Validator } from "../../../schemas/validate/validator.ts";
import type { Violation } from "../../../schemas/validate/violation.ts";
import type { SeenMessage } from "../../../simulators/trace/context.ts";
import { bearing, type Rule } from "./bearing.ts";
import { partOf } from "./messages.ts";

/** What schemas say of one message. */
export interface Judged {
  readonly violations: readonly Violation[];
  /** The rules that it could have broken. */
  readonly rules: readonly Rule[];
}

/** Messages of which it is kept what was found, and their longest. */
const KEPT = 1_000;
const LONGEST = 50_000;

/** Holds messages against the schemas of one revision; the same message under another id is looked at once. */
export function createJudge(validator: Validator) {
  const kept = new Map<string, Judged>();
  return (seen: SeenMessage, from: Side, requestMethod: string | undefined): Judged => {
    const key = `${from} ${requestMethod} ${withoutId(seen)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const judged = judge(validator, seen, from, requestMethod);
    if (key.length > LONGEST) return judged;
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, judged);
    return judged;
  };
}

function judge(validator: Validator, seen: SeenMessage, from: Side, requestMethod: string | undefined): Judged {
  const violations = validator.validateMessage(seen.message.value, {
    from,
    ...(requestMethod === undefined ? {} : { requestMethod }),
  });
  const part = partOf(seen, { from, requestMethod, validator });
  const rules = new Map<string, Rule>();
  if (part !== undefined)
    bearing(validator.protocol, part, ({ requirement, definition }) => {
      rules.set(requirement ?? definition, { definition, ...(requirement === undefined ? {} : { requirement }) });
    });
  return { violations, rules: [...rules.values()] };
}

/** A whole number as id is left out: one is as good as another. */
function withoutId({ message: { text, rawId } }: SeenMessage): string {
  return rawId !== undefined && /^\d+$/.test(rawId) ? text.replace(`"id":${rawId}`, '"id":') : text;
}
