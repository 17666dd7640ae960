import { anyObject, extend, optional, record, restrict, rule, string, unknown, without } from "../../builder/build.ts";
import { definitions as previous } from "../2025-11-25/protocol.ts";

const experimental = optional(rule("capabilities.experimental-shape", record(anyObject())));
const extensions = optional(
  restrict(
    rule("capabilities.experimental-shape", record(rule("capabilities.extension-settings-object", anyObject()))),
    keys("capabilities.extension-identifier-prefix", "/"),
    ...previous.MetaObject.by.map((grammar) => ({
      ...grammar,
      requirement: "capabilities.extension-identifier-format",
    })),
  ),
);

/** basic/versioning#extension-negotiation: extensions, of which tasks are one. */
export const capabilities = {
  ClientCapabilities: extend(without(previous.ClientCapabilities, "tasks"), {
    experimental,
    extensions,
    roots: optional(anyObject()),
  }),
  ServerCapabilities: extend(without(previous.ServerCapabilities, "tasks"), { experimental, extensions }),
};

function keys(requirement: string, pattern: string) {
  return rule(requirement, record(unknown(), { keys: string({ pattern }) }));
}
