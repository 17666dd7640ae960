import type { Action } from "../../simulators/client/app/orders.ts";
import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const LISTS: readonly Action[] = [
  { action: "list", what: "tools" },
  { action: "list", what: "resources" },
];

export const suites = [
  clientSuite("sse", { revisions: REVISIONS, transports: ["http", "sse"] }, (scenario) => {
    scenario("lists over HTTP", [], { actions: LISTS }, ({ ended }) => void ended(0));
  }),
];
