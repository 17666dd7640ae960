/** One place where a value is not as its definition says. */
export interface Violation {
  /** The innermost definition that was broken. */
  readonly definition: string;
  /** RFC 6901, from the root of what was validated: /result/tools/2/inputSchema/type. */
  readonly pointer: string;
  /** The same place as one writes it: result.tools[2].inputSchema.type. */
  readonly path: string;
  /** The JSON Schema keyword that failed; `absent` for a member that must not be there. */
  readonly keyword: string;
  readonly expected: string;
  readonly found: string;
  /** The requirement that is broken, where the schema names one. */
  readonly requirement?: string;
  /** One line: place, expected, found. */
  readonly text: string;
}

export type Path = readonly (string | number)[];

/** The place as an RFC 6901 pointer. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The place as one writes it in JavaScript. */
export function writtenPath(path: Path): string {
  const written = path.map((key, index) => {
    if (typeof key === "number") return `[${key}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${shown(key)}]`;
    return index === 0 ? key : `.${key}`;
  });
  return written.join("");
}

const LONGEST_SHOWN = 60;

/** A found value in a few characters: scalars as JSON, cut when long; arrays and objects by their kind. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const cut = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
  return JSON.stringify(cut);
}
