import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { clientSuite } from "../kit/client/scenario.ts";

export const suites = [
  clientSuite("tools", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "an ordinary tool is listed and called",
      [],
      {
        actions: [
          { action: "list", what: "tools" },
          { action: "callTool", name: "echo", arguments: { text: "hello" } },
        ],
      },
      ({ ended }) => {
        ended(0);
      },
    );
  }),
];
