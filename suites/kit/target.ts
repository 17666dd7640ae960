import type { JsonObject } from "../../simulators/wire/json.ts";

/** A tool as the target lists it. */
export interface ToolFacts {
  readonly name: string;
  readonly definition: JsonObject;
  readonly readOnly: boolean;
  /** Valid arguments made from its inputSchema, the same for a seed. */
  arguments(): JsonObject;
}

/** What a scenario may know and use of the target: the profile, and the call policy. */
export interface Target {
  readonly capabilities: JsonObject;
  readonly info: JsonObject;
  /** Legacy and modern revisions that the target was found to speak on this transport. */
  readonly revisions: readonly string[];
  /** Every listed tool (first listing, all pages; bounded). */
  readonly tools: readonly ToolFacts[];
  /** Tools that the call policy lets us call. */
  readonly callable: readonly ToolFacts[];
  /** URIs and names found in the first listing. */
  readonly resources: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  /** The conformance fixture's tool of this name, when the target is such a fixture and offers it. */
  fixture(tool: string): ToolFacts | undefined;
  /** Why no tool is callable, with the flag that would reach it. */
  readonly whyNotCallable: string;
}
