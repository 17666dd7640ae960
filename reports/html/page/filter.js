import { runName } from "./evidence.js";
import { dataOf, WORDS } from "./row.js";

const KINDS = ["failure", "error", "warning", "expected", "inconclusive", "pass", "not-applicable"];
const BY_LETTER = {
  f: "failure",
  e: "error",
  w: "warning",
  x: "expected",
  i: "inconclusive",
  p: "pass",
  n: "not-applicable",
};

/** Shows the rows that fit, each in the section of the worst that it was in the runs looked at. */
export function createFilter(form, list, page) {
  const rows = [...list.querySelectorAll(".row")];
  const sections = new Map([...list.querySelectorAll("section")].map((section) => [section.dataset.kind, section]));
  const pills = [...form.querySelectorAll("[data-count]")];
  const shown = form.querySelector('[data-ui="shown"]');
  const texts = new Map();

  /** What is searched; made once for each row, and not of the conversations, which are long. */
  const textOf = (row) => {
    let text = texts.get(row);
    if (text === undefined) {
      const data = dataOf(row.dataset.row, "result");
      const told = (data?.results ?? []).flatMap((result) =>
        result
          ? [
              result.reason,
              result.expected,
              ...result.findings.flatMap(({ sent, seen, accepted, note, judge }) => [
                sent,
                seen,
                note,
                judge,
                ...accepted,
              ]),
            ]
          : [],
      );
      const words = [row.id, row.dataset.area, row.querySelector(".statement").textContent];
      text = [...words, ...(data?.sources ?? []).map(({ source }) => source), ...new Set(told)]
        .join("\n")
        .toLowerCase();
      if (data !== undefined) texts.set(row, text);
    }
    return text;
  };

  const wishes = () => {
    const data = new FormData(form);
    const runs = page.runs.flatMap(({ revision, transport }, index) => {
      const fits =
        (data.get("revision") === "" || data.get("revision") === revision) &&
        (data.get("transport") === "" || data.get("transport") === transport);
      return fits ? [index] : [];
    });
    return {
      words: data.get("q").toLowerCase().trim(),
      verdicts: new Set(data.getAll("verdict")),
      levels: new Set(data.getAll("level")),
      area: data.get("area"),
      runs,
    };
  };

  const apply = () => {
    const { words, verdicts, levels, area, runs } = wishes();
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, { all: 0, rows: [] }]));
    for (const row of rows) {
      const { kinds, level } = row.dataset;
      const here = new Set(runs.map((run) => BY_LETTER[kinds[run]]));
      const kind = KINDS.find((one) => here.has(one));
      const fits =
        kind !== undefined &&
        levels.has(level) &&
        (area === "" || row.dataset.area === area) &&
        (words === "" || textOf(row).includes(words));
      if (fits) counts[kind].all += 1;
      const visible = fits && verdicts.has(kind);
      if (row.hidden === visible) row.hidden = !visible;
      if (visible) counts[kind].rows.push(row);
    }
    let total = 0;
    for (const kind of KINDS) {
      const section = sections.get(kind);
      const own = counts[kind].rows;
      total += own.length;
      section.hidden = own.length === 0;
      section.querySelector(".count").textContent = own.length;
      const place = section.querySelector(".rows");
      for (const row of own) if (row.parentElement !== place) place.append(row);
    }
    for (const pill of pills) pill.textContent = counts[pill.dataset.count].all;
    shown.textContent =
      total === rows.length ? `${total} requirements` : `${total} of ${rows.length} requirements shown`;
  };

  /** The wishes as the part of an address after `#`; what is as at first is left out. */
  const address = () => {
    const wanted = new URLSearchParams();
    for (const name of ["q", "area", "revision", "transport"])
      if (form.elements[name].value !== "") wanted.set(name, form.elements[name].value);
    for (const name of ["verdict", "level"]) {
      const boxes = [...form.querySelectorAll(`input[name="${name}"]`)];
      if (boxes.some((box) => box.checked !== box.defaultChecked))
        wanted.set(
          name,
          boxes
            .filter((box) => box.checked)
            .map((box) => box.value)
            .join(","),
        );
    }
    return wanted.size === 0 ? "" : `#?${wanted}`;
  };

  const restore = (query) => {
    const wanted = new URLSearchParams(query);
    form.reset();
    for (const name of ["q", "area", "revision", "transport"])
      if (wanted.has(name)) form.elements[name].value = wanted.get(name);
    for (const name of ["verdict", "level"]) {
      if (!wanted.has(name)) continue;
      const values = new Set(wanted.get(name).split(","));
      for (const box of form.querySelectorAll(`input[name="${name}"]`)) box.checked = values.has(box.value);
    }
    apply();
  };

  return {
    apply,
    address,
    restore,
    rows: () => rows.filter((row) => !row.hidden),
    /** Makes sure that a row is shown, by dropping what hides it. */
    reveal(row) {
      if (!row.hidden) return;
      restore("");
      if (!row.hidden) return;
      const kind = KINDS.find((one) => [...row.dataset.kinds].some((letter) => BY_LETTER[letter] === one));
      for (const box of form.querySelectorAll('input[name="verdict"]')) if (box.value === kind) box.checked = true;
      apply();
    },
    /** In words, how a row fared in each run. */
    told: (row) =>
      page.runs.map(
        (run, index) => `${runName(run)}: ${WORDS[BY_LETTER[row.dataset.kinds[index]]] ?? "not in this revision"}`,
      ),
  };
}
