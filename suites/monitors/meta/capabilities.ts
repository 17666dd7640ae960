import { isObject, type JsonObject } from "../../../simulators/wire/json.ts";
import { monitor } from "../../kit/monitor.ts";

const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const MAY_ASK = ["tools/call", "prompts/get", "resources/read"];
const NEEDS: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Nothing is asked of a client that its request did not say it can do (2026-07-28/basic/index#meta). */
export const capabilityMonitors = [
  monitor("meta.no-undeclared-capability-use", (m) => {
    m.on("response", ({ seen, request }) => {
      if (
        seen.from !== "target" ||
        request === undefined ||
        !MAY_ASK.includes(request.method) ||
        !isObject(seen.message.result)
      )
        return;
      const declared = declaredIn(request.params);
      if (Object.values(NEEDS).every((name) => declared[name] !== undefined)) return;
      m.saw();
      const { inputRequests } = seen.message.result;
      for (const [key, asked] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
        const needed = isObject(asked) ? NEEDS[String(asked.method)] : undefined;
        if (needed !== undefined && declared[needed] === undefined)
          m.fail(`inputRequests.${key} asks for ${needed}, which the request did not declare`, {
            accepted: ["only input of kinds that the request's clientCapabilities declare", "error -32021"],
            events: [request.seen.seq, seen.seq],
          });
      }
    });
  }),
];

function declaredIn(params: JsonObject): JsonObject {
  const declared = isObject(params._meta) ? params._meta[CLIENT_CAPABILITIES] : undefined;
  return isObject(declared) ? declared : {};
}
