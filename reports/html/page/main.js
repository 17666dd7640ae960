import { createFilter } from "./filter.js";
import { listenToKeys } from "./keys.js";
import { dataOf, fill } from "./row.js";

/** Rows that are opened to be printed. */
const PRINTED = 200;

const { role, name } = document.body.dataset;
const page = { runs: dataOf(0, "runs"), role, name };
const list = document.querySelector('[data-ui="list"]');
const form = document.querySelector('[data-ui="filters"]');
const filter = createFilter(form, list, page);
const byId = new Map([...list.querySelectorAll(".row")].map((row) => [row.id, row]));

form.hidden = false;
filter.apply();

list.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches?.(".row") && event.target.open) fill(event.target, page);
  },
  true,
);
list.addEventListener("pointerover", (event) => {
  const chips = event.target.closest?.(".chips");
  if (chips) chips.title ||= filter.told(chips.closest(".row")).join("\n");
});

let waiting;
const changed = () => {
  filter.apply();
  const { pathname, search } = location;
  history.replaceState(null, "", filter.address() || pathname + search);
};
form.addEventListener("input", (event) => {
  clearTimeout(waiting);
  waiting = setTimeout(changed, event.target.name === "q" ? 120 : 0);
});
form.addEventListener("reset", () => setTimeout(changed));
form.addEventListener("submit", (event) => event.preventDefault());

/** An address names a requirement (`#id`) or a filter (`#?area=tools`). */
function follow() {
  const named = location.hash.slice(1);
  if (named.startsWith("?")) {
    filter.restore(named);
    form.scrollIntoView();
    return;
  }
  let id = named;
  try {
    id = decodeURIComponent(named);
  } catch {
    // It is taken as it stands.
  }
  const row = byId.get(id);
  if (row === undefined) return;
  filter.reveal(row);
  row.open = true;
  fill(row, page);
  row.querySelector("summary").focus();
  row.scrollIntoView();
}
addEventListener("hashchange", follow);
// What is behind a line may be further down the file than has been read.
document.addEventListener("DOMContentLoaded", () => {
  if (location.hash.length > 1) follow();
  for (const row of list.querySelectorAll(".row[open]")) fill(row, page);
});

listenToKeys(form, filter.rows);

let opened = [];
addEventListener("beforeprint", () => {
  const found = filter.rows().filter((row) => /[few]/.test(row.dataset.kinds));
  opened = found.filter((row) => !row.open).slice(0, PRINTED);
  for (const row of opened) {
    fill(row, page);
    row.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const row of opened) row.open = false;
});

const theme = document.querySelector('[data-ui="theme"]');
theme.hidden = false;
theme.addEventListener("click", () => {
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  dataset.theme = (dataset.theme ?? system) === "dark" ? "light" : "dark";
});
