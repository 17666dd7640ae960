/** A scheme and something after it: as much of RFC 3986 as no reader of a URI disputes. */
export const URI = "^[A-Za-z][A-Za-z0-9+.\\-]*:[^\\s]*$";

export const FILE_URI = "^file://";

/** RFC 6838's type/subtype, with whatever parameters. */
export const MIME_TYPE = "^[^\\s/;]+/[^\\s/;]+";

/** ISO 8601: a calendar date, with whatever time of day. */
export const TIMESTAMP = "^\\d{4}-?\\d{2}-?\\d{2}";
