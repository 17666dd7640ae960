import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import { type ClientScenario, type ClientSuite, performsIn } from "../../suites/kit/client/scenario.ts";
import { generatedBy, judgesRole, type Monitor } from "../../suites/kit/monitor.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { Catalogue } from "../../suites/requirements/load.ts";

export interface ClientSelection {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly areas?: readonly string[];
  readonly requirements?: readonly string[];
  readonly scenarios?: readonly string[];
}

/** What one run of a client judges and performs: in force here, and within what the user asked for. */
export function selectClientRun(
  catalogue: Catalogue,
  judges: { readonly suites: readonly ClientSuite[]; readonly monitors: readonly Monitor[] },
  selection: ClientSelection,
): {
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly ClientScenario[];
  readonly monitors: readonly Monitor[];
} {
  const { revision, transport } = selection;
  const here = [...catalogue.inForce({ revision, transport, role: "client" }), ...generatedBy(judges.monitors)];
  const requirements = here.filter(
    ({ area, id }) => (selection.areas?.includes(area) ?? true) && (selection.requirements?.includes(id) ?? true),
  );
  const ids = new Set(requirements.map(({ id }) => id));
  const scenarios = judges.suites
    .flatMap((suite) => suite.scenarios)
    .filter(
      (scenario) =>
        performsIn(scenario, revision, transport) &&
        (selection.scenarios?.includes(scenario.name) ?? true) &&
        // A scenario that lists nothing makes traffic for monitors, whatever their area.
        (scenario.requirements.length === 0 || scenario.requirements.some((id) => ids.has(id))),
    );
  return {
    requirements,
    scenarios,
    monitors: judges.monitors.filter(
      (monitor) => judgesRole(monitor, "client") && monitor.requirements.some((id) => ids.has(id)),
    ),
  };
}
