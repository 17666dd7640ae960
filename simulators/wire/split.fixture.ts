import fc from "fast-check";

/** Bytes together with places to cut them. */
export function cutBytes(
  bytes: fc.Arbitrary<Buffer>,
): fc.Arbitrary<{ readonly bytes: Buffer; readonly chunks: readonly Buffer[] }> {
  return fc.tuple(bytes, fc.array(fc.nat({ max: 400 }), { maxLength: 12 })).map(([whole, places]) => {
    const cuts = [...new Set([0, ...places.map((place) => Math.min(place, whole.length)), whole.length])].sort(
      (a, b) => a - b,
    );
    return { bytes: whole, chunks: cuts.slice(1).map((cut, i) => whole.subarray(cuts[i], cut)) };
  });
}

/** Text made of the given pieces, with raw bytes (valid UTF-8 or not) strewn in. */
export function bytesOf(pieces: readonly string[], options: { readonly raw?: boolean } = {}): fc.Arbitrary<Buffer> {
  const piece = fc.constantFrom(...pieces).map((text) => Buffer.from(text));
  const raw = fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes));
  return fc
    .array(options.raw ? fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: raw }) : piece, {
      maxLength: 60,
    })
    .map((parts) => Buffer.concat(parts));
}
