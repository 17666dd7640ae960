import { LEGACY, since } from "../../../simulators/wire/revisions.ts";
import { refusal, status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";

const HTTP = since("2025-03-26");
const WITHOUT_ORIGIN = "the same request without an Origin was not served";

/** Requests as a web page on a foreign site would make them (2025-11-25/basic/transports#security-warning). */
export const validation: Suite = suite("origin", { revisions: HTTP, transports: ["http"] }, (scenario) => {
  scenario(
    "a request from a foreign Origin is refused, with HTTP 403",
    ["origin.validated", "origin.invalid-403"],
    async ({ peer, judge, random }) => {
      const method = peer.era === "modern" ? "server/discover" : "ping";
      const twin = await peer.call(method);
      const origin = `http://${random.word(10)}.example`;
      const reply = await peer.call(method, undefined, { headers: { Origin: origin }, defect: `Origin is ${origin}` });
      const asked = () => judge("origin.validated").given(twin.kind === "result", WITHOUT_ORIGIN);
      asked().that(reply).is(refusal());
      judge("origin.invalid-403")
        .given(twin.kind === "result", WITHOUT_ORIGIN)
        .given(refusal().fits(reply), "the request was served: the target takes that Origin for a valid one")
        .that(reply)
        .is(status(403));
      if (peer.era === "modern") return;
      const params = { protocolVersion: peer.revision, capabilities: {}, clientInfo: { name: "assay", version: "1" } };
      const handshake = await peer.http!.post(
        { jsonrpc: "2.0", id: peer.nextId(), method: "initialize", params },
        {
          headers: { Origin: origin, "Mcp-Session-Id": undefined, "MCP-Protocol-Version": undefined },
          defect: `Origin of a handshake is ${origin}`,
          done: (messages) => messages.some(({ message }) => message.result !== undefined),
        },
      );
      asked().that(handshake).is(refusal());
    },
  );

  scenario(
    "a GET from a foreign Origin opens no stream",
    ["origin.validated"],
    async ({ peer, judge, random, skip }) => {
      const origin = `http://${random.word(10)}.example`;
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
    },
    { revisions: LEGACY.filter((revision) => HTTP.includes(revision)), isolation: "session" },
  );
});
