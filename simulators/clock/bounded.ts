import { type Context, createContext, Script } from "node:vm";

/** What `bounded` gives in place of a result that took too long. */
export const TOO_LONG = Symbol("too long");

const CALL = new Script("work()");

// A context costs more than most of what is done in it: one serves all.
let context: (Context & { work?: (() => unknown) | undefined }) | undefined;

/**
 * Runs work that cannot be trusted to end, such as a pattern or a schema of the target's, and stops it wherever it is
 * after so many ms of real time. What it throws is thrown.
 */
export function bounded<T>(ms: number, work: () => T): T | typeof TOO_LONG {
  context ??= createContext({});
  const outer = context.work;
  context.work = work;
  try {
    return CALL.runInContext(context, { timeout: ms }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return TOO_LONG;
    throw error;
  } finally {
    context.work = outer;
  }
}
