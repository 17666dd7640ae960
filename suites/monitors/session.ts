import type { SeenMessage } from "../../simulators/trace/context.ts";
import { headerOf, headersOf } from "../../simulators/wire/headers.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { onClientRequest, onSettledClient } from "./http/client.ts";
import { isPost, shownOf } from "./http/exchanges.ts";

const visibleAscii = monitor("session.id-visible-ascii", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response") return;
    for (const id of headersOf(exchange.response!.headers, "mcp-session-id")) {
      m.saw();
      if (!/^[\x21-\x7e]+$/.test(id))
        m.fail(`the session id ${JSON.stringify(id)}`, {
          ...shownOf(exchange),
          accepted: ["an id of visible ASCII characters, 0x21 to 0x7E"],
        });
    }
  });
});

const notMinted = monitor("session.id-not-minted", (m) => {
  m.on("exchange", ({ exchange, at }) => {
    if (at !== "response" || !isPost(exchange)) return;
    m.saw();
    const [id] = headersOf(exchange.response!.headers, "mcp-session-id");
    if (id !== undefined)
      m.fail(`the session id ${JSON.stringify(id)}`, {
        ...shownOf(exchange),
        accepted: ["no Mcp-Session-Id: this revision has no sessions"],
      });
  });
});

const CLIENT = { judges: "client" } as const;
const SESSION = "mcp-session-id";
const OUTSIDE = ["initialize", "server/discover"];
const HELD = 1_000;

/**
 * A session begins with the answer to `initialize`, ends with DELETE, and may be begun anew at any time. A probe of the
 * era belongs to none.
 */
const idSent = monitor(
  "session.id-sent",
  (m) => {
    const issued = new Map<string, { readonly seq: number; readonly target: string }>();
    const ended = new Set<string>();
    // A GET without an id may come from a further connection that has not sent its initialize yet.
    const held: (() => void)[] = [];
    onClientRequest(m, (exchange) => {
      const { request, response, sent: bodies } = exchange;
      const outside = bodies.some(({ message }) => OUTSIDE.includes(message.method ?? ""));
      const sent = headerOf(request.headers, SESSION);
      const known = [...issued].filter(
        ([one, { seq, target }]) => seq < request.seq && target === request.target && (one === sent || !ended.has(one)),
      );
      const id = headerOf(response!.headers, SESSION);
      if (id !== undefined && issued.size < HELD) issued.set(id, { seq: response!.seq, target: request.target });
      if (outside) held.length = 0;
      if (outside || known.length === 0) return;
      if (request.method === "POST") for (const accuse of held.splice(0)) accuse();
      m.saw();
      if (sent !== undefined && issued.has(sent)) {
        if (request.method === "DELETE") ended.add(sent);
        return;
      }
      const accuse = () =>
        m.fail(sent === undefined ? "no Mcp-Session-Id" : `Mcp-Session-Id ${JSON.stringify(sent)}`, {
          ...shownOf(exchange),
          accepted: [`Mcp-Session-Id: ${known.at(-1)![0]}, as the answer to initialize had it`],
        });
      if (sent === undefined && request.method === "GET" && held.length < HELD) held.push(accuse);
      else accuse();
    });
  },
  CLIENT,
);

const idHeldBack = monitor(
  "session.id-handled-securely",
  (m) => {
    const issued = new Set<string>();
    m.on("exchange", ({ exchange, at }) => {
      if (exchange.request.from !== "target" || at !== "response") return;
      const { target, headers } = exchange.request;
      if (issued.size > 0) m.saw();
      const elsewhere = headers.filter(([name]) => name.toLowerCase() !== SESSION);
      const found = [...issued].find((id) => target.includes(id) || elsewhere.some(([, value]) => value.includes(id)));
      if (found !== undefined)
        m.fail(`the session id in ${target.includes(found) ? `the URL ${target}` : "another header"}`, {
          ...shownOf(exchange),
          accepted: ["the session id in the header Mcp-Session-Id only"],
        });
      const id = headerOf(exchange.response!.headers, SESSION);
      // A short one may stand anywhere by chance.
      if (id !== undefined && id.length >= 16 && issued.size < HELD) issued.add(id);
    });
  },
  CLIENT,
);

const noIdNeeded = monitor(
  "session.client-no-id",
  (m) => {
    onSettledClient(m, (exchange) => {
      m.saw();
      const id = headerOf(exchange.request.headers, SESSION);
      if (id === undefined && exchange.request.method !== "DELETE") return;
      m.fail(id === undefined ? `DELETE ${exchange.request.target}` : `Mcp-Session-Id ${JSON.stringify(id)}`, {
        ...shownOf(exchange),
        accepted: ["neither Mcp-Session-Id nor DELETE: this revision has no sessions"],
      });
    });
  },
  CLIENT,
);

const noInitialize = monitor(
  "session.client-no-initialize",
  (m) => {
    let modern = false;
    m.on("response", ({ seen, request }) => {
      if (seen.from === "peer" && request?.method !== "initialize" && seen.message.result !== undefined) modern = true;
    });
    const judge = ({ seen }: { readonly seen: SeenMessage }) => {
      if (seen.from !== "target" || !modern) return;
      m.saw();
      const { method } = seen.message;
      if (method !== "initialize" && method !== "notifications/initialized") return;
      m.fail(shorten(seen.message.text, 200), {
        accepted: ["no handshake with a server that has answered under this revision"],
        events: [seen.seq],
      });
    };
    m.on("request", judge);
    m.on("notification", judge);
  },
  CLIENT,
);

export const monitors: readonly Monitor[] = [visibleAscii, notMinted, idSent, idHeldBack, noIdNeeded, noInitialize];
