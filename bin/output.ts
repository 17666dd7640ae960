import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AssayError } from "../harness/options.ts";

/** Writes all of it to stdout, waiting until it is taken. A reader that has gone away (`| head`) is no error. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === undefined || error === null || (error as NodeJS.ErrnoException).code === "EPIPE") resolve();
      else reject(error);
    });
  });
}

/** Keeps a closed stdout or stderr from ending the process with a stack trace. */
export function toleratePipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Whether to color what goes to `stream`: the flag, else FORCE_COLOR, else NO_COLOR, else whether it is a terminal. */
export function wantsColor(
  flag: boolean | undefined,
  stream: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (flag !== undefined) return flag;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "")
    return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** Sees, before the work that fills it, that a file can be written: its folder has to exist. @throws AssayError */
export function prepareFile(flag: string, file: string): void {
  attempt(flag, file, () => {
    const known = statSync(file, { throwIfNoEntry: false });
    if (known?.isDirectory()) refuse(flag, file, "a folder; name a file in it");
    // Devices and pipes are left alone: to open them may do more than that.
    if (known !== undefined && !known.isFile()) return;
    const folder = dirname(file);
    if (known === undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      refuse(flag, file, `no folder ${folder}; make it first, or name another place`);
    closeSync(openSync(file, "a"));
    if (known === undefined) rmSync(file);
  });
}

/** Makes a folder, and sees that files can be written in it. @throws AssayError */
export function prepareFolder(flag: string, folder: string): void {
  attempt(flag, folder, () => {
    makeFolder(resolve(folder));
    rmdirSync(mkdtempSync(join(folder, ".mcp-assay-")));
  });
}

// Step by step: where a file system refuses new folders, Node's own recursion may never end.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @throws AssayError */
export function writeFile(flag: string, file: string, text: string): void {
  attempt(flag, file, () => writeFileSync(file, text));
}

function attempt(flag: string, path: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    refuse(flag, path, (cause as NodeJS.ErrnoException).code ?? "an error", cause);
  }
}

function refuse(flag: string, path: string, got: string, cause?: unknown): never {
  throw new AssayError(
    "options.not-writable",
    2,
    `${flag} ${path}: expected a place that can be written to, got ${got}`,
    cause === undefined ? {} : { cause },
  );
}
