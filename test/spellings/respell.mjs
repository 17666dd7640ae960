// Legal but unusual spellings of a server's messages. Nothing here changes what a message means.

/** Every spelling, by its flag. */
export const SPELLINGS = [
  "sse-lines", // SSE data over several lines
  "comments", // SSE comments between events
  "crlf", // CRLF as the line end of SSE and of stdio
  "pretty", // JSON bodies over HTTP, indented
  "latency", // everything a second later
  "members", // members unknown to the protocol in results, _meta, capabilities and tools
  "bare-tools", // tools without description
  "pages", // lists one item a page
  "reorder", // lists the other way round
];

const LISTS = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};
const CURSOR = /^spelling-page-(\d+)$/;
const UNKNOWN = "com.example/spelling";

/** Re-spells one conversation's messages: requests on their way in, answers and notifications on their way out. */
export function createRespeller(spellings) {
  const has = (spelling) => spellings.has(spelling);
  const asked = new Map();

  return {
    /** Notes a request of the client, and takes our own cursors out of it. */
    inbound(text) {
      const message = parse(text);
      const method = message?.method;
      if (!(method in LISTS) || message.id === undefined) return text;
      const cursor = message.params?.cursor;
      const page = CURSOR.exec(cursor ?? "")?.[1];
      const own = cursor === undefined || page !== undefined;
      asked.set(JSON.stringify(message.id), { list: LISTS[method], from: Number(page ?? 0), own });
      if (page === undefined) return text;
      const { cursor: _cursor, ...params } = message.params;
      return JSON.stringify({ ...message, params });
    },

    /** The same message of the server, spelled otherwise. */
    outbound(text) {
      const message = parse(text);
      if (message === undefined) return text;
      if (Array.isArray(message)) return text;
      const key = JSON.stringify(message.id);
      const request = message.method === undefined ? asked.get(key) : undefined;
      if (request) asked.delete(key);
      if (!message.result || Object.keys(message.result).length === 0) return text;
      let result = message.result;
      if (request && Array.isArray(result[request.list])) result = listed(result, request);
      if (has("members")) result = extended(result);
      return result === message.result ? text : JSON.stringify({ ...message, result });
    },
  };

  function listed(result, { list, from, own }) {
    let items = result[list];
    if (has("bare-tools") && list === "tools") items = items.map(({ description: _, ...tool }) => tool);
    if (has("members")) items = items.map((item) => ({ ...item, [UNKNOWN]: [null, { deep: true }] }));
    if (has("reorder")) items = items.toReversed();
    // A server's own pages stay as they are.
    if (!has("pages") || !own || result.nextCursor !== undefined) return { ...result, [list]: items };
    const next = from + 1 < items.length ? { nextCursor: `spelling-page-${from + 1}` } : {};
    return { ...result, [list]: items.slice(from, from + 1), ...next };
  }
}

function extended(result) {
  const { capabilities } = result;
  return {
    [UNKNOWN]: { a: [1, 2.5, null, "ü\u2028"] },
    ...result,
    ...(capabilities ? { capabilities: { ...capabilities, spelling: { level: 11 } } } : {}),
    _meta: { ...result._meta, [UNKNOWN]: { nested: { deeper: [] } } },
  };
}

/** Over several lines, as JSON allows between any two tokens. */
export function overLines(text) {
  const message = parse(text);
  if (message !== undefined) return JSON.stringify(message, null, 2);
  return text.startsWith("{") && text.endsWith("}") ? `{\n${text.slice(1, -1)}\n}` : text;
}

// What JavaScript would not write back the same (long numbers, repeated keys) is passed on untouched.
function parse(text) {
  try {
    const value = JSON.parse(text);
    const plain = typeof value === "object" && value !== null;
    return plain && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
