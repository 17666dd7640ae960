/** A map that forgets its oldest entries beyond a cap. */
export class Recent<K, V> {
  readonly #held = new Map<K, V>();
  readonly #cap: number;

  constructor(cap: number) {
    this.#cap = cap;
  }

  get(key: K): V | undefined {
    return this.#held.get(key);
  }

  has(key: K): boolean {
    return this.#held.has(key);
  }

  set(key: K, value: V): void {
    this.#held.delete(key);
    this.#held.set(key, value);
    if (this.#held.size > this.#cap) this.#held.delete(this.#held.keys().next().value as K);
  }
}

/** Text of which only the newest part is kept. */
export class Tail {
  readonly #cap: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(capBytes: number) {
    this.#cap = capBytes;
  }

  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes <= 2 * this.#cap) return;
    const kept = Buffer.from(Buffer.concat(this.#parts).subarray(-this.#cap));
    this.#parts = [kept];
    this.#bytes = kept.length;
  }

  toString(): string {
    return Buffer.concat(this.#parts).subarray(-this.#cap).toString("utf8");
  }
}
