import { type Amount, DEFAULT_INTAKE, type Intake } from "./connection.ts";

/** Weighs what comes on a channel against what was sent on it, so that a target that never stops talking is cut off. */
export class Flood {
  readonly #intake: Intake;
  #sent = 0;
  #frames = 0;
  #bytes = 0;
  #over: string | undefined;

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
    const { first, perMessageSent } = this.#intake;
    const frames = first.frames + this.#sent * perMessageSent.frames;
    const bytes = first.bytes + this.#sent * perMessageSent.bytes;
    if (this.#frames > frames) this.#over ??= `the target sent more than ${frames} messages`;
    if (this.#bytes > bytes) this.#over ??= `the target sent more than ${bytes} bytes`;
  }

  /** Why no more is ever read, in words; undefined while more may come. */
  get over(): string | undefined {
    return this.#over === undefined ? undefined : `${this.#over}, and nothing after them was read`;
  }
}
