/** The known value that is spelled most alike, if any is alike enough to have been meant. */
export function nearest(value: string, known: readonly string[]): string | undefined {
  const wanted = value.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = distanceOf(wanted, name.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  if (best === undefined) return undefined;
  const near = best.distance <= Math.max(2, Math.floor(Math.max(value.length, best.name.length) * 0.4));
  return near ? best.name : known.find((name) => name.toLowerCase().includes(wanted));
}

/** Levenshtein's: insertions, deletions and replacements. */
function distanceOf(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[j]! + 1, current[j - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
