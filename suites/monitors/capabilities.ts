import type { Conversation } from "../../simulators/trace/context.ts";
import { isObject } from "../../simulators/wire/json.ts";
import { type Monitor, monitor } from "../kit/monitor.ts";
import { clientMonitors } from "./capabilities/client.ts";

/** What has to be declared before a server sends it: by the client, and by the server itself. */
const CLIENT_SIDE: Readonly<Record<string, string>> = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
};
const SERVER_SIDE: Readonly<Record<string, readonly [capability: string, flag?: string]>> = {
  "notifications/message": ["logging"],
  "notifications/tools/list_changed": ["tools", "listChanged"],
  "notifications/prompts/list_changed": ["prompts", "listChanged"],
  "notifications/resources/list_changed": ["resources", "listChanged"],
  "notifications/resources/updated": ["resources", "subscribe"],
};

/** What a server has to have declared before its client asks for it. */
const ASKED: Readonly<Record<string, readonly [capability: string, flag?: string]>> = {
  "tools/list": ["tools"],
  "tools/call": ["tools"],
  "prompts/list": ["prompts"],
  "prompts/get": ["prompts"],
  "resources/list": ["resources"],
  "resources/templates/list": ["resources"],
  "resources/read": ["resources"],
  "resources/subscribe": ["resources", "subscribe"],
  "logging/setLevel": ["logging"],
};

function negotiatedOnly(requirement: string) {
  return monitor(
    requirement,
    (m) => {
      // A session that is opened anew changes what is declared while the server may still act on what was.
      const declared = new Map<string, Set<string>>();
      m.on("request", ({ seen, request: { method, params }, conversation }) => {
        if (method === "initialize" && isObject(params.capabilities)) {
          const known = declared.get(conversation.channel) ?? new Set();
          for (const name of Object.keys(params.capabilities)) known.add(name);
          declared.set(conversation.channel, known);
        }
        if (seen.from !== "target") return;
        const ofClient = CLIENT_SIDE[method];
        const ofServer =
          method === "completion/complete" && m.revision !== "2024-11-05" ? (["completions"] as const) : ASKED[method];
        const { client, server } = conversation;
        if (ofClient !== undefined && client.capabilities !== undefined) {
          m.saw();
          if (client.capabilities[ofClient] === undefined && !declared.get(conversation.channel)?.has(ofClient))
            m.fail(`${method}, though the client did not declare ${ofClient}`, {
              accepted: ["only requests that the client's capabilities allow"],
              events: [seen.seq],
            });
        } else if (ofServer !== undefined && server.capabilities !== undefined) {
          m.saw();
          if (!declares(server, ofServer))
            m.fail(`${method}, though the server did not declare ${ofServer.join(".")}`, {
              accepted: ["only requests that the server's capabilities allow"],
              events: [seen.seq],
            });
        }
      });
      m.on("notification", ({ seen, conversation }) => {
        if (seen.from !== "target") return;
        const { method = "" } = seen.message;
        const byClient = method === "notifications/roots/list_changed";
        const needed = byClient ? (["roots", "listChanged"] as const) : SERVER_SIDE[method];
        const side = byClient ? conversation.client : conversation.server;
        if (needed === undefined || side.capabilities === undefined) return;
        m.saw();
        if (!declares(side, needed))
          m.fail(`${method}, though the ${byClient ? "client" : "server"} did not declare ${needed.join(".")}`, {
            accepted: ["only notifications that the sender's capabilities allow"],
            events: [seen.seq],
          });
      });
    },
    { judges: "both" },
  );
}

const updatesNeedSubscribe = monitor("capabilities.updates-need-subscribe", (m) => {
  m.on("notification", ({ seen, conversation }) => {
    if (
      seen.from !== "target" ||
      seen.message.method !== "notifications/resources/updated" ||
      conversation.server.capabilities === undefined
    )
      return;
    m.saw();
    if (!declares(conversation.server, ["resources", "subscribe"]))
      m.fail("notifications/resources/updated, though the server did not declare resources.subscribe", {
        accepted: ["no such notification"],
        events: [seen.seq],
      });
  });
});

const samplingNeedsCapability = monitor("capabilities.sampling-needs-capability", (m) => {
  m.on("request", ({ seen, request, conversation }) => {
    if (
      seen.from !== "target" ||
      request.method !== "sampling/createMessage" ||
      conversation.client.capabilities === undefined
    )
      return;
    m.saw();
    if (conversation.client.capabilities.sampling === undefined)
      m.fail("sampling/createMessage, though the client did not declare sampling", {
        accepted: ["no such request"],
        events: [seen.seq],
      });
  });
});

/** Extensions are used only where both sides said so; the tasks extension is the one whose shapes are known. */
function extensionUnused(requirement: string) {
  return monitor(requirement, (m) => {
    m.on("response", ({ seen, request, conversation }) => {
      const extensions = conversation.server.capabilities?.extensions;
      if (
        seen.from !== "target" ||
        request?.method !== "tools/call" ||
        !isObject(extensions) ||
        !isObject(seen.message.result)
      )
        return;
      const meta = request.params._meta;
      const client = isObject(meta) ? meta["io.modelcontextprotocol/clientCapabilities"] : undefined;
      const theirs = isObject(client) ? client.extensions : undefined;
      if (isObject(theirs) && theirs["io.modelcontextprotocol/tasks"] !== undefined) return;
      m.saw();
      if (seen.message.result.resultType === "task")
        m.fail("a result of resultType task to a client that did not declare the tasks extension", {
          accepted: ["an ordinary result", "an error that names what is missing"],
          events: [request.seen.seq, seen.seq],
          outsideAllReadings: "the result has the shape of an extension that the client did not declare",
        });
    });
  });
}

function declares(side: Conversation["server"], [capability, flag]: readonly [string, string?]): boolean {
  const declared = side.capabilities?.[capability];
  return flag === undefined ? declared !== undefined : isObject(declared) && declared[flag] === true;
}

export const monitors: readonly Monitor[] = [
  negotiatedOnly("capabilities.negotiated-only-must"),
  negotiatedOnly("capabilities.negotiated-only-should"),
  updatesNeedSubscribe,
  samplingNeedsCapability,
  extensionUnused("capabilities.extension-both-sides"),
  extensionUnused("capabilities.extension-fallback"),
  ...clientMonitors,
];
