import type { RequestId } from "../../simulators/client/peer.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { ordinaryTools } from "./tools/choose.ts";

const MOST_CALLED = 3;
const REPORTING = ["test_tool_with_progress", "assay_slow"];

const progress = suite("progress", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "calls tools with tokens of every kind, at once and without one; what is reported fits the request",
    [
      "progress.increases",
      "progress.message-helpful",
      "progress.notification-shape",
      "progress.on-request-stream",
      "progress.only-active-tokens",
      "progress.opt-in",
      "progress.stop-after-completion",
      "progress.token-echo",
    ],
    async ({ peer, target, random, skip }) => {
      const reporting = REPORTING.flatMap((name) => target.fixture(name) ?? []);
      const tools = [...reporting, ...ordinaryTools(target).slice(0, MOST_CALLED)];
      if (tools.length === 0) return skip(target.whyNotCallable);
      const numeric = 7_000_000 + random.integer(0, 999_999);
      const tokens: readonly RequestId[] = [numeric, String(numeric + 1_000_000), `jeton-é-${random.word(8)}`, 0, ""];
      const since = peer.messages().at(-1)?.seq ?? -1;
      for (const [index, tool] of tools.entries()) {
        const call = (token?: RequestId) =>
          peer.call(
            "tools/call",
            { name: tool.name, arguments: tool.arguments() },
            token === undefined ? {} : { progress: token },
          );
        await call();
        if (reporting.includes(tool)) {
          for (const token of tokens) await call(token);
          await Promise.all([call(`${random.word(8)}-1`), call(), call(`${random.word(8)}-2`)]);
        } else await call(tokens[index % 3]!);
      }
      const failing = target.fixture("test_error_handling");
      if (failing !== undefined)
        await peer.call("tools/call", { name: failing.name, arguments: {} }, { progress: `${random.word(8)}-3` });
      if (!peer.messages(since).some(({ message }) => message.method === "notifications/progress"))
        skip("none of the tools that were called reported progress");
    },
  );
});

export const suites: readonly Suite[] = [progress];
