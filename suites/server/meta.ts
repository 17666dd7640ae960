import { REVISIONS } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { missingCapabilities } from "./meta/capabilities.ts";
import { requiredKeys } from "./meta/required.ts";
import { toleratedKeys } from "./meta/tolerated.ts";

export const suites: readonly Suite[] = [
  suite("meta", { revisions: REVISIONS }, (scenario) => {
    requiredKeys(scenario);
    toleratedKeys(scenario);
    missingCapabilities(scenario);
  }),
];
