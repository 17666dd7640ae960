import { shellQuote } from "../../simulators/client/sent.ts";
import { PLACEHOLDER } from "../process/listen.ts";

/** Names the port that a reader is to choose. */
const CHOSEN = "PORT=3000";

/** The shell line with the run's own port, which is gone by now, replaced by a variable, and before it how to start the target. */
export function onChosenPort(line: string, port: string, command: readonly string[]): string {
  const word = (text: string) =>
    text
      .split(PLACEHOLDER)
      .map((part) => (part === "" ? "" : shellQuote(part)))
      .join('"$PORT"') || "''";
  return `${CHOSEN}; ${command.map(word).join(" ")} &  # wait until it listens\n${withVariable(line, port)}`;
}

/** `:1234` as `:$PORT`, also where single quotes keep the shell from seeing variables. */
function withVariable(line: string, port: string): string {
  let quoted = false;
  return line.replaceAll(new RegExp(`\\\\'|'|:${port}\\b`, "g"), (found) => {
    // Between single quotes a backslash is a character like any other.
    if (found === "'" || (found === "\\'" && quoted)) quoted = !quoted;
    if (!found.startsWith(":")) return found;
    return quoted ? `:'"$PORT"'` : ":$PORT";
  });
}
