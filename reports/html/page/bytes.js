import { block, h } from "./dom.js";

const DUMPED = 1024;

/** What a step carried: its bytes, and as JSON set out in lines where they are some. */
export function carried(step) {
  const parts = [];
  if (step.head !== undefined) parts.push(h("h5", {}, "HTTP head"), block(step.head));
  if (step.text !== undefined && step.text !== "") {
    const raw = block(step.text, { ends: true });
    const json = indented(step.text);
    parts.push(h("h5", {}, "Bytes", json !== undefined && toggle(raw, json)), raw);
  }
  if (step.base64 !== undefined) parts.push(h("h5", {}, "Bytes (no UTF-8)"), block(dump(step.base64)));
  if (step.cut > 0)
    parts.push(h("p", { class: "left-out" }, `${step.cut.toLocaleString("en")} bytes more, left out here`));
  return parts;
}

function toggle(raw, json) {
  const button = h("button", { type: "button", class: "small" }, "as JSON in lines");
  let set = false;
  button.addEventListener("click", () => {
    const other = set ? raw : block(json);
    button.parentElement.nextElementSibling.replaceWith(other);
    set = !set;
    button.textContent = set ? "as it came" : "as JSON in lines";
  });
  return button;
}

/** Numbers and repeated names are as JSON.parse reads them; the bytes themselves stand beside. */
function indented(raw) {
  const data = raw
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).replace(/^ /, ""));
  try {
    const value = JSON.parse(data.length > 0 ? data.join("\n") : raw);
    return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : undefined;
  } catch {
    return undefined;
  }
}

function dump(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const lines = [];
  for (let at = 0; at < Math.min(bytes.length, DUMPED); at += 16) {
    const part = [...bytes.subarray(at, at + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const ascii = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${ascii}`);
  }
  if (bytes.length > DUMPED) lines.push(`and ${bytes.length - DUMPED} bytes more`);
  return lines.join("\n");
}
