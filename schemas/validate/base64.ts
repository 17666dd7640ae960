const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is base64 with padding (RFC 4648 section 4), without line breaks or a data: prefix. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && ALPHABET.test(text);
}
