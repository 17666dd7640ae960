import { REVISIONS, type Revision } from "../../simulators/wire/revisions.ts";
import { predicatesOf } from "../applicability/evaluate.ts";
import type { Requirement } from "../kit/requirement.ts";

const ROLES = ["server", "client", "both", "host", "authorization-server"];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  level: ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"],
  transport: ["any", "stdio", "http", "sse"],
  stimulus: ["passive", "scripted", "fault", "property", "handshake", "none"],
  basis: ["keyword", "implied"],
  ground: ["schema", "jsonrpc"],
};
const TEXTS = ["statement", "observable", "applies_when"];
const REQUIRED = ["id", "revisions", "level", "role", "transport", "source", "stimulus", "when", "basis", ...TEXTS];
const OPTIONAL = ["area", "also", "ground", "ambiguous", "facets", "core"];
const ID = /^[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SOURCE = /^(?:[a-z-]+\/)*[a-z-]+#[a-z0-9_-]+$/;
const MENTION = /\b([a-z]+(?:-[a-z]+)*)\.([a-z0-9]+(?:-[a-z0-9]+)+-?\*?|\*)/g;

export interface ValidateOptions {
  /** Names that `when` may use. */
  readonly predicates: ReadonlySet<string>;
  readonly areas: readonly string[];
  readonly permissions?: readonly Requirement[];
}

/** Every unsoundness of the catalogue as `id: what is wrong`; empty when it is sound. */
export function validateCatalogue(requirements: readonly Requirement[], options: ValidateOptions): readonly string[] {
  const permissions = options.permissions ?? [];
  const all = [...requirements, ...permissions];
  const known = new Set(all.map(({ id }) => id));
  return [
    ...duplicates(all),
    ...all.flatMap((entry) =>
      [
        ...fields(entry),
        ...naming(entry, options.areas),
        ...places(entry),
        ...mentions(entry, known, options.areas),
        ...applicability(entry, options.predicates),
      ].map((problem) => `${entry.id}: ${problem}`),
    ),
    ...permissions.filter(({ level }) => level !== "MAY").map(({ id }) => `${id}: a permission is a MAY`),
  ];
}

/** `revision` and `source` of every place that an entry names. */
export function placesOf(entry: Requirement): readonly (readonly [revision: Revision, source: string])[] {
  const { source, revisions } = entry;
  const own =
    typeof source === "string"
      ? revisions.map((revision) => [revision, source] as const)
      : (Object.entries(source) as [Revision, string][]);
  const newest = revisions.at(-1)!;
  return [...own, ...(entry.also ?? []).map((also) => [newest, also] as const)];
}

function duplicates(entries: readonly Requirement[]): readonly string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id }) => (seen.size === seen.add(id).size ? [`${id}: the id occurs twice`] : []));
}

function* fields(entry: Requirement): Iterable<string> {
  const members = entry as unknown as Readonly<Record<string, unknown>>;
  for (const name of REQUIRED) if (!(name in members)) yield `lacks ${name}`;
  for (const name of Object.keys(members)) {
    if (!REQUIRED.includes(name) && !OPTIONAL.includes(name)) yield `has an unknown member ${name}`;
  }
  for (const [name, values] of Object.entries(ALLOWED)) {
    if (name in members && !values.includes(String(members[name])))
      yield `${name} is ${members[name]}, expected one of ${values.join(", ")}`;
  }
  for (const name of [...TEXTS, ...("ambiguous" in members ? ["ambiguous"] : [])]) {
    const text = members[name];
    if (typeof text !== "string" || text.trim() === "") yield `${name} is no text`;
  }
  if ("ground" in members && entry.basis !== "implied") yield "has a ground, which only an implied entry has";
  if ("core" in members && members.core !== true) yield "core is something else than true";
  if (entry.facets && (entry.facets.length < 2 || new Set(entry.facets).size < entry.facets.length))
    yield "facets are fewer than two, or repeat";
  if ((entry.stimulus === "none") !== entry.observable.startsWith("no:"))
    yield 'stimulus none and an observable "no: ..." go together';
  if (/\bharness\b/i.test(`${entry.statement} ${entry.observable}`))
    yield "says harness: the words are target and peer";
}

function* naming({ id }: Requirement, areas: readonly string[]): Iterable<string> {
  if (!ID.test(id)) yield "the id is not area.kebab-case";
  if (/\d{4}-\d\d-\d\d|-(?:until|from|since)-\d/.test(id)) yield "the id names a revision";
  if (!areas.includes(id.slice(0, id.indexOf(".")))) yield "the id does not begin with an area";
}

function* places(entry: Requirement): Iterable<string> {
  const { revisions, source, role } = entry;
  const listed = revisions.join();
  if (revisions.length === 0 || listed !== REVISIONS.filter((revision) => revisions.includes(revision)).join()) {
    yield `revisions ${listed} are none, unknown, repeated or out of order`;
  }
  for (const [name, map] of Object.entries({ source, role })) {
    if (typeof map === "string") continue;
    if (Object.keys(map).join() !== listed) yield `${name} does not name exactly the revisions ${listed}`;
    if (new Set(Object.values(map)).size === 1) yield `${name} is the same in all revisions: write it once`;
  }
  for (const value of typeof role === "string" ? [role] : Object.values(role)) {
    if (!ROLES.includes(value)) yield `role is ${value}, expected one of ${ROLES.join(", ")}`;
  }
  for (const [, place] of placesOf(entry)) if (!SOURCE.test(place)) yield `source ${place} is not page#heading`;
}

function* mentions(entry: Requirement, known: ReadonlySet<string>, areas: readonly string[]): Iterable<string> {
  const text = [entry.statement, entry.observable, entry.ambiguous].join(" ");
  for (const [name, area, rest] of text.matchAll(MENTION)) {
    if (!areas.includes(area!)) continue;
    // A trailing * stands for several ids.
    const found = rest!.endsWith("*") ? [...known].some((id) => id.startsWith(name.slice(0, -1))) : known.has(name);
    if (!found) yield `mentions ${name}, which does not exist`;
  }
}

function* applicability(entry: Requirement, predicates: ReadonlySet<string>): Iterable<string> {
  if (entry.when === undefined) return;
  for (const name of predicatesOf(entry.when)) {
    if (!predicates.has(name)) yield `when names ${name}, which suites/applicability/predicates.ts does not map`;
  }
  const restricted = /; (\d{4}-\d\d-\d\d): (server|client) only$/.exec(entry.applies_when);
  const role = typeof entry.role === "string" ? entry.role : entry.role[restricted?.[1] as Revision];
  if (restricted && role !== restricted[2]) yield `applies_when says ${restricted[0].slice(2)}, role says ${role}`;
}
