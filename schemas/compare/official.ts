import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Side, sideOf } from "./side.ts";

/** The official schema of a revision, and whether it is written in draft-07 or 2020-12. */
export interface Official {
  readonly document: Readonly<Record<string, unknown>>;
  readonly side: Side;
}

/** The folder of the official schemas: the one that MCP_ORACLE names, else `../shared/oracle` seen from the project. */
export function oracleFolder(root: string): string {
  return resolve(root, process.env["MCP_ORACLE"] ?? "../shared/oracle");
}

/** The file of the official schema of a revision. */
export function officialFile(folder: string, revision: string): string {
  return join(folder, `${revision}.schema.json`);
}

/** Reads an official schema. Its `format` is an annotation, as JSON Schema has it by default. */
export async function readOfficial(folder: string, revision: string): Promise<Official> {
  return officialOf(JSON.parse(await readFile(officialFile(folder, revision), "utf8")));
}

/** An official schema from its document, in the dialect that it declares. */
export async function officialOf(document: Readonly<Record<string, unknown>>): Promise<Official> {
  const Engine = String(document["$schema"]).includes("draft-07")
    ? (await import("ajv")).Ajv
    : (await import("ajv/dist/2020.js")).Ajv2020;
  const engine = new Engine({ strict: false, validateFormats: false });
  return { document, side: sideOf(document, engine) };
}
