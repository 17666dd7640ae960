import { isObject } from "../../../simulators/wire/json.ts";
import { eraOf, REVISIONS } from "../../../simulators/wire/revisions.ts";
import { where } from "../../kit/accept.ts";
import { type Suite, suite } from "../../kit/scenario.ts";
import type { ToolFacts } from "../../kit/target.ts";
import { callAndListen } from "./chatty.ts";

/** Names of arguments whose values nobody wants to read in a log. */
const SECRET = /^(.*[_-])?(password|passwd|passphrase|secret|credentials?|api[_-]?key|access[_-]?token)$/i;
const CALLED = 3;

export const secrets: Suite = suite("logging", { revisions: REVISIONS }, (scenario) => {
  scenario(
    "hands a password to a tool that takes one; no log message holds it",
    ["logging.no-secrets", "logging.remove-sensitive"],
    async ({ peer, judge, target, random, skip }) => {
      const takers = target.callable.filter((tool) => secretOf(tool) !== undefined);
      const failing = target.fixture("test_error_handling");
      if (takers.length === 0 && failing === undefined) skip("no tool that may be called takes a password or the like");
      const modern = eraOf(peer.revision) === "modern";
      const unasked = modern ? undefined : await peer.watch({});
      if (!modern && target.capabilities.logging !== undefined) await peer.call("logging/setLevel", { level: "debug" });
      for (const tool of takers.slice(0, CALLED)) {
        const marker = `assay-${random.word(16)}`;
        const { reply, logs } = await callAndListen(peer, tool, {
          arguments: { ...tool.arguments(), [secretOf(tool)!]: marker },
          ...(modern ? { logLevel: "debug" } : {}),
        });
        for (const id of ["logging.no-secrets", "logging.remove-sensitive"])
          judge(id)
            .given(logs.length > 0, `${tool.name} logs nothing`)
            .sent(reply.sent.text, reply.sent.reproduce)
            .that(logs)
            .is(
              where(`log messages without the value of ${secretOf(tool)}`, (came: typeof logs) =>
                came.every(({ message }) => !message.text.includes(marker)),
              ),
            );
      }
      // What is logged of a failure is the monitor's to read.
      if (failing !== undefined) await callAndListen(peer, failing, modern ? { logLevel: "debug" } : {});
      if (!modern && target.capabilities.logging !== undefined) await peer.call("logging/setLevel", { level: "info" });
      await unasked?.close();
    },
    { isolation: "session" },
  );
});

/** The argument of a tool that takes a secret. */
function secretOf({ definition }: ToolFacts): string | undefined {
  const { inputSchema } = definition;
  const properties = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {};
  return Object.keys(properties).find((name) => {
    const schema = properties[name];
    return SECRET.test(name) && isObject(schema) && schema.type === "string" && schema.enum === undefined;
  });
}
