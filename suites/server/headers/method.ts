import { both, error, refusal, result, status, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { isServed, judgeMismatch, WITHOUT_DEFECT } from "./refused.ts";

const META_VERSION = "io.modelcontextprotocol/protocolVersion";

const LISTS: { readonly [capability: string]: string } = {
  tools: "tools/list",
  resources: "resources/list",
  prompts: "prompts/list",
};

const asDiscovered = where(
  "the result of server/discover, which only the header names",
  (reply: { readonly kind?: unknown; readonly result?: { readonly supportedVersions?: unknown } }) =>
    reply.kind === "result" && reply.result?.supportedVersions !== undefined,
);

/** The Mcp-Method header, on requests that every server serves. */
export const methodHeader: Suite = suite("headers", { revisions: ["2026-07-28"], transports: ["http"] }, (scenario) => {
  scenario(
    "server/discover without Mcp-Method, with another one, and with one in other case is refused with -32020",
    [
      "headers.method-missing-32020",
      "headers.method-mismatch-32020",
      "headers.values-case-sensitive",
      "headers.error-jsonrpc-body",
    ],
    async ({ peer, judge }) => {
      const twin = await peer.call("server/discover");
      const probe = (value: string | undefined, defect: string) =>
        peer.call("server/discover", {}, { headers: { "Mcp-Method": value }, defect });
      const missing = await probe(undefined, "no Mcp-Method header");
      judgeMismatch(judge, { id: "headers.method-missing-32020" }, twin, missing);
      const other = await probe("tools/list", "Mcp-Method is tools/list");
      judgeMismatch(judge, { id: "headers.method-mismatch-32020" }, twin, other);
      const sibling = await probe("server/assay", "Mcp-Method differs after the slash");
      judgeMismatch(judge, { id: "headers.method-mismatch-32020" }, twin, sibling);
      const empty = await probe("", "Mcp-Method is empty");
      judgeMismatch(judge, { id: "headers.method-mismatch-32020" }, twin, empty);
      const capitals = await probe("Server/Discover", "Mcp-Method in other case");
      judgeMismatch(judge, { id: "headers.values-case-sensitive" }, twin, capitals);
    },
  );

  scenario(
    "a list asked for under Mcp-Method: server/discover is not answered as the header says",
    ["headers.body-is-truth"],
    async ({ peer, judge, target, skip }) => {
      const offered = Object.keys(LISTS).find((capability) => target.capabilities[capability] !== undefined);
      if (offered === undefined) return skip("the target declares no list to ask for");
      const method = LISTS[offered]!;
      const twin = await peer.call(method);
      const reply = await peer.call(
        method,
        {},
        {
          headers: { "Mcp-Method": "server/discover" },
          defect: "Mcp-Method is server/discover",
        },
      );
      judge("headers.body-is-truth").given(isServed(twin), WITHOUT_DEFECT).that(reply).isNot(asDiscovered);
    },
  );

  scenario(
    "header names in capitals and in lower case are understood",
    ["headers.names-case-insensitive"],
    async ({ peer, judge }) => {
      const twin = await peer.call("server/discover");
      for (const spell of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
        const headers = {
          [spell("MCP-Protocol-Version")]: peer.revision,
          [spell("Mcp-Method")]: "server/discover",
          [spell("Content-Type")]: "application/json",
        };
        const reply = await peer.call("server/discover", {}, { headers });
        judge("headers.names-case-insensitive").given(isServed(twin), WITHOUT_DEFECT).that(reply).is(result());
      }
    },
  );

  scenario(
    "methods that no server has, and ping, which this revision no longer has, are answered with HTTP 404 and -32601",
    ["headers.unknown-method-404"],
    async ({ peer, judge }) => {
      const twin = await peer.call("server/discover");
      for (const method of ["assay/no-such-method", "tools/no-such-method", "resources/no-such-method"]) {
        const reply = await peer.call(method, {}, { defect: "a method that no server has" });
        judge("headers.unknown-method-404")
          .given(isServed(twin), "server/discover was not served either")
          .that(reply)
          .is(both(status(404), error(-32601)));
      }
      const ping = await peer.call("ping", {}, { defect: "a method that this revision no longer has" });
      // One who answers it has it.
      if (!isServed(ping))
        judge("headers.unknown-method-404")
          .given(isServed(twin), "server/discover was not served either")
          .that(ping)
          .is(both(status(404), error(-32601)));
    },
  );

  scenario(
    "a request whose metadata stands in headers alone, without _meta or without its version, is refused",
    ["headers.metadata-not-from-headers-only"],
    async ({ peer, judge }) => {
      const twin = await peer.call("server/discover");
      const message = { jsonrpc: "2.0", id: peer.nextId(), method: "server/discover", params: {} };
      const delivery = await peer.send(message, { defect: "no params._meta" });
      judge("headers.metadata-not-from-headers-only")
        .given(isServed(twin), WITHOUT_DEFECT)
        .that(await delivery.reply())
        .is(refusal());
      const unversioned = await peer.call(
        "server/discover",
        {},
        {
          headers: { "MCP-Protocol-Version": peer.revision },
          meta: { [META_VERSION]: undefined },
          defect: "no protocol version in _meta",
        },
      );
      judge("headers.metadata-not-from-headers-only")
        .given(isServed(twin), WITHOUT_DEFECT)
        .that(unversioned)
        .is(refusal());
    },
  );
});
