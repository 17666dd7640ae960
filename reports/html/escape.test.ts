import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { visible } from "../visible.ts";
import { pageAssets } from "./assets.ts";
import { dataBlock, html, lines } from "./escape.ts";

const page = new URL("page/", import.meta.url);

test("what is put into markup is text, in elements and in attributes", () => {
  const text = `</script><b a='1' b="2">&amp;\u2028\u202e`;
  const escaped = "&lt;/script&gt;&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;amp;\\u2028\\u202e";
  expect(`${html`<p title="${text}">${text}</p>`}`).toBe(`<p title="${escaped}">${escaped}</p>`);
  expect(`${html`<p>${[html`<i>${1}</i>`, false, undefined, "<"]}</p>`}`).toBe("<p><i>1</i>&lt;</p>");
  expect(`${lines("<a>\n\u0007b\n")}`).toBe("&lt;a&gt;\n\\x07b");
});

test("data cannot end its block, and comes back as it was", () => {
  const value = { "<!--": ["</script>", "<script>", "&", "\u2028\u2029\u202e", "\ud800", "\u0000"] };
  const block = `${dataBlock("result", 3, value)}`;
  const json = block.replace('<script type="application/json" data-result="3">', "").replace("</script>\n", "");
  expect(json).not.toMatch(/[<>&\u2028\u2029\u202e]/);
  expect(JSON.parse(json)).toEqual(value);
});

test("the page writes out the same characters as the terminal does", () => {
  const { script } = pageAssets();
  const module = script.slice(script.indexOf("const HIDDEN"), script.indexOf("const PLAIN"));
  const parts = new Function("text", `${module}; return visibleParts(text);`) as (
    text: string,
  ) => readonly (string | { readonly control: string })[];
  for (let from = 0; from < 0x10000; from += 0x400) {
    const text = String.fromCharCode(...Array.from({ length: 0x400 }, (_, index) => from + index));
    const written = parts(text).map((part) => (typeof part === "string" ? part : part.control));
    expect(written.join("")).toBe(visible(text));
  }
});

test("the page's script reads nothing as markup or code, and asks no network", () => {
  const { script, style } = pageAssets();
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|DOMParser|eval\(|new Function|srcdoc/);
  expect(script).not.toMatch(/fetch\(|XMLHttpRequest|WebSocket|import\(|sendBeacon|new Image/);
  expect(script).not.toMatch(/^(?:import|export)\b/m);
  expect(script).not.toContain("</script");
  expect(style).not.toMatch(/url\(|@import|<\//);
});

test("every module of the page is part of its script", () => {
  const { script } = pageAssets();
  const names = readdirSync(page).filter((name) => name.endsWith(".js"));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const last = readFileSync(new URL(name, page), "utf8").trimEnd().split("\n").slice(-3).join("\n");
    expect(script).toContain(last);
  }
});
