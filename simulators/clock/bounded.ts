import { createContext, Script } from "node:vm";

/** What `bounded` gives in place of a result that took too long. */
export const TOO_LONG = Symbol("too long");

const CALL = new Script("work()");

/**
 * Runs work that cannot be trusted to end, such as a pattern or a schema of the target's, and stops it wherever it is
 * after so many ms of real time. What it throws is thrown.
 */
export function bounded<T>(ms: number, work: () => T): T | typeof TOO_LONG {
  try {
    return CALL.runInContext(createContext({ work }), { timeout: ms }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return TOO_LONG;
    throw error;
  }
}
