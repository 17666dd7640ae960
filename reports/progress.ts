import { plural } from "./verdict.ts";
import { visible } from "./visible.ts";

/** Something to show while a run goes on. */
export type Step =
  | { readonly kind: "probe"; readonly text: string }
  | { readonly kind: "confirm"; readonly text: string }
  | { readonly kind: "run-begin"; readonly revision: string; readonly transport: string; readonly scenarios: number }
  | {
      readonly kind: "scenario-end";
      readonly revision: string;
      readonly transport: string;
      readonly name: string;
      readonly failed: number;
      readonly blocked?: true;
    }
  | { readonly kind: "run-end"; readonly revision: string; readonly transport: string };

export interface ProgressOptions {
  /** `live`: one line rewritten in place; `plain`: a line for each run; `quiet`: nothing. */
  readonly mode: "live" | "plain" | "quiet";
  readonly write: (text: string) => void;
  readonly width?: number;
}

export interface ProgressView {
  show(step: Step): void;
  /** Leaves the screen as it was. */
  clear(): void;
}

const NONE = { scenarios: 0, done: 0, failed: 0, blocked: 0 };

interface Count {
  readonly scenarios: number;
  done: number;
  failed: number;
  blocked: number;
}

/** Shows how far a run is, on stderr, without a report's worth of noise. */
export function progressView(options: ProgressOptions): ProgressView {
  const runs = new Map<string, Count>();
  const width = Math.max(20, (options.width ?? 80) - 1);
  let drawn = false;

  const live = (text: string) => {
    options.write(`\r\u001b[K${text.slice(0, width)}`);
    drawn = true;
  };

  return {
    show(step) {
      if (options.mode === "quiet") return;
      const text = visible(describe(step, runs));
      if (options.mode === "live") live(text);
      else if (step.kind !== "scenario-end") options.write(`${text}\n`);
    },
    clear() {
      if (drawn) options.write("\r\u001b[K");
      drawn = false;
    },
  };
}

function describe(step: Step, runs: Map<string, Count>): string {
  if (step.kind === "probe") return step.text;
  if (step.kind === "confirm") return `confirming: ${step.text}`;
  const name = `${step.revision} over ${step.transport}`;
  if (step.kind === "run-begin") {
    runs.set(name, { ...NONE, scenarios: step.scenarios });
    return `${name}: ${plural(step.scenarios, "scenario")}`;
  }
  const count = runs.get(name) ?? { ...NONE };
  const failed = count.failed === 0 ? "" : `, ${count.failed} with findings`;
  if (step.kind === "run-end") {
    const performed = count.done - count.blocked;
    const part = performed === count.scenarios ? "" : `${performed} of `;
    const blocked = count.blocked === 0 ? "" : `, ${count.blocked} not performed`;
    return `${name}: done, ${part}${plural(count.scenarios, "scenario")}${failed}${blocked}`;
  }
  count.done += 1;
  if (step.failed > 0) count.failed += 1;
  if (step.blocked) count.blocked += 1;
  const all = [...runs.values()];
  const sum = (of: (one: Count) => number) => all.reduce((total, one) => total + of(one), 0);
  const findings = sum((one) => one.failed);
  return `${sum((one) => one.done)}/${sum((one) => one.scenarios)} scenarios${findings === 0 ? "" : `, ${findings} with findings`}  ${name}: ${step.name}`;
}
