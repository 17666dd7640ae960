import type { Peer } from "../../../simulators/client/peer.ts";
import type { MessageEvent } from "../../../simulators/trace/events.ts";
import { LEGACY } from "../../../simulators/wire/revisions.ts";
import { error, result, silence, where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import { LOG_LEVELS, severityOf } from "../../protocol/log-levels.ts";
import { callAndListen, chattyOnes, levelsOf, mayLog } from "./chatty.ts";

const UNDECLARED = "the server does not declare the logging capability";
const KEEPS_NONE = "the server issued no session, in which a level could be kept";
/** What a session is left with. */
const USUAL = "info";
const THRESHOLDS = ["info", "warning", "emergency"];

export const legacy: Suite = suite("logging", { revisions: LEGACY, isolation: "session" }, (scenario) => {
  scenario(
    "sets each log level, then levels that do not exist; the former are answered with an empty result, the latter with -32602",
    ["logging.set-level-empty-result", "logging.invalid-level-32602"],
    async ({ peer, judge, target, random, skip }) => {
      if (target.capabilities.logging === undefined) skip(UNDECLARED);
      for (const level of LOG_LEVELS)
        judge("logging.set-level-empty-result")
          .that(await setLevel(peer, level))
          .is(result("an empty result", (members) => Object.keys(members).every((member) => member === "_meta")));
      const twin = await setLevel(peer, USUAL);
      for (const level of ["verbose", "", random.pick(LOG_LEVELS).toUpperCase(), random.word(7)])
        judge("logging.invalid-level-32602")
          .given(twin.kind === "result", "the same request with a level that exists was not accepted")
          .that(await peer.call("logging/setLevel", { level }, { defect: `log level ${JSON.stringify(level)}` }))
          .is(error(-32602));
      await setLevel(peer, USUAL);
    },
  );

  scenario(
    "sets a log level and calls a tool that logs; what is at least as severe comes, and nothing below",
    [
      "logging.none-below-set-level",
      "logging.sends-at-or-above-set-level",
      "logging.level-enum",
      "logging.notification-shape",
      "logging.capability-declared",
    ],
    async ({ peer, judge, target, skip }) => {
      const tools = mayLog(target);
      if (tools.length === 0) skip(target.whyNotCallable);
      // Log messages that belong to no request come on a stream of their own.
      const unasked = await peer.watch({});
      const declared = target.capabilities.logging !== undefined;
      if (declared) await setLevel(peer, "debug");
      const [chatty] = await chattyOnes(peer, tools);
      if (chatty === undefined || !declared) {
        await unasked.close();
        return skip(declared ? "no tool that was called logs anything" : UNDECLARED);
      }
      const usual = levelsOf(chatty.logs);
      // Over HTTP a level can only be kept in a session.
      const keeps = peer.transport !== "http" || peer.http?.sessionId !== undefined;
      for (const level of THRESHOLDS) {
        const set = await setLevel(peer, level);
        const accepted = set.kind === "result";
        const { reply, logs } = await callAndListen(peer, chatty.tool);
        const sent = `logging/setLevel ${level}, then ${reply.sent.text}`;
        if (usual.some((one) => isBelow(one, level)))
          judge("logging.none-below-set-level")
            .given(keeps, KEEPS_NONE)
            .given(accepted, `the level ${level} could not be set`)
            .sent(sent)
            .that(logs.filter(({ message }) => isBelow(String(message.params?.level), level)))
            .is(silence());
        // Only a fixture's tool is known to log the same each time.
        const due = usual.filter((one) => severityOf(one) >= severityOf(level));
        if (target.fixture(chatty.tool.name) !== undefined && due.length > 0)
          judge("logging.sends-at-or-above-set-level")
            .given(keeps, KEEPS_NONE)
            .given(accepted, `the level ${level} could not be set`)
            .timed()
            .sent(sent)
            .that(logs)
            .is(
              where(`messages at ${due.join(", ")}`, (came: readonly MessageEvent[]) => {
                const levels = levelsOf(came);
                return due.every((one) => levels.includes(one));
              }),
            );
      }
      await setLevel(peer, USUAL);
      await unasked.close();
    },
  );
});

function setLevel(peer: Peer, level: string) {
  return peer.call("logging/setLevel", { level });
}

function isBelow(level: string, threshold: string): boolean {
  return severityOf(level) !== -1 && severityOf(level) < severityOf(threshold);
}
