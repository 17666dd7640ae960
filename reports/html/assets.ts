import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { HIDDEN, NAMED } from "../visible.ts";

/** In the order in which they need each other. */
const MODULES = ["visible", "dom", "bytes", "sequence", "evidence", "row", "filter", "keys", "main"];

/** The page's style and script. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  /** Lets nothing but these two run or apply, and nothing be loaded from anywhere. */
  readonly policy: string;
}

let assets: Assets | undefined;

export function pageAssets(): Assets {
  assets ??= read();
  return assets;
}

function read(): Assets {
  const file = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), "utf8");
  const style = file("page.css");
  const given = `const HIDDEN = ${HIDDEN};\nconst NAMED = ${JSON.stringify(NAMED)};`;
  // One script without modules: what they export is in the same scope.
  const script = `"use strict";\n(() => {\n${given}\n${MODULES.map((name) => joined(file(`${name}.js`))).join("\n")}\n})();`;
  const policy = [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return { style, script, policy };
}

function joined(module: string): string {
  return module.replaceAll(/^import [^;]*;\n/gm, "").replaceAll(/^export /gm, "");
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
