import { assayServer as assay } from "./assay-server.ts";
import { exitStatus as exit } from "./exit.ts";
import { judgeTrace as judge } from "./judge-trace.ts";
import { AssayError as Failure } from "./options.ts";

/** Drives a server and gives the report. @throws AssayError when the target cannot be started or reached. */
export const assayServer = assay;
/** Judges a recorded trace. @throws AssayError when it cannot be read. */
export const judgeTrace = judge;
/** The exit status that a report asks for. */
export const exitStatus = exit;
/** What is thrown for a user's mistake or an unreachable target. */
export const AssayError = Failure;
