import type { Peer } from "../../simulators/client/peer.ts";
import type { JsonObject, JsonValue } from "../../simulators/wire/json.ts";
import type { Target, ToolFacts } from "../../suites/kit/target.ts";
import type { ServerOptions } from "../options.ts";
import { type Generate, sampler } from "./sample.ts";

const PAGES = 50;
/** Characters of a list that are gathered: enough to know what a target is like. */
const GATHERED = 24 * 1024 * 1024;
/** At least three of these names mark a target as built for conformance testing. */
const FIXTURE = /^test_[a-z_]+$/;
const FIXTURE_TOOLS = new Set([
  "test_simple_text",
  "test_image_content",
  "test_audio_content",
  "test_embedded_resource",
  "test_multiple_content_types",
  "test_tool_with_logging",
  "test_tool_with_progress",
  "test_error_handling",
  "test_sampling",
  "test_elicitation",
]);

export interface ProfileOptions {
  readonly seed: number;
  readonly revisions: readonly string[];
  readonly callTools: NonNullable<ServerOptions["callTools"]>;
  readonly fixture: boolean | undefined;
}

/** Lists what the target offers, so that scenarios know what they may use. Nothing here is judged. */
export async function profile(peer: Peer, options: ProfileOptions): Promise<Target> {
  const capabilities = peer.server?.capabilities ?? {};
  const has = (name: string) => capabilities[name] !== undefined;
  const [tools, resources, prompts] = await Promise.all([
    has("tools") ? list(peer, "tools/list", "tools") : [],
    has("resources") ? list(peer, "resources/list", "resources") : [],
    has("prompts") ? list(peer, "prompts/list", "prompts") : [],
  ]);
  // Loaded late: a server without tools never needs the generator.
  const generate = tools.length === 0 ? () => ({}) : (await import("json-schema-faker")).generateSync;
  const sample = sampler(options.seed, generate as Generate);
  const facts = tools
    .filter((tool) => typeof tool.name === "string")
    .map((tool) => toolFacts(tool, sample(tool.inputSchema)));
  const named = facts.filter((tool) => FIXTURE_TOOLS.has(tool.name)).length;
  const isFixture = options.fixture ?? named >= 3;
  const callable = facts.filter((tool) => mayCall(tool, options.callTools, isFixture));
  return {
    capabilities,
    info: peer.server?.info ?? {},
    revisions: options.revisions,
    tools: facts,
    callable,
    resources,
    prompts,
    fixture: (name) => (isFixture ? facts.find((tool) => tool.name === name) : undefined),
    whyNotCallable:
      typeof options.callTools === "object"
        ? `none of the tools named by --call-tools is listed (${options.callTools.join(", ")})`
        : facts.length === 0
          ? "the target lists no tools"
          : "no listed tool declares readOnlyHint: true, so none was called; --call-tools all, or --call-tools NAME, would reach it",
  };
}

function mayCall(tool: ToolFacts, policy: ProfileOptions["callTools"], isFixture: boolean): boolean {
  if (policy === "all") return true;
  if (policy === "read-only") return tool.readOnly || (isFixture && FIXTURE.test(tool.name));
  return policy.includes(tool.name);
}

async function list(peer: Peer, method: string, member: string): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  let cursor: JsonValue | undefined;
  const seen = new Set<JsonValue>();
  let length = 0;
  for (let page = 0; page < PAGES && length < GATHERED; page++) {
    const reply = await peer.call(method, cursor === undefined ? {} : { cursor });
    if (reply.kind !== "result") break;
    length += reply.message.message.text.length;
    const items = reply.result[member];
    if (Array.isArray(items))
      found.push(...items.filter((item) => typeof item === "object" && item !== null && !Array.isArray(item)));
    cursor = reply.result.nextCursor;
    if (typeof cursor !== "string" || seen.has(cursor)) break;
    seen.add(cursor);
  }
  return found;
}

function toolFacts(definition: JsonObject, makeArguments: () => JsonObject): ToolFacts {
  const annotations = definition.annotations as JsonObject | undefined;
  return {
    name: definition.name as string,
    definition,
    readOnly: annotations?.readOnlyHint === true,
    arguments: makeArguments,
  };
}
