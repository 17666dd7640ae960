import { ASSAY_TOOLS } from "./assay-tools.ts";
import { CONTENT_TOOLS } from "./content-tools.ts";
import { DIALECT_TOOLS } from "./dialect-tools.ts";
import { INPUT_TOOLS } from "./input-tools.ts";
import { extraTool, ORDINARY_TOOLS } from "./ordinary-tools.ts";
import { extraPrompt, PROMPTS } from "./prompts.ts";
import { extraResource, RESOURCES, TEMPLATES } from "./resources.ts";
import type { Catalogue } from "./world.ts";

/** Everything the simulated server offers: an ordinary set, and the fixtures that SDKs' conformance servers have. */
export function createCatalogue(): Catalogue {
  return {
    tools: [...ORDINARY_TOOLS, ...ASSAY_TOOLS, ...CONTENT_TOOLS, ...INPUT_TOOLS, ...DIALECT_TOOLS],
    prompts: PROMPTS,
    resources: RESOURCES,
    templates: TEMPLATES,
    extra: { tools: extraTool, prompts: extraPrompt, resources: extraResource },
  };
}
