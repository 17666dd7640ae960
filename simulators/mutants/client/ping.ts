import type { ClientMutant } from "../../client/app/mutant.ts";
import { LEGACY } from "../../wire/revisions.ts";

const PINGS = 25;

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-floods-with-pings",
    breaks: ["ping.not-excessive"],
    where: { revisions: LEGACY },
    provokedBy: ["jsonrpc"],
    does: "pings many times before its first call",
    apply: (seams) => {
      let done = false;
      seams.message((message) => {
        if (done || message.method !== "tools/call") return [message];
        done = true;
        const ping = (_: unknown, n: number) => ({ jsonrpc: "2.0", id: `ping-${n}`, method: "ping" });
        return [...Array.from({ length: PINGS }, ping), message];
      });
    },
  },
];
