import type { JsonObject } from "../../simulators/wire/json.ts";
import { LEGACY, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { askAnyway, declaredBy, heardBy, judgeDeclared } from "../kit/client/asks.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const ROOTS = "roots/list";
const ASKS = "assay_roots_asks";
const REPLY: JsonObject = {
  roots: [{ uri: "file:///srv/assay/one", name: "One" }, { uri: "file:///srv/assay/with%20space" }],
};

export const suites = [
  clientSuite("roots", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a client asked for its roots tells them, and has declared that it does",
      ["roots.capability-declared"],
      {
        actions: [LIST_TOOLS, callTool(ASKS)],
        alone: true,
        capabilities: { roots: {} },
        answers: [{ kind: "roots", reply: REPLY }],
        stage: (stage) => askAnyway(stage, ASKS, { method: ROOTS, params: {} }),
      },
      (tools) => judgeDeclared(tools, "roots.capability-declared", { tool: ASKS, method: ROOTS, capability: "roots" }),
    );

    scenario(
      "a client without roots refuses to tell them",
      ["roots.unsupported-32601"],
      {
        revisions: LEGACY,
        actions: [LIST_TOOLS, callTool(ASKS)],
        alone: true,
        stage: (stage) => askAnyway(stage, ASKS, { method: ROOTS, params: {} }),
      },
      ({ judge, record, skip }) => {
        const { asked, answer, error, sent, events, told } = heardBy(record, { tool: ASKS, method: ROOTS });
        if (!asked) return skip("the client did not call the tool that asks for its roots");
        if ("roots" in declaredBy(record)) return skip("the client declares roots though it was not told to");
        if (answer === undefined && error === undefined) return skip("the client did not answer roots/list");
        judge("roots.unsupported-32601")
          .sent(sent)
          .showing(...events)
          .that(told)
          .is(where("error -32601 from a client that declared no roots", () => error?.code === -32601));
      },
    );
  }),
];
