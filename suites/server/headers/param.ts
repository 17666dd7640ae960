import { encodeHeaderValue } from "../../../simulators/wire/header-value.ts";
import { error, result } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { callWith, isFreeText, mirroredParameters, othersThan, sampleOf, samplesOf } from "./mirrored.ts";
import { BARE_400, HEADER_MISMATCH, isServed, judgeMismatch, WITHOUT_DEFECT } from "./refused.ts";

const NONE = "no callable tool mirrors a parameter of this kind into a header";
/** Parameters looked at, at most. */
const MOST = 5;

/** Mcp-Param headers of tools that have annotated parameters (2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers). */
export const paramHeaders: Suite = suite("headers", { revisions: ["2026-07-28"], transports: ["http"] }, (scenario) => {
  scenario(
    "a call whose Mcp-Param header is missing or says another value is refused with -32020",
    ["headers.param-missing-32020", "headers.param-mismatch-32020", "headers.error-jsonrpc-body"],
    async ({ peer, judge, target, skip }) => {
      const parameters = mirroredParameters(target).slice(0, MOST);
      if (parameters.length === 0) return skip(NONE);
      for (const parameter of parameters) {
        const { header } = parameter;
        for (const value of samplesOf(parameter)) {
          const call = callWith(parameter, value);
          const probe = (sent: string | undefined, defect: string) =>
            peer.call("tools/call", call, { headers: { [header]: sent }, defect });
          const twin = await peer.call("tools/call", call);
          const missing = await probe(undefined, `no ${header} header for ${JSON.stringify(value)}`);
          judgeMismatch(judge, { id: "headers.param-missing-32020" }, twin, missing);
          for (const [other, what] of othersThan(value))
            judgeMismatch(
              judge,
              { id: "headers.param-mismatch-32020" },
              twin,
              await probe(other, `${header} is ${what}, the argument is ${JSON.stringify(value)}`),
            );
        }
      }
    },
  );

  scenario(
    "an Mcp-Param header in Base64, or under a name in other case, is understood; in upper-case markers it is not",
    ["headers.value-server-decodes", "headers.value-markers-exact", "headers.names-case-insensitive"],
    async ({ peer, judge, target, skip }) => {
      const parameter = mirroredParameters(target).find((one) => typeof sampleOf(one) === "string");
      if (parameter === undefined) return skip(NONE);
      const value = String(sampleOf(parameter));
      const { header } = parameter;
      const call = callWith(parameter, value);
      const twin = await peer.call("tools/call", call);
      const base64 = Buffer.from(value, "utf8").toString("base64");
      const enclosed = await peer.call("tools/call", call, { headers: { [header]: `=?base64?${base64}?=` } });
      judge("headers.value-server-decodes").given(isServed(twin), WITHOUT_DEFECT).that(enclosed).is(result());
      const literal = await peer.call("tools/call", call, {
        headers: { [header]: `=?BASE64?${base64}?=` },
        defect: `Base64 markers of ${header} in upper case`,
      });
      judge("headers.value-markers-exact").given(isServed(enclosed), WITHOUT_DEFECT).that(literal).is(HEADER_MISMATCH);
      for (const name of [header.toUpperCase(), header.toLowerCase()]) {
        const reply = await peer.call("tools/call", call, { headers: { [name]: encodeHeaderValue(value) } });
        judge("headers.names-case-insensitive").given(isServed(twin), WITHOUT_DEFECT).that(reply).is(result());
      }
    },
  );

  scenario(
    "texts that a header cannot hold as they are come in Base64 and are read as UTF-8, once",
    ["headers.value-server-decodes"],
    async ({ peer, judge, target, skip }) => {
      const parameter = mirroredParameters(target).find(isFreeText);
      if (parameter === undefined) return skip(NONE);
      const twin = await peer.call("tools/call", callWith(parameter, "assay"));
      // The last looks encoded itself, so that what is decoded is not to be decoded again.
      for (const text of ["Zürich", "=?base64?YXNzYXk=?="]) {
        const reply = await peer.call("tools/call", callWith(parameter, text));
        judge("headers.value-server-decodes")
          .given(isServed(twin), "a call with plain text was not accepted either")
          .that(reply)
          .isNot(error(-32020));
      }
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
          headers: { [header]: othersThan(sampleOf(parameter))[0][0] },
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
