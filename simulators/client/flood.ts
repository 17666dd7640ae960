import { type Amount, DEFAULT_INTAKE, type Intake } from "./connection.ts";

/** Weighs what comes on a channel against what was sent on it, so that a target that never stops talking is cut off. */
export class Flood {
  readonly #intake: Intake;
  #sent = 0;
  #frames = 0;
  #bytes = 0;

  constructor(intake: Intake = DEFAULT_INTAKE) {
    this.#intake = intake;
  }

  /** A message was sent: more may come. */
  sent(): void {
    this.#sent += 1;
  }

  came(amount: Partial<Amount>): void {
    this.#frames += amount.frames ?? 0;
    this.#bytes += amount.bytes ?? 0;
  }

  /** Why no more is read, in words; undefined while more may come. */
  get over(): string | undefined {
    const { first, perMessageSent } = this.#intake;
    const frames = first.frames + this.#sent * perMessageSent.frames;
    const bytes = first.bytes + this.#sent * perMessageSent.bytes;
    if (this.#frames > frames) return `the target sent more than ${frames} messages, and nothing after them was read`;
    if (this.#bytes > bytes) return `the target sent more than ${bytes} bytes, and nothing after them was read`;
    return undefined;
  }
}
