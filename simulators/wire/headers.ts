import type { RawHeaders } from "../trace/events.ts";

/** First value of a header, by name without regard to case. */
export function headerOf(headers: RawHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Every value of a header, in wire order. */
export function headersOf(headers: RawHeaders, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** Media type without parameters, lower case; "" when absent. */
export function mediaTypeOf(headers: RawHeaders): string {
  return (headerOf(headers, "content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
}

/** Pairs from the flat list that node:http gives as `rawHeaders`. */
export function fromRawList(rawHeaders: readonly string[]): RawHeaders {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  return headers;
}
