import { isObject, type JsonValue } from "../../../simulators/wire/json.ts";
import { monitor } from "../../kit/monitor.ts";
import { shorten } from "../../kit/subject.ts";

/** A member of `_meta` that each request of a client bears (2026-07-28/basic/index#meta). */
function onEveryRequest(
  requirement: string,
  key: string,
  fits: (value: JsonValue | undefined) => boolean,
  due: string,
) {
  return monitor(
    requirement,
    (m) => {
      m.on("request", ({ seen, request, conversation }) => {
        // One that falls back to the handshake is no longer of this revision.
        if (seen.from !== "target" || request.method === "initialize" || conversation.agreed !== m.revision) return;
        m.saw();
        const { _meta: meta } = request.params;
        const value = isObject(meta) ? meta[key] : undefined;
        if (!fits(value))
          m.fail(`${request.method} with ${value === undefined ? "none" : shorten(JSON.stringify(value), 200)}`, {
            accepted: [`params._meta["${key}"], ${due}`],
            events: [seen.seq],
          });
      });
    },
    { judges: "client" },
  );
}

const isString = (value: JsonValue | undefined) => typeof value === "string";

export const clientMonitors = [
  onEveryRequest("meta.request-protocol-version", "io.modelcontextprotocol/protocolVersion", isString, "a string"),
  onEveryRequest(
    "meta.request-client-capabilities",
    "io.modelcontextprotocol/clientCapabilities",
    isObject,
    "an object, {} where the client has none",
  ),
  onEveryRequest("meta.request-client-info", "io.modelcontextprotocol/clientInfo", isObject, "an object"),
];
