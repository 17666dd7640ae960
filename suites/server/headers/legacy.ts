import type { JsonObject } from "../../../simulators/wire/json.ts";
import { result, status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { httpOf } from "../http/stimuli.ts";
import { ordinaryTools } from "../tools/choose.ts";
import { isServed, WITHOUT_DEFECT } from "./refused.ts";

const VERSION = "MCP-Protocol-Version";

/** The MCP-Protocol-Version header after a handshake (2025-06-18/basic/transports#protocol-version-header). */
export const legacyVersionHeader: Suite = suite("headers", {
  revisions: ["2025-06-18", "2025-11-25"],
  transports: ["http"],
}, (scenario) => {
  scenario(
    "a ping, a notification and a GET with an MCP-Protocol-Version that does not exist are refused with HTTP 400",
    ["headers.protocol-version-invalid-400"],
    async ({ peer, judge }) => {
      const judged = (version: string, served: boolean) =>
        judge("headers.protocol-version-invalid-400")
          .given(served, WITHOUT_DEFECT)
          .outsideAllReadings(`${version} is no protocol version at all`);
      const twin = await peer.call("ping");
      for (const version of ["1999-01-01", "2099-01-01", "not-a-version"]) {
        const wrong = { headers: { [VERSION]: version }, defect: `${VERSION} is ${version}` };
        judged(version, isServed(twin))
          .that(await peer.call("ping", undefined, wrong))
          .is(status(400));
      }
      const version = "1999-01-01";
      const wrong = { headers: { [VERSION]: version }, defect: `${VERSION} is ${version}` };
      const notice = { requestId: "none", reason: "there is no such request" };
      const noticed = await peer.notify("notifications/cancelled", notice);
      const unnoticed = await peer.notify("notifications/cancelled", notice, wrong);
      judged(version, noticed.http?.status === 202)
        .given((unnoticed.http?.status ?? 0) !== 0, "the notification was not answered")
        .that(unnoticed.http)
        .is(status(400));
      const refused = await httpOf(peer).open("GET", wrong);
      await refused.close();
      const opened = await httpOf(peer).open("GET");
      await opened.close();
      judged(version, opened.status === 200)
        .given(refused.status !== 0, "the GET was not answered")
        .that(refused.answer)
        .is(status(400));
    },
    { isolation: "session" },
  );

  scenario(
    "after a handshake for 2025-03-26, which has no MCP-Protocol-Version, a ping and a call without it are served",
    ["headers.protocol-version-default"],
    async ({ peer, judge, target, skip }) => {
      const opened = await peer.open({ protocolVersion: "2025-03-26" });
      const agreed = opened.kind === "result" ? opened.result.protocolVersion : undefined;
      if (agreed !== "2025-03-26") return skip("the target does not agree to 2025-03-26");
      const [tool] = ordinaryTools(target);
      const asks: readonly (readonly [string, JsonObject | undefined])[] = [
        ["ping", undefined],
        ...(tool ? [["tools/call", { name: tool.name, arguments: tool.arguments() }] as const] : []),
      ];
      for (const [method, params] of asks) {
        const twin = await peer.call(method, params, { headers: { [VERSION]: "2025-03-26" } });
        const reply = await peer.call(method, params, { headers: { [VERSION]: undefined } });
        judge("headers.protocol-version-default")
          .given(isServed(twin), "the same request with the header was not accepted either")
          .that(reply)
          .is(result());
      }
    },
    { isolation: "fresh" },
  );
});
