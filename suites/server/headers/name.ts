import type { CallOptions } from "../../../simulators/client/peer.ts";
import { encodeHeaderValue } from "../../../simulators/wire/header-value.ts";
import { error, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { namedRequests } from "./named.ts";
import { BARE_400, HEADER_MISMATCH, isServed, judgeMismatch, WITHOUT_DEFECT } from "./refused.ts";

const NAME = "Mcp-Name";
/** What a call of `assay_counter` may be refused for. */
const UNTRUE: readonly (readonly [NonNullable<CallOptions["headers"]>, string])[] = [
  [{ [NAME]: "assay_counter_read" }, `${NAME} is another tool`],
  [{ [NAME]: undefined }, `no ${NAME} header`],
  [{ "Mcp-Method": "tools/list" }, "Mcp-Method is tools/list"],
  [{ "Mcp-Method": undefined }, "no Mcp-Method header"],
  [{ "MCP-Protocol-Version": "1999-01-01" }, "MCP-Protocol-Version is 1999-01-01"],
];
const NOTHING_NAMED = "the target offers no prompt and no resource, and no tool that may be called";

/** The Mcp-Name header of calls, prompts and reads. */
export const nameHeader: Suite = suite("headers", { revisions: ["2026-07-28"], transports: ["http"] }, (scenario) => {
  scenario(
    "tools/call, prompts/get and resources/read without Mcp-Name, or with another one, are refused with -32020",
    [
      "headers.name-missing-32020",
      "headers.name-mismatch-32020",
      "headers.values-case-sensitive",
      "headers.error-jsonrpc-body",
    ],
    async ({ peer, judge, target, skip }) => {
      const requests = namedRequests(target);
      if (requests.length === 0) return skip(NOTHING_NAMED);
      for (const { method, params, name } of requests) {
        const twin = await peer.call(method, params);
        // Under ids that are strings: the error has to carry them.
        const probe = (value: string | undefined, defect: string) =>
          peer.call(method, params, { headers: { [NAME]: value }, id: `assay-${peer.nextId()}`, defect });
        const missing = await probe(undefined, `no ${NAME} header`);
        judgeMismatch(judge, { id: "headers.name-missing-32020", facet: method }, twin, missing);
        const other = await probe(encodeHeaderValue(`${name}-other`), `${NAME} is another name`);
        judgeMismatch(judge, { id: "headers.name-mismatch-32020", facet: method }, twin, other);
        const cut = await probe(encodeHeaderValue(name.slice(0, -1)), `${NAME} lacks the last character`);
        judgeMismatch(judge, { id: "headers.name-mismatch-32020", facet: method }, twin, cut);
        const swapped = swapCase(name);
        if (swapped === name) continue;
        const cased = await probe(encodeHeaderValue(swapped), `${NAME} in other case`);
        judgeMismatch(judge, { id: "headers.values-case-sensitive" }, twin, cased);
      }
    },
  );

  scenario(
    "an Mcp-Name in Base64, or under a name in other case, is understood; with upper-case markers or raw bytes it is refused",
    [
      "headers.value-server-decodes",
      "headers.value-markers-exact",
      "headers.invalid-chars-32020",
      "headers.names-case-insensitive",
    ],
    async ({ peer, judge, target, skip }) => {
      const requests = namedRequests(target);
      if (requests.length === 0) return skip(NOTHING_NAMED);
      for (const { method, params, name } of requests) {
        const twin = await peer.call(method, params);
        const send = (value: string, options: CallOptions = {}) =>
          peer.call(method, params, { ...options, headers: { [NAME]: value } });
        const enclosed = Buffer.from(name, "utf8").toString("base64");
        const decoded = await send(`=?base64?${enclosed}?=`);
        judge("headers.value-server-decodes").given(isServed(twin), WITHOUT_DEFECT).that(decoded).is(result());
        const literal = await send(`=?BASE64?${enclosed}?=`, { defect: "Base64 markers in upper case" });
        judge("headers.value-markers-exact").given(isServed(decoded), WITHOUT_DEFECT).that(literal).is(HEADER_MISMATCH);
        const raw = await send(`${encodeHeaderValue(name)}\u00ff`, { defect: `a byte 0xFF in ${NAME}` });
        judge("headers.invalid-chars-32020")
          .given(isServed(twin), WITHOUT_DEFECT)
          .that(raw)
          .is(HEADER_MISMATCH, BARE_400);
        for (const spelled of [NAME.toUpperCase(), NAME.toLowerCase()]) {
          const reply = await peer.call(method, params, { headers: { [spelled]: encodeHeaderValue(name) } });
          judge("headers.names-case-insensitive").given(isServed(twin), WITHOUT_DEFECT).that(reply).is(result());
        }
      }
    },
  );

  scenario(
    "an Mcp-Param header that no tool knows is no reason to refuse",
    ["headers.param-unknown-ignored"],
    async ({ peer, judge, target, random }) => {
      const [call] = namedRequests(target).filter(({ method }) => method === "tools/call");
      const { method, params } = call ?? { method: "server/discover", params: {} };
      const twin = await peer.call(method, params);
      const reply = await peer.call(method, params, { headers: { [`Mcp-Param-Zzz-${random.word(6)}`]: "1" } });
      judge("headers.param-unknown-ignored").given(isServed(twin), WITHOUT_DEFECT).that(reply).is(result());
    },
  );

  scenario(
    "a call that is refused for one of its headers has no effect",
    ["headers.mismatch-not-executed"],
    async ({ peer, judge, target, skip }) => {
      if (!target.fixture("assay_counter") || !target.fixture("assay_counter_read"))
        return skip("the target has no tool assay_counter whose effects could be counted");
      const count = async () => {
        const reply = await peer.call("tools/call", { name: "assay_counter_read", arguments: {} });
        return reply.kind === "result" ? JSON.stringify(reply.result.structuredContent ?? null) : undefined;
      };
      const call = { name: "assay_counter", arguments: {} };
      const idle = await count();
      const twin = await peer.call("tools/call", call);
      let before = await count();
      const counts = isServed(twin) && before !== undefined && before !== idle;
      for (const [headers, defect] of UNTRUE) {
        const refused = await peer.call("tools/call", call, { headers, defect });
        const after = await count();
        const expected = before;
        judge("headers.mismatch-not-executed")
          .given(counts && expected !== undefined && after !== undefined, "the counter does not count")
          .given(error().fits(refused) || (refused.status ?? 0) >= 400, "the request was not refused")
          .showing(...refused.events)
          .sent(refused.sent.text, refused.sent.reproduce)
          .that(after)
          .is({ text: `the count as before, ${expected}`, fits: (subject) => subject === expected });
        before = after;
      }
    },
    { isolation: "alone" },
  );
});

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
