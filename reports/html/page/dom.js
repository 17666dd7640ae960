import { visibleParts } from "./visible.js";

const PLAIN = new Set([
  "class",
  "title",
  "type",
  "scope",
  "colspan",
  "role",
  "aria-label",
  "tabindex",
  "hidden",
  "open",
]);

/** An element. Whatever is put into it is text, with control characters written out; nothing is ever read as markup. */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue;
    if (key === "href") {
      if (/^(?:https:\/\/|#)/.test(value)) element.setAttribute(key, value);
    } else if (PLAIN.has(key)) element.setAttribute(key, value === true ? "" : String(value));
    else throw new Error(`no attribute for this page: ${key}`);
  }
  put(element, children);
  return element;
}

function put(element, children) {
  for (const child of children) {
    if (child === undefined || child === false || child === null) continue;
    if (Array.isArray(child)) put(element, child);
    else if (child instanceof Node) element.append(child);
    else element.append(...text(String(child)));
  }
}

/** Text nodes, what was written out marked as such. */
export function text(value) {
  return visibleParts(value).map((part) => {
    if (typeof part === "string") return document.createTextNode(part);
    const mark = document.createElement("span");
    mark.className = "control";
    mark.textContent = part.control;
    return mark;
  });
}

/** Text of several lines: line ends are kept, and shown where `ends` is set. */
export function block(value, { ends = false } = {}) {
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  const lines = value.split("\n");
  lines.forEach((line, index) => {
    pre.append(...text(line));
    if (index === lines.length - 1) return;
    if (ends) pre.append(...text("\n"));
    pre.append("\n");
  });
  return pre;
}

/** A button that copies the text as it is shown; control characters would be obeyed where they are pasted. */
export function copyButton(value) {
  const button = h("button", { type: "button", class: "copy" }, "Copy");
  const shown = value
    .split("\n")
    .map((line) => visibleParts(line).map((part) => part.control ?? part))
    .map((parts) => parts.join(""))
    .join("\n");
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(shown);
    } catch {
      done = copySelected(button, shown);
    }
    button.textContent = done ? "Copied" : "Not copied: select it by hand";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
  return button;
}

function copySelected(button, value) {
  const area = document.createElement("textarea");
  area.value = value;
  button.after(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
