import { LEGACY, MODERN } from "../../simulators/wire/revisions.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { agreedElicitation, agreedRevision, firstContact } from "./versioning/legacy.ts";
import { modernVersions } from "./versioning/modern.ts";

export const suites: readonly Suite[] = [
  suite("versioning", { revisions: LEGACY }, (scenario) => {
    firstContact(scenario);
    agreedRevision(scenario);
    agreedElicitation(scenario);
  }),
  suite("versioning", { revisions: MODERN }, modernVersions),
];
