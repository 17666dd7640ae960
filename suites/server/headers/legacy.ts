import { result, status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { isServed, WITHOUT_DEFECT } from "./refused.ts";

const VERSION = "MCP-Protocol-Version";

/** The MCP-Protocol-Version header after a handshake (2025-06-18/basic/transports#protocol-version-header). */
export const legacyVersionHeader: Suite = suite("headers", {
  revisions: ["2025-06-18", "2025-11-25"],
  transports: ["http"],
}, (scenario) => {
  scenario(
    "a ping with an MCP-Protocol-Version that does not exist is refused with HTTP 400",
    ["headers.protocol-version-invalid-400"],
    async ({ peer, judge }) => {
      const twin = await peer.call("ping");
      for (const version of ["1999-01-01", "not-a-version"]) {
        const reply = await peer.call("ping", undefined, {
          headers: { [VERSION]: version },
          defect: `${VERSION} is ${version}`,
        });
        judge("headers.protocol-version-invalid-400")
          .given(isServed(twin), WITHOUT_DEFECT)
          .outsideAllReadings(`${version} is no protocol version at all`)
          .that(reply)
          .is(status(400));
      }
    },
  );

  scenario(
    "after a handshake for 2025-03-26, which has no MCP-Protocol-Version, a ping without it is served",
    ["headers.protocol-version-default"],
    async ({ peer, judge, skip }) => {
      const opened = await peer.open({ protocolVersion: "2025-03-26" });
      const agreed = opened.kind === "result" ? opened.result.protocolVersion : undefined;
      if (agreed !== "2025-03-26") return skip("the target does not agree to 2025-03-26");
      const twin = await peer.call("ping", undefined, { headers: { [VERSION]: "2025-03-26" } });
      const reply = await peer.call("ping", undefined, { headers: { [VERSION]: undefined } });
      judge("headers.protocol-version-default")
        .given(isServed(twin), "a ping with the header was not accepted either")
        .that(reply)
        .is(result());
    },
    { isolation: "fresh" },
  );
});
