import { isObject, type JsonValue } from "../../simulators/wire/json.ts";
import { type Monitor, type MonitorTools, monitor } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { clientMonitors } from "./lifecycle/client.ts";

const initializeResult = monitor("lifecycle.initialize-result", (m) => {
  onInitializeResult(m, (result, events) => {
    m.saw();
    const wrong = [
      typeof result.protocolVersion === "string" ? undefined : "protocolVersion is no string",
      isObject(result.capabilities) ? undefined : "capabilities is no object",
      isObject(result.serverInfo) ? undefined : "serverInfo is no object",
    ].filter((problem) => problem !== undefined);
    if (wrong.length > 0)
      m.fail(`${wrong.join(", ")}: ${shorten(JSON.stringify(result), 300)}`, {
        accepted: ["a result with protocolVersion (string), capabilities (object) and serverInfo (object)"],
        events,
      });
  });
});

const instructionsType = monitor("lifecycle.instructions-type", (m) => {
  onInitializeResult(m, ({ instructions }, events) => {
    m.saw();
    if (instructions !== undefined && typeof instructions !== "string")
      m.fail(`instructions is ${shorten(JSON.stringify(instructions), 200)}`, {
        accepted: ["a string, or no such member"],
        events,
      });
  });
});

/** Only a handshake in which notifications/initialized is withheld tempts a server; the scenario that does so passes it. */
const quietBeforeInitialized = monitor("lifecycle.server-quiet-before-initialized", (m) => {
  m.on("request", ({ seen, request, conversation }) => {
    if (seen.from !== "target" || request.method === "ping" || conversation.phase === "ready") return;
    m.fail(`a request ${request.method} before notifications/initialized had been sent`, {
      accepted: ["no request but ping"],
      events: [seen.seq],
    });
  });
});

function onInitializeResult(
  m: MonitorTools,
  take: (result: { readonly [member: string]: JsonValue | undefined }, events: readonly number[]) => void,
): void {
  m.on("response", ({ seen, request }) => {
    if (seen.from === "target" && request?.method === "initialize" && isObject(seen.message.result))
      take(seen.message.result, [request.seen.seq, seen.seq]);
  });
}

export const monitors: readonly Monitor[] = [
  initializeResult,
  instructionsType,
  quietBeforeInitialized,
  ...clientMonitors,
];
