import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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

/** Makes the folder a file will be written to, before the work that fills it. @throws AssayError */
export function prepareFile(flag: string, file: string): void {
  attempt(flag, file, () => mkdirSync(dirname(file), { recursive: true }));
}

/** @throws AssayError */
export function prepareFolder(flag: string, folder: string): void {
  attempt(flag, folder, () => mkdirSync(folder, { recursive: true }));
}

/** @throws AssayError */
export function writeFile(flag: string, file: string, text: string): void {
  attempt(flag, file, () => writeFileSync(file, text));
}

function attempt(flag: string, path: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AssayError(
      "options.not-writable",
      2,
      `${flag} ${path}: expected a place that can be written to, got ${code ?? "an error"}`,
      { cause },
    );
  }
}
