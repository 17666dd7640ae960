import { array, demanded, extend, object, optional, rebase, ref, rule, string } from "../../builder/build.ts";
import { definitions as previous } from "../2025-11-25/protocol.ts";
import { requestOf } from "../message.ts";

const VERSION = "meta.request-protocol-version";
const page = demanded(VERSION, ref("PaginatedRequestParams"));

/** server/discover in place of initialize; no request without params, because each carries `_meta`. */
export const requests = {
  DiscoverRequest: requestOf("server/discover", demanded(VERSION, ref("RequestParams"))),
  DiscoverResult: object(
    {
      supportedVersions: demanded(
        "discover.supported-versions",
        rule("discover.supported-versions", array(string(), { minItems: 1 })),
      ),
      capabilities: demanded("discover.capabilities", rule("discover.capabilities", ref("ServerCapabilities"))),
      instructions: optional(rule("discover.instructions-type", string())),
    },
    "CacheableResult",
  ),
  ListToolsRequest: requestOf("tools/list", page),
  ListPromptsRequest: requestOf("prompts/list", page),
  ListResourcesRequest: requestOf("resources/list", page),
  ListResourceTemplatesRequest: requestOf("resources/templates/list", page),
  CallToolRequestParams: rebase(previous.CallToolRequestParams, "InputResponseRequestParams"),
  GetPromptRequestParams: extend(previous.GetPromptRequestParams, {}, "InputResponseRequestParams"),
  ReadResourceRequestParams: extend(previous.ReadResourceRequestParams, {}, "InputResponseRequestParams"),
};
