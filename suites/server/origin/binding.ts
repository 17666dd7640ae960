import { networkInterfaces } from "node:os";
import { since } from "../../../simulators/wire/revisions.ts";
import { where } from "../../kit/accept.ts";
import { type ScenarioTools, type Suite, suite } from "../../kit/scenario.ts";

export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Where a local server listens (2025-11-25/basic/transports#security-warning). */
export const binding: Suite = suite("origin", { revisions: since("2025-03-26"), transports: ["http"] }, (scenario) => {
  scenario("a local server does not listen on this machine's outward address", ["origin.bind-localhost"], (tools) =>
    judgeBinding(tools, "origin.bind-localhost"),
  );
});

/** Asks for the endpoint at this machine's outward address, and judges `id` by whether anything answers there. */
export async function judgeBinding({ peer, judge, skip }: ScenarioTools, id: string): Promise<void> {
  const { url } = peer.http!;
  if (!LOOPBACK.test(url.hostname)) return skip("the target's URL is not that of a local server");
  const outward = outwardAddress();
  if (outward === undefined) return skip("this machine has no network address beside the loopback ones");
  // Under its usual Host and without credentials: it is asked for nothing, only whether it is there.
  const ask = (path: string, defect: string) =>
    peer.http!.request("OPTIONS", { path, exactHeaders: [["Host", url.host]], defect });
  const local = await ask(url.href, "OPTIONS on the endpoint");
  const elsewhere = new URL(url);
  elsewhere.hostname = outward;
  const answer = await ask(elsewhere.href, `OPTIONS by way of ${outward}`);
  judge(id)
    .given(local.status !== 0, "the target answers no OPTIONS at its own address")
    .given(answer.status === 0 || answer.status === local.status, `something else answers at ${elsewhere.host}`)
    .that(answer)
    .is(where(`no answer at ${elsewhere.host}`, (came: typeof answer) => came.status === 0));
}

function outwardAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}
