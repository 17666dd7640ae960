import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Revision, TransportName } from "../../simulators/wire/revisions.ts";
import type { Requirement, Role } from "../kit/requirement.ts";
import { SHAPES, shapeOf } from "./shapes.ts";

/** The specification's normative statements, and ways to ask for them. */
export interface Catalogue {
  /** Every entry, by area and then as in its file. */
  readonly requirements: readonly Requirement[];
  /** That of the generated entries included. */
  readonly areas: readonly string[];
  /** Generated entries included. */
  byId(id: string): Requirement | undefined;
  /** What a target of this role must keep to in this revision over this transport, before applicability. */
  inForce(options: InForceOptions): readonly Requirement[];
  /** `page#heading` or `schema#type` in this revision. */
  sourceOf(requirement: Requirement, revision: Revision): string;
}

export interface InForceOptions {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly role: "server" | "client";
}

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PERMISSIONS = "permissions";

let loaded: Catalogue | undefined;
let hash: string | undefined;

/** Reads the catalogue at the first call, and keeps it. */
export function loadCatalogue(): Catalogue {
  loaded ??= catalogueOf(areaNames().map((area) => [area, readArea(area)] as const));
  return loaded;
}

/** What a target may do and must never be blamed for; not part of the catalogue's requirements. */
export function loadPermissions(): readonly Requirement[] {
  return readArea(PERMISSIONS).map((entry) => ({ ...entry, area: entry.id.slice(0, entry.id.indexOf(".")) }));
}

/** `sha256:` and the digest of the catalogue's content: the same from the source tree and from the built package. */
export function catalogueHash(): string {
  hash ??= `sha256:${createHash("sha256").update(canonical(loadCatalogue().requirements)).digest("hex")}`;
  return hash;
}

/** `page#heading` or `schema#type` of a requirement in one revision; where it does not hold there, of its newest place. */
export function sourceOf(requirement: Requirement, revision: Revision): string {
  const { source } = requirement;
  return typeof source === "string" ? source : (source[revision] ?? Object.values(source).at(-1) ?? "");
}

/** Who must obey a requirement in one revision; undefined where it does not hold there. */
export function roleOf(requirement: Requirement, revision: Revision): Role | undefined {
  return typeof requirement.role === "string" ? requirement.role : requirement.role[revision];
}

/** Makes a catalogue of the entries of each area. */
export function catalogueOf(areas: readonly (readonly [area: string, entries: readonly Requirement[]])[]): Catalogue {
  const requirements = areas.flatMap(([area, entries]) => entries.map((entry) => ({ ...entry, area })));
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  return {
    requirements,
    areas: [...areas.map(([area]) => area), SHAPES],
    byId: (id) => byId.get(id) ?? shapeOf(id),
    inForce: ({ revision, transport, role }) =>
      requirements.filter((requirement) => {
        const obeys = roleOf(requirement, revision);
        return (
          requirement.revisions.includes(revision) &&
          (obeys === role || obeys === "both") &&
          (requirement.transport === "any" || requirement.transport === transport)
        );
      }),
    sourceOf,
  };
}

// The built package holds JSON, so that a run never parses 16,000 lines of YAML.
function readArea(area: string): readonly Requirement[] {
  return files().includes(`${area}.json`)
    ? JSON.parse(readFileSync(`${HERE}${area}.json`, "utf8"))
    : createRequire(import.meta.url)("yaml").parse(readFileSync(`${HERE}${area}.yaml`, "utf8"));
}

function areaNames(): readonly string[] {
  const names = files().flatMap((file) => /^([a-z-]+)\.(?:json|yaml)$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== PERMISSIONS).sort();
}

let listing: readonly string[] | undefined;
function files(): readonly string[] {
  listing ??= readdirSync(HERE);
  return listing;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
