import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { generatedBy, judgesRole, type Monitor } from "../../suites/kit/monitor.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { Scenario } from "../../suites/kit/scenario.ts";
import type { AreaJudges } from "../../suites/registry.ts";
import type { Catalogue } from "../../suites/requirements/load.ts";
import { SHAPES } from "../../suites/requirements/shapes.ts";

export interface Selection {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly areas?: readonly string[];
  readonly requirements?: readonly string[];
  readonly scenarios?: readonly string[];
}

/** What one run judges and performs: in force here, and within what the user asked for. */
export function selectRun(
  catalogue: Catalogue,
  judges: AreaJudges,
  selection: Selection,
): {
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
  readonly monitors: readonly Monitor[];
} {
  const { revision, transport } = selection;
  const here = [...catalogue.inForce({ revision, transport, role: "server" }), ...generatedBy(judges.monitors)];
  const requirements = here.filter(
    (requirement) =>
      (selection.areas?.includes(requirement.area) ?? true) &&
      (selection.requirements?.includes(requirement.id) ?? true),
  );
  const ids = new Set(requirements.map((requirement) => requirement.id));
  const scenarios = judges.suites
    .flatMap((suite) => suite.scenarios)
    .filter(
      (scenario) =>
        scenario.role === "server" &&
        scenario.revisions.includes(revision) &&
        scenario.transports.includes(transport) &&
        (selection.scenarios?.includes(scenario.name) ?? true) &&
        // Any scenario may provoke what a monitor judges, so a narrower wish than an area keeps its whole area.
        (scenario.requirements.some((id) => ids.has(id)) || selection.areas?.includes(SHAPES) === true),
    );
  return {
    requirements,
    scenarios,
    monitors: judges.monitors.filter(
      (monitor) => judgesRole(monitor, "server") && monitor.requirements.some((id) => ids.has(id)),
    ),
  };
}
