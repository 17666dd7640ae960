/** `/` searches, `j` and `k` go from line to line, `o` opens or closes all that is shown. */
export function listenToKeys(form, rows) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input[type=search], select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      form.elements.q.focus();
    } else if (event.key === "j" || event.key === "k") move(rows(), event.key === "j" ? 1 : -1);
    else if (event.key === "o") {
      const shown = rows().slice(0, 300);
      const open = shown.some((row) => !row.open);
      for (const row of shown) row.open = open;
    }
  });
}

function move(rows, by) {
  const at = rows.indexOf(document.activeElement?.closest(".row"));
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
  if (next === undefined) return;
  next.querySelector("summary").focus();
  next.scrollIntoView({ block: "nearest" });
}
