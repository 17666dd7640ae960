import { eraOf } from "../wire/revisions.ts";
import { Answers } from "./answers.ts";
import { Channel } from "./channel.ts";
import { type Connect, type Connection, DEFAULT_CAPS, DEFAULT_PATIENCE, type PeerOptions } from "./connection.ts";
import { editedTransport } from "./edits.ts";
import { HttpCarrier } from "./http-carrier.ts";
import { LegacySession } from "./legacy.ts";
import { ModernSession } from "./modern.ts";
import { nameIn } from "./names.ts";
import { SseTransport } from "./sse-transport.ts";
import { StdioTransport } from "./stdio.ts";
import { StreamableTransport } from "./streamable.ts";
import type { Transport } from "./transport.ts";
import { type Core, type Self, View } from "./view.ts";

const CLIENT = { name: "mcp-assay", version: "0.1.0" };

/**
 * Connects a simulated client to a server.
 * @throws what `place.launch()` throws when a process cannot be started
 */
export const connect: Connect = async (options) => {
  const children: Connection[] = [];
  const another = async (scenario: string | undefined) => {
    const { scenario: _own, ...rest } = options;
    const child = await connect(scenario === undefined ? rest : { ...rest, scenario });
    children.push(child);
    return child.peer;
  };
  const core = await makeCore(options, another);
  const self: Self = { capabilities: options.capabilities ?? {}, clientInfo: { ...(options.clientInfo ?? CLIENT) } };
  const peer = new View(core, options.scenario, self);
  return {
    peer,
    transport: core.transport.name,
    as: (scenario) => new View(core, scenario, peer.self),
    destroy: async () => {
      await Promise.all([core.transport.destroy(), ...children.map((child) => child.destroy())]);
    },
    gone: core.transport.gone,
    get slowestMs() {
      return core.channel.slowestMs;
    },
    get missed() {
      return core.channel.silence.count;
    },
    get silent() {
      return core.channel.silence.lasting;
    },
    get patchy() {
      return core.channel.silence.patchy;
    },
    get flooded() {
      return core.channel.flood.over !== undefined;
    },
    get unread() {
      return core.channel.unread;
    },
  };
};

async function makeCore(options: PeerOptions, another: Core["another"]): Promise<Core> {
  const { revision, place, recorder, clock, patience = DEFAULT_PATIENCE, caps = DEFAULT_CAPS } = options;
  const isLegacy = eraOf(revision) === "legacy";
  const answers = new Answers();
  const process = place.transport === "stdio" ? await place.launch() : undefined;
  const name = process?.name ?? nameIn(recorder, isLegacy ? "s" : "c");
  const channel = new Channel({ name, process: process?.name, recorder, clock, patience, caps });

  const legacy = isLegacy ? new LegacySession({ revision, channel, answers }) : undefined;
  const session = legacy ?? new ModernSession({ revision, channel, answers });
  const shared = { revision, channel, session, answers, another };
  const { edits } = options;
  const finish = (plain: Core): Core => {
    const core = edits === undefined ? plain : { ...plain, transport: editedTransport(plain.transport, edits) };
    legacy?.serve(core.transport);
    return core;
  };

  if (process) {
    const transport = new StdioTransport(channel, process, edits);
    const wire = (scenario: string | undefined) => transport.wire(scenario);
    return finish({
      ...shared,
      transport,
      http: undefined,
      stdio: wire,
      handshake: transport.handshake,
      listen: async () => {},
    });
  }
  const { url, headers } = place as Exclude<typeof place, { transport: "stdio" }>;
  const carrier = new HttpCarrier({ channel, url, headers, session: (message) => session.headers(message), edits });
  const http = (transport: Transport & { readonly endpoint: URL }) => ({ carrier, endpoint: () => transport.endpoint });
  if (place.transport === "sse") {
    const transport = new SseTransport(carrier);
    return finish({
      ...shared,
      transport,
      http: http(transport),
      stdio: undefined,
      handshake: [],
      listen: async () => {},
    });
  }
  const transport = new StreamableTransport(carrier, { revision });
  const listen = async (scenario: string | undefined) => void (await transport.listen(scenario));
  return finish({ ...shared, transport, http: http(transport), stdio: undefined, handshake: [], listen });
}
