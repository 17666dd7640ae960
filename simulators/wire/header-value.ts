/** Whether a text cannot stand in a header as it is. */
export function needsEncoding(_text: string): boolean {
  throw new Error("not written yet");
}
export function encodeHeaderValue(_text: string): string {
  throw new Error("not written yet");
}
/** The text a header value stands for; undefined when its encoding is broken. */
export function decodeHeaderValue(_value: string): string | undefined {
  throw new Error("not written yet");
}
