import type { JsonObject } from "../../../simulators/wire/json.ts";
import { MODERN } from "../../../simulators/wire/revisions.ts";
import { error, silence, status } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { LOG_LEVELS } from "../../protocol/log-levels.ts";
import { ordinaryTools } from "../tools/choose.ts";
import { callAndListen, chattyOnes, mayLog } from "./chatty.ts";

const REMOVED = "a method that this revision has no more";

export const modern: Suite = suite("logging", { revisions: MODERN }, (scenario) => {
  scenario(
    "calls a tool that logs, with a log level and without one; it logs before the response, and only where it was asked to",
    [
      "logging.before-final-response",
      "logging.capability-declared",
      "logging.level-enum",
      "logging.notification-shape",
      "logging.opt-in-only",
    ],
    async ({ peer, judge, target, skip }) => {
      const tools = mayLog(target);
      if (tools.length === 0) skip(target.whyNotCallable);
      const chatty = await chattyOnes(peer, tools, { logLevel: "debug" });
      if (chatty.length === 0) skip("no tool that was called logs anything");
      for (const { tool } of chatty) {
        // Progress has its stream opened, on which log messages could come as well.
        const { reply, logs } = await callAndListen(peer, tool, { progress: true });
        judge("logging.opt-in-only")
          .given(reply.kind === "result", "the call without a log level had no result")
          .sent(reply.sent.text, reply.sent.reproduce)
          .that(logs)
          .is(silence());
      }
    },
    { isolation: "session" },
  );

  scenario(
    "calls a tool that logs while another call runs and a subscription is open; log messages come on the stream of their request alone",
    ["logging.request-stream-only"],
    async ({ peer, target, skip }) => {
      const [logging] = mayLog(target);
      const other = target.fixture("test_tool_with_progress") ?? target.callable[0];
      if (logging === undefined || other === undefined) return skip(target.whyNotCallable);
      const watch = await peer.watch({ toolsListChanged: true });
      await watch.next();
      const call = (tool: typeof logging, options: object) =>
        peer.call("tools/call", { name: tool.name, arguments: tool.arguments() }, options);
      await Promise.all([
        call(logging, { logLevel: "debug" }),
        call(other, { progress: true }),
        call(logging, { logLevel: "debug" }),
      ]);
      await watch.close();
    },
    { isolation: "session" },
  );

  scenario(
    "sends a request with a log level, and the same with levels that do not exist; the latter are answered with -32602",
    ["logging.invalid-level-32602"],
    async ({ peer, judge, target, random, skip }) => {
      if (target.capabilities.logging === undefined) skip("the server does not declare the logging capability");
      const [tool] = ordinaryTools(target);
      const requests: readonly (readonly [method: string, params: JsonObject])[] = [
        [target.capabilities.tools === undefined ? "server/discover" : "tools/list", {}],
        ...(tool === undefined ? [] : [["tools/call", { name: tool.name, arguments: tool.arguments() }] as const]),
      ];
      for (const [method, params] of requests) {
        const twin = await peer.call(method, params, { logLevel: "info" });
        for (const level of ["verbose", "", random.pick(LOG_LEVELS).toUpperCase(), random.word(7)])
          judge("logging.invalid-level-32602")
            .given(twin.kind === "result", "the same request with a level that exists was not accepted")
            .that(await peer.call(method, params, { logLevel: level, defect: `log level ${JSON.stringify(level)}` }))
            .is(error(-32602));
      }
    },
  );

  scenario(
    "calls the methods that the revision removed; they are unknown",
    ["logging.set-level-removed"],
    async ({ peer, judge, target }) => {
      const uri = target.resources.find((resource) => typeof resource.uri === "string")?.uri ?? "assay://none";
      const removed: readonly (readonly [method: string, params: JsonObject])[] = [
        ["logging/setLevel", { level: "info" }],
        ["ping", {}],
        ["resources/subscribe", { uri }],
        ["resources/unsubscribe", { uri }],
      ];
      for (const [method, params] of removed) {
        const reply = await peer.call(method, params, { defect: REMOVED });
        const otherwise = reply.kind === "error" && reply.error.code !== -32601 && reply.status !== 404;
        judge("logging.set-level-removed", method)
          .given(!otherwise, "refused, though not as an unknown method")
          .that(reply)
          .is(error(-32601), status(404));
      }
    },
  );
});
