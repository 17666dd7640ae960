import { Command, Option } from "commander";
import type { Revision } from "../../simulators/wire/revisions.ts";
import type { Requirement } from "../../suites/kit/requirement.ts";
import type { Finish } from "../finish.ts";
import { addScreenFlags, type OutputFlags } from "../options/output-flags.ts";
import { listOption, revisionOption } from "../options/run-flags.ts";
import { parseList } from "../options/values.ts";
import { assertKnown } from "../options/wrong.ts";
import { print, wantsColor } from "../output.ts";

interface RequirementFlags extends Omit<OutputFlags, "report"> {
  readonly revision?: readonly Revision[];
  readonly area?: readonly string[];
  readonly level?: readonly string[];
  readonly unjudged?: true;
  readonly json?: true;
}

interface Listed extends Requirement {
  /** Names of the scenarios and monitors that may judge it. */
  readonly judges: readonly string[];
}

const LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"] as const;

const EXAMPLES = `
Examples:
  mcp-assay requirements --area tools
  mcp-assay requirements --revision 2026-07-28 --level MUST,"MUST NOT" --unjudged
  mcp-assay requirements --json`;

/** `mcp-assay requirements`: the catalogue and what judges each entry. */
export function requirementsCommand(finish: Finish): Command {
  const command = new Command("requirements")
    .description("list the specification's requirements and what judges each")
    .addOption(revisionOption())
    .addOption(listOption("--area <names>", "only these areas"))
    .addOption(
      new Option("--level <levels>", `only these levels: ${LEVELS.join(", ")}`).argParser(
        (text: string, previous?: readonly string[]) => {
          const levels = parseList(text.toUpperCase().replaceAll("-", " "), previous);
          assertKnown("--level", levels, LEVELS, "a level");
          return levels;
        },
      ),
    )
    .option("--unjudged", "only those that nothing judges")
    .option("--json", "as JSON");
  return addScreenFlags(command)
    .addHelpText("after", EXAMPLES)
    .action(async (flags: RequirementFlags) => {
      const listed = await list(flags);
      await print(flags.json ? `${JSON.stringify(listed, null, 2)}\n` : await table(listed, flags));
      finish(0);
    });
}

async function list(flags: RequirementFlags): Promise<readonly Listed[]> {
  const [{ loadCatalogue }, { allJudges }] = await Promise.all([
    import("../../suites/requirements/load.ts"),
    import("../../suites/registry.ts"),
  ]);
  const { areas, requirements } = loadCatalogue();
  assertKnown("--area", flags.area ?? [], areas, `one of ${areas.join(", ")}`);
  const { suites, monitors } = await allJudges();
  const judges = new Map<string, string[]>();
  const add = (id: string, name: string) => judges.set(id, [...(judges.get(id) ?? []), name]);
  for (const monitor of monitors) for (const id of monitor.requirements) add(id, `monitor ${monitor.name}`);
  for (const scenario of suites.flatMap((suite) => suite.scenarios))
    for (const id of scenario.requirements) add(id, scenario.name);
  return requirements
    .filter((requirement) => flags.area?.includes(requirement.area) ?? true)
    .filter((requirement) => flags.level?.includes(requirement.level) ?? true)
    .filter(
      (requirement) =>
        flags.revision === undefined || requirement.revisions.some((revision) => flags.revision?.includes(revision)),
    )
    .map((requirement) => ({ ...requirement, judges: judges.get(requirement.id) ?? [] }))
    .filter((requirement) => !flags.unjudged || requirement.judges.length === 0);
}

async function table(listed: readonly Listed[], flags: RequirementFlags): Promise<string> {
  const { Paper } = await import("../../reports/paper.ts");
  const width = process.stdout.columns;
  const paper = new Paper({
    color: wantsColor(flags.color, process.stdout),
    ...(width === undefined ? {} : { width }),
  });
  let area = "";
  for (const requirement of listed) {
    if (requirement.area !== area) paper.heading(requirement.area);
    area = requirement.area;
    const { judges, revisions } = requirement;
    const role =
      typeof requirement.role === "string" ? requirement.role : [...new Set(Object.values(requirement.role))].join("/");
    const span =
      revisions.length === 1
        ? revisions[0]
        : `${revisions[0]} to ${revisions.at(-1)}${revisions.length > 2 ? ` (${revisions.length})` : ""}`;
    paper.item(
      2,
      judges.length === 0 ? paper.color.dim("·") : paper.color.green("✓"),
      paper.color.cyan(requirement.id),
    );
    paper.text(4, requirement.statement);
    paper.text(
      4,
      paper.color.dim(
        `${requirement.level}, ${role}, ${requirement.transport === "any" ? "any transport" : requirement.transport}, ${span}`,
      ),
    );
    if (flags.verbose) for (const judge of judges) paper.text(4, `judged by ${judge}`);
  }
  const judged = listed.filter(({ judges }) => judges.length > 0).length;
  paper.line();
  paper.line(`${listed.length} requirements, ${judged} with a judge (mcp-assay prove shows which judges are proven)`);
  return paper.toString();
}
