import type { HttpAnswer, Peer } from "../../../simulators/client/peer.ts";
import { isObject } from "../../../simulators/wire/json.ts";
import { since } from "../../../simulators/wire/revisions.ts";
import { both, error, errorWhere, status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { isDualEra } from "../http/standalone.ts";
import { HEADER_MISMATCH, isServed, judgeMismatch, WITHOUT_DEFECT } from "./refused.ts";

const VERSION = "MCP-Protocol-Version";
const META_VERSION = "io.modelcontextprotocol/protocolVersion";

/** Refused for the version, whichever of the two the server looked at. */
const UNSUPPORTED = both(status(400), error(-32022));

/** The MCP-Protocol-Version header of the modern era (2026-07-28/basic/transports/streamable-http#protocol-version-header). */
export const versionHeader: Suite = suite("headers", {
  revisions: ["2026-07-28"],
  transports: ["http"],
}, (scenario) => {
  scenario(
    "a protocol version that differs between header and body is refused with HTTP 400",
    ["headers.protocol-version-mismatch-32020"],
    async ({ peer, judge, random }) => {
      const twin = await peer.call("server/discover");
      const unknown = futureDate(random.integer(2200, 2999));
      const inHeader = await peer.call(
        "server/discover",
        {},
        {
          headers: { [VERSION]: unknown },
          defect: `${VERSION} is ${unknown}, the body says ${peer.revision}`,
        },
      );
      const inBody = await peer.call(
        "server/discover",
        {},
        {
          headers: { [VERSION]: peer.revision },
          meta: { [META_VERSION]: unknown },
          defect: `the body's version is ${unknown}, ${VERSION} says ${peer.revision}`,
        },
      );
      // One of two different versions is unknown, too, and the page gives neither fault precedence.
      for (const reply of [inHeader, inBody])
        judge("headers.protocol-version-mismatch-32020")
          .given(isServed(twin), WITHOUT_DEFECT)
          .that(reply)
          .is(HEADER_MISMATCH, UNSUPPORTED);
    },
  );

  scenario(
    "a protocol version that the target does not have, in header and body, is refused with HTTP 400 and -32022",
    ["headers.protocol-version-unsupported-32022"],
    async ({ peer, judge, target, random }) => {
      const twin = await peer.call("server/discover");
      const versions = [futureDate(random.integer(2200, 2999)), "1900-01-01"];
      // Where only newer revisions are served, one that exists is as unsupported as one that does not.
      if (!isDualEra(target.revisions)) versions.push("2025-06-18");
      for (const version of versions) {
        const reply = await peer.call(
          "server/discover",
          {},
          {
            headers: { [VERSION]: version },
            meta: { [META_VERSION]: version },
            defect: `asks for the protocol version ${version}`,
          },
        );
        judge("headers.protocol-version-unsupported-32022")
          .given(isServed(twin), WITHOUT_DEFECT)
          .that(reply)
          .is(
            both(
              status(400),
              errorWhere(
                "JSON-RPC error -32022 with an array data.supported",
                ({ code, data }) => code === -32022 && isObject(data) && Array.isArray(data.supported),
              ),
            ),
          );
      }
    },
  );

  scenario(
    "a request without MCP-Protocol-Version is refused with -32020 by a server of newer revisions only",
    ["headers.protocol-version-missing-32020", "headers.error-jsonrpc-body"],
    async ({ peer, judge }) => {
      const twin = await peer.call("server/discover");
      const reply = await peer.call(
        "server/discover",
        {},
        {
          headers: { [VERSION]: undefined },
          defect: `no ${VERSION} header`,
        },
      );
      const older = HEADER_MISMATCH.fits(reply) ? undefined : await olderRevision(peer);
      if (older !== undefined)
        judge("headers.protocol-version-missing-32020").inconclusive(
          `the target also speaks ${older}, whose clients send no ${VERSION}: it may take the request for one of theirs`,
        );
      else judgeMismatch(judge, { id: "headers.protocol-version-missing-32020" }, twin, reply);
    },
  );
});

function futureDate(year: number): string {
  return `${year}-01-01`;
}

/** The revision older than the header that the target agrees to in a handshake; undefined when it does not. */
async function olderRevision(peer: Peer): Promise<string | undefined> {
  const answer = await peer.http!.post(
    {
      jsonrpc: "2.0",
      id: peer.nextId(),
      method: "initialize",
      params: {
        protocolVersion: "2025-03-26",
        capabilities: {},
        clientInfo: { name: "mcp-assay", version: "1.0.0" },
      },
    },
    {
      headers: { [VERSION]: undefined, "Mcp-Method": undefined },
      defect: "a legacy handshake",
      done: (messages) => messages.some(({ message }) => message.result !== undefined),
    },
  );
  const agreed = agreedIn(answer);
  return agreed === undefined || (since("2025-06-18") as readonly string[]).includes(agreed) ? undefined : agreed;
}

function agreedIn({ messages }: HttpAnswer): string | undefined {
  const found = messages.map(({ message }) => message.result).find(isObject)?.protocolVersion;
  return typeof found === "string" ? found : undefined;
}
