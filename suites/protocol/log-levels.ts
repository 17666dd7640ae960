/** The severities of log messages, least severe first (schema#logginglevel). */
export const LOG_LEVELS: readonly string[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

export const LOG_MESSAGE = "notifications/message";
/** Modern: the `_meta` key by which a request asks for log messages. */
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** Position among the severities; -1 for what is no level. */
export function severityOf(level: unknown): number {
  return LOG_LEVELS.indexOf(level as string);
}
