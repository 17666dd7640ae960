import { randomBytes } from "node:crypto";

/** Fresh unpredictable bytes for one trace's tags; the one draw that no seed repeats. */
export function freshSalt(): Buffer {
  return randomBytes(16);
}
