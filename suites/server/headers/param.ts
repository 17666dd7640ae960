import type { CallOptions } from "../../../simulators/client/peer.ts";
import { encodeHeaderValue } from "../../../simulators/wire/header-value.ts";
import { error, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { callWith, isFreeText, mirroredParameters, otherThan, sampleOf } from "./mirrored.ts";
import { BARE_400, HEADER_MISMATCH, isServed, judgeMismatch, WITHOUT_DEFECT } from "./refused.ts";

const NONE = "no callable tool mirrors a parameter of this kind into a header";
/** Parameters looked at, at most. */
const MOST = 5;

/** Mcp-Param headers of tools that have annotated parameters (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers). */
export const paramHeaders: Suite = suite("headers", { revisions: ["2026-07-28"], transports: ["http"] }, (scenario) => {
  scenario(
    "a call whose Mcp-Param header is missing or says another value is refused with -32020",
    [
      "headers.param-missing-32020",
      "headers.param-mismatch-32020",
      "headers.error-jsonrpc-body",
      "headers.names-case-insensitive",
      "headers.value-server-decodes",
    ],
    async ({ peer, judge, target, skip }) => {
      const [parameter] = mirroredParameters(target);
      if (parameter === undefined) return skip(NONE);
      const value = sampleOf(parameter);
      const { header } = parameter;
      const call = callWith(parameter, value);
      const send = (headers: CallOptions["headers"] & object, defect?: string) =>
        peer.call("tools/call", call, defect === undefined ? { headers } : { headers, defect });
      const twin = await peer.call("tools/call", call);
      const missing = await send({ [header]: undefined }, `no ${header} header`);
      judgeMismatch(judge, { id: "headers.param-missing-32020" }, twin, missing);
      const other = await send({ [header]: otherThan(value) }, `${header} says another value`);
      judgeMismatch(judge, { id: "headers.param-mismatch-32020" }, twin, other);
      if (typeof value !== "string") return;
      const enclosed = await send({ [header]: `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=` });
      judge("headers.value-server-decodes").given(isServed(twin), WITHOUT_DEFECT).that(enclosed).is(result());
      const capitals = await send({ [header.toUpperCase()]: encodeHeaderValue(value) });
      judge("headers.names-case-insensitive").given(isServed(twin), WITHOUT_DEFECT).that(capitals).is(result());
    },
  );

  scenario(
    "a call whose Mcp-Param header has raw bytes or broken Base64 is refused",
    ["headers.param-invalid-chars-rejected"],
    async ({ peer, judge, target, skip }) => {
      const parameter = mirroredParameters(target).find(isFreeText);
      if (parameter === undefined) return skip(NONE);
      const { header } = parameter;
      const city = callWith(parameter, "Zürich");
      const twin = await peer.call("tools/call", city);
      // The bytes of the value itself: a server that takes them at their word finds no difference from the body.
      for (const [encoding, raw] of [
        ["UTF-8", Buffer.from("Zürich", "utf8").toString("latin1")],
        ["Latin-1", "Zürich"],
      ] as const) {
        const reply = await peer.call("tools/call", city, {
          headers: { [header]: raw },
          defect: `${header} is raw ${encoding}`,
        });
        judge("headers.param-invalid-chars-rejected")
          .given(isServed(twin), WITHOUT_DEFECT)
          .that(reply)
          .is(HEADER_MISMATCH, BARE_400);
      }
      const broken = await peer.call("tools/call", city, {
        headers: { [header]: "=?base64?%%%?=" },
        defect: `${header} is broken Base64`,
      });
      judge("headers.param-invalid-chars-rejected")
        .given(isServed(twin), WITHOUT_DEFECT)
        .that(broken)
        .is(HEADER_MISMATCH);
    },
  );

  scenario(
    "a call whose optional parameter is absent or null needs no Mcp-Param header, and is refused when one comes",
    [
      "headers.param-absent-not-expected",
      "headers.param-null-not-expected",
      "headers.param-without-body-value-32020",
      "headers.error-jsonrpc-body",
    ],
    async ({ peer, judge, target, skip }) => {
      const optional = mirroredParameters(target).filter(({ required }) => !required);
      if (optional.length === 0) return skip(NONE);
      const unsure = "the call with the parameter was not accepted either";
      for (const parameter of optional.slice(0, MOST)) {
        const { header } = parameter;
        const full = await peer.call("tools/call", callWith(parameter, sampleOf(parameter)));
        const absent = await peer.call("tools/call", callWith(parameter, undefined));
        judge("headers.param-absent-not-expected").given(isServed(full), unsure).that(absent).isNot(error(-32020));
        const empty = await peer.call("tools/call", callWith(parameter, null), {
          headers: { [header]: undefined },
          defect: "a null argument",
        });
        judge("headers.param-null-not-expected").given(isServed(full), unsure).that(empty).isNot(error(-32020));
        const extra = await peer.call("tools/call", callWith(parameter, undefined), {
          headers: { [header]: otherThan(sampleOf(parameter)) },
          defect: `${header} without its argument`,
        });
        judgeMismatch(judge, { id: "headers.param-without-body-value-32020" }, absent, extra);
      }
    },
  );

  scenario(
    "an integer with .0 in its Mcp-Param header is the same integer",
    ["headers.param-integer-compared-numerically"],
    async ({ peer, judge, target, skip }) => {
      const parameter = mirroredParameters(target).find(({ type }) => type === "integer");
      if (parameter === undefined) return skip(NONE);
      const value = sampleOf(parameter);
      const call = callWith(parameter, value);
      const twin = await peer.call("tools/call", call);
      const reply = await peer.call("tools/call", call, { headers: { [parameter.header]: `${value}.0` } });
      judge("headers.param-integer-compared-numerically")
        .given(isServed(twin), WITHOUT_DEFECT)
        .that(reply)
        .isNot(error(-32020));
    },
  );
});
