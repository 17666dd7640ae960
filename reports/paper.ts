import pc from "picocolors";
import { wrap } from "./visible.ts";

export type Colors = ReturnType<typeof pc.createColors>;

const LABEL = 4;
const FIELD = LABEL + 10;

/** Lines of a terminal report as they are written: indented, wrapped, colored or not. */
export class Paper {
  readonly color: Colors;
  readonly width: number;
  readonly #lines: string[] = [];

  constructor(options: { readonly color: boolean; readonly width?: number }) {
    this.color = pc.createColors(options.color);
    this.width = Math.max(40, options.width ?? 100);
  }

  line(text = ""): void {
    this.#lines.push(text);
  }

  /** A heading with an empty line before it. */
  heading(text: string): void {
    this.line();
    this.line(this.color.bold(text));
  }

  text(indent: number, text: string): void {
    for (const part of text.split("\n"))
      for (const line of wrap(part, this.width - indent)) this.line(`${" ".repeat(indent)}${line}`);
  }

  /** Text hanging from a mark. */
  item(indent: number, mark: string, text: string): void {
    const [first = "", ...more] = wrap(text, this.width - indent - 2);
    this.line(`${" ".repeat(indent)}${mark} ${first}`);
    for (const line of more) this.line(`${" ".repeat(indent + 2)}${line}`);
  }

  /** A label and its text in two columns. */
  field(label: string, text: string): void {
    const lines = text.split("\n").flatMap((part) => wrap(part, this.width - FIELD));
    this.#column(label, lines);
  }

  /** The same, never wrapped: to be copied. */
  verbatim(label: string, lines: readonly string[]): void {
    this.#column(label, lines);
  }

  /** Rows in columns; the first `left` columns are left-aligned, the rest right-aligned. */
  table(indent: number, left: number, rows: readonly (readonly string[])[]): void {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
    rows.forEach((row, index) => {
      const cells = row.map((cell, column) =>
        column < left ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      );
      const text = `${" ".repeat(indent)}${cells.join("  ").trimEnd()}`;
      this.line(index === 0 ? this.color.dim(text) : text);
    });
  }

  toString(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  #column(label: string, [first = "", ...more]: readonly string[]): void {
    this.line(`${" ".repeat(LABEL)}${this.color.dim(label.padEnd(FIELD - LABEL))}${first}`);
    for (const line of more) this.line(`${" ".repeat(FIELD)}${line}`);
  }
}
