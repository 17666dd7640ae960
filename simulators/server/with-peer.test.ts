import { afterEach, describe, expect, it } from "vitest";
import { connect } from "../client/connect.ts";
import type { Connection, ServerPlace } from "../client/connection.ts";
import { realClock } from "../clock/clock.ts";
import { createRecorder } from "../trace/recorder.ts";
import { factsOf, REVISIONS, type Revision, type TransportName } from "../wire/revisions.ts";
import { createServer } from "./create.ts";

const ROUTES = REVISIONS.flatMap((revision) =>
  factsOf(revision).transports.map((transport) => ({ revision, transport })),
);

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0)) await step();
});

async function open(revision: Revision, transport: TransportName): Promise<Connection> {
  const recorder = createRecorder(
    { role: "server", revision, transport, lane: "test", seed: 1, catalogue: "none" },
    { clock: realClock },
  );
  const connection = await connect({ revision, recorder, clock: realClock, place: await place(transport) });
  cleanup.unshift(() => connection.destroy());
  return connection;
}

async function place(transport: TransportName): Promise<ServerPlace> {
  const server = createServer();
  if (transport === "stdio") return { transport, launch: async () => server.launch("p1") };
  const host = await (transport === "sse" ? server.listenSse() : server.listenHttp());
  cleanup.push(() => host.close());
  return { transport, url: host.url, headers: [] };
}

describe.each(ROUTES)("driven by the simulated client: $revision over $transport", ({ revision, transport }) => {
  it("opens, calls with progress, watches and closes", async () => {
    const { peer } = await open(revision, transport);
    expect(await peer.open()).toMatchObject({ kind: "result" });
    expect(await peer.call("tools/list")).toMatchObject({ kind: "result" });

    const reply = await peer.call("tools/call", { name: "test_tool_with_progress" }, { progress: true });
    expect(reply).toMatchObject({ kind: "result" });
    expect(reply.before.map((event) => event.message.params?.progress)).toEqual([0, 50, 100]);

    const watch = await peer.watch({ toolsListChanged: true, resourceSubscriptions: ["test://watched-resource"] });
    const seen = async () => (await watch.next())?.message.method;
    if (peer.era === "modern") expect(await seen()).toBe("notifications/subscriptions/acknowledged");
    await peer.call("tools/call", { name: "test_trigger_tool_change" });
    expect(await seen()).toBe("notifications/tools/list_changed");
    await peer.call("tools/call", { name: "assay_update_resource" });
    expect(await seen()).toBe("notifications/resources/updated");
    await watch.close();

    const slow = peer.call("tools/call", { name: "assay_slow", arguments: { ms: 60_000 } }, { progress: true });
    expect(await slow.until((event) => event.message.method === "notifications/progress")).toBeDefined();
    await peer.cancel(slow);
    const count = await peer.call("tools/call", { name: "assay_counter_read" });
    expect(count).toMatchObject({ kind: "result" });
    await peer.close();
  });
});
