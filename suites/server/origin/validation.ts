import type { HttpAnswer, Peer, Reply } from "../../../simulators/client/peer.ts";
import { LEGACY, since } from "../../../simulators/wire/revisions.ts";
import { refusal, status } from "../../kit/accept.ts";
import type { Judge } from "../../kit/judge.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { LOOPBACK } from "./binding.ts";
import { foreignOrigins } from "./foreign.ts";

const HTTP = since("2025-03-26");
const SESSIONS = LEGACY.filter((revision) => HTTP.includes(revision));
const WITHOUT_ORIGIN = "the same request without an Origin was not served";
const SERVED = "the request was served: the target takes that Origin for a valid one";

/** Requests as a web page on a foreign site would make them (2025-11-25/basic/transports#security-warning). */
export const validation: Suite = suite("origin", { revisions: HTTP, transports: ["http"] }, (scenario) => {
  scenario(
    "requests from foreign Origins, and from ones that only look like this machine, are refused with HTTP 403",
    ["origin.validated", "origin.invalid-403"],
    async ({ peer, judge, random }) => {
      const method = plainest(peer);
      const twin = await peer.call(method);
      const origins = foreignOrigins(random);
      for (const origin of origins) {
        const defect = `Origin is ${origin}`;
        const reply = await peer.call(method, undefined, { headers: { Origin: origin }, defect });
        judgeRefusal(judge, twin.kind === "result", reply);
      }
      if (peer.era === "modern") return;
      const params = { protocolVersion: peer.revision, capabilities: {}, clientInfo: { name: "assay", version: "1" } };
      const handshake = await peer.http!.post(
        { jsonrpc: "2.0", id: peer.nextId(), method: "initialize", params },
        {
          headers: { Origin: origins[0], "Mcp-Session-Id": undefined, "MCP-Protocol-Version": undefined },
          defect: `Origin of a handshake is ${origins[0]}`,
          done: (messages) => messages.some(({ message }) => message.result !== undefined),
        },
      );
      judgeRefusal(judge, twin.kind === "result", handshake);
    },
  );

  scenario(
    "a request whose foreign Origin is also its Host, as after DNS rebinding, is refused by a local server",
    ["origin.validated"],
    async ({ peer, judge, random, skip }) => {
      const http = peer.http!;
      if (!LOOPBACK.test(http.url.hostname)) return skip("the target's URL is not that of a local server");
      const method = plainest(peer);
      const [origin] = foreignOrigins(random);
      const ask = (headers: readonly (readonly [string, string])[], defect: string) => {
        const meta = peer.era === "modern" ? { params: { _meta: peer.meta } } : {};
        const body = { jsonrpc: "2.0", id: peer.nextId(), method, ...meta };
        const own = peer.era === "modern" ? [["Mcp-Method", method] as const] : [];
        const usual = http.usualHeaders.filter(
          ([name]) => !["host", "origin", "mcp-method"].includes(name.toLowerCase()),
        );
        return http.post(body, { exactHeaders: [...headers, ...own, ...usual], defect });
      };
      const twin = await ask([["Host", http.url.host]], "its usual headers, spelled out");
      const rebound = [
        ["Host", new URL(origin).host],
        ["Origin", origin],
      ] as const;
      const reply = await ask(rebound, `Host and Origin are ${origin}`);
      judge("origin.validated")
        .given(isSuccess(twin), WITHOUT_ORIGIN)
        .given(reply.status !== 0, "the request was not answered")
        .that(reply)
        .is(refusal());
    },
  );

  scenario(
    "a notification from a foreign Origin is refused as well",
    ["origin.validated"],
    async ({ peer, judge, random }) => {
      const legacy = peer.era === "legacy";
      const [origin] = foreignOrigins(random);
      const send = (options: Parameters<Peer["notify"]>[2] = {}) =>
        peer.notify(
          legacy ? "notifications/cancelled" : "notifications/assay/nothing",
          legacy ? { requestId: "none", reason: "there is no such request" } : { _meta: peer.meta },
          options,
        );
      const twin = await send();
      const foreign = await send({ headers: { Origin: origin }, defect: `Origin of a notification is ${origin}` });
      judge("origin.validated")
        .given(isSuccess(twin.http), "the same notification without an Origin was not accepted")
        .given((foreign.http?.status ?? 0) !== 0, "the notification was not answered")
        .that(foreign.http)
        .is(refusal());
    },
  );

  scenario(
    "a GET from a foreign Origin opens no stream",
    ["origin.validated", "origin.invalid-403"],
    async ({ peer, judge, random, skip }) => {
      const [origin] = foreignOrigins(random);
      const foreign = await peer.http!.open("GET", {
        headers: { Origin: origin },
        defect: `Origin of a GET is ${origin}`,
      });
      await foreign.close();
      const twin = await peer.http!.open("GET");
      await twin.close();
      const opens = (stream: typeof twin) => stream.status === 200 && stream.answer.mediaType === "text/event-stream";
      if (!opens(twin) && !opens(foreign)) return skip("a GET opens no stream on this target");
      judge("origin.validated").that(foreign.answer).is(refusal());
      judge("origin.invalid-403")
        .given(opens(twin), WITHOUT_ORIGIN)
        .given(refusal().fits(foreign.answer), SERVED)
        .that(foreign.answer)
        .is(status(403));
    },
    { revisions: SESSIONS, isolation: "session" },
  );

  scenario(
    "a DELETE from a foreign Origin ends no session",
    ["origin.validated", "origin.invalid-403"],
    async ({ peer, judge, random, skip }) => {
      const http = peer.http!;
      if (http.sessionId === undefined) return skip("the target issues no session ids");
      const [origin] = foreignOrigins(random);
      const foreign = await http.request("DELETE", {
        headers: { Origin: origin },
        defect: `Origin of a DELETE is ${origin}`,
      });
      const twin = await http.request("DELETE");
      if (!isSuccess(foreign) && !isSuccess(twin)) return skip("the target ends no session by DELETE");
      judge("origin.validated").that(foreign).is(refusal());
      judge("origin.invalid-403")
        .given(isSuccess(twin), WITHOUT_ORIGIN)
        .given(refusal().fits(foreign), SERVED)
        .that(foreign)
        .is(status(403));
    },
    { revisions: SESSIONS, isolation: "session" },
  );

  scenario(
    "a call from a foreign Origin has no effect",
    ["origin.validated"],
    async ({ peer, judge, target, random, skip }) => {
      if (!target.fixture("assay_counter") || !target.fixture("assay_counter_read"))
        return skip("the target has no tool assay_counter whose effects could be counted");
      const count = async () => {
        const reply = await peer.call("tools/call", { name: "assay_counter_read", arguments: {} });
        return reply.kind === "result" ? JSON.stringify(reply.result.content ?? null) : undefined;
      };
      const call = { name: "assay_counter", arguments: {} };
      const [origin] = foreignOrigins(random);
      const idle = await count();
      const twin = await peer.call("tools/call", call);
      const before = await count();
      const refused = await peer.call("tools/call", call, {
        headers: { Origin: origin },
        defect: `Origin is ${origin}`,
      });
      const after = await count();
      judge("origin.validated")
        .given(twin.kind === "result" && before !== undefined && before !== idle, "the counter does not count")
        .given(refusal().fits(refused), SERVED)
        .given(after !== undefined, "the count is unknown")
        .showing(...refused.events)
        .sent(refused.sent.text, refused.sent.reproduce)
        .that(after)
        .is({ text: `the count as before, ${before}`, fits: (subject) => subject === before });
    },
    { isolation: "alone" },
  );
});

function plainest({ era }: Peer): string {
  return era === "modern" ? "server/discover" : "ping";
}

function judgeRefusal(judge: Judge, served: boolean, subject: Reply | HttpAnswer): void {
  judge("origin.validated").given(served, WITHOUT_ORIGIN).that(subject).is(refusal());
  judge("origin.invalid-403")
    .given(served, WITHOUT_ORIGIN)
    .given(refusal().fits(subject), SERVED)
    .that(subject)
    .is(status(403));
}

function isSuccess(answer: HttpAnswer | undefined): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}
