import type { Seams } from "../../../server/seams.ts";
import { isObject, type JsonObject } from "../../../wire/json.ts";
import { editResult } from "../../edits.ts";
import type { Mutant } from "../../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "counter-offer-clamped",
    breaks: ["versioning.server-counter-offers-latest"],
    where: { transports: ["http"] },
    does: "answers a version older than all it has with its oldest, and one newer than all with its newest",
    apply: (seams) =>
      seams.rule("negotiateVersion", (original) => (requested, supported) => {
        const oldest = supported[0]!;
        return requested < oldest ? oldest : original(requested, supported);
      }),
  },
  {
    id: "counter-offer-rounded-down",
    breaks: ["versioning.server-counter-offers-latest"],
    where: { transports: ["http"] },
    does: "answers a version that lies between two it has with the older of them",
    apply: (seams) =>
      seams.rule("negotiateVersion", (original) => (requested, supported) => {
        const known = original(requested, supported);
        const below = supported.filter((one) => one < requested).at(-1);
        return known === requested || requested > supported.at(-1)! ? known : (below ?? known);
      }),
  },
  {
    id: "future-version-echoed",
    breaks: ["versioning.server-counter-offers"],
    implies: ["versioning.server-counter-offers-latest"],
    where: { transports: ["http"] },
    does: "agrees to any date later than its newest version",
    apply: (seams) => echoWhere(seams, (requested) => /^\d{4}-\d\d-\d\d$/.test(requested) && requested > "2025-11-25"),
  },
  {
    id: "past-version-echoed",
    breaks: ["versioning.server-counter-offers"],
    implies: ["versioning.server-counter-offers-latest"],
    where: { transports: ["http"] },
    does: "agrees to any date before its newest version",
    apply: (seams) => echoWhere(seams, (requested) => /^\d{4}-\d\d-\d\d$/.test(requested) && requested < "2025-11-25"),
  },
  {
    id: "dateless-version-echoed",
    breaks: ["versioning.server-counter-offers"],
    implies: ["versioning.server-counter-offers-latest"],
    where: { transports: ["http"] },
    does: "agrees to any version that is no date",
    apply: (seams) => echoWhere(seams, (requested) => !/^\d{4}-\d\d-\d\d$/.test(requested)),
  },
  {
    id: "first-version-sticks",
    breaks: ["versioning.server-echoes-supported"],
    implies: ["versioning.server-counter-offers-latest"],
    where: { revisions: ["2025-06-18"], transports: ["http"] },
    does: "answers every later session with the version that its first session agreed on",
    apply: (seams) => {
      let agreed: ReturnType<Parameters<Parameters<typeof seams.rule<"negotiateVersion">>[1]>[0]> | undefined;
      seams.rule("negotiateVersion", (original) => (requested, supported) => {
        agreed ??= original(requested, supported);
        return agreed;
      });
    },
  },
  {
    id: "resource-link-before-its-time",
    breaks: ["versioning.negotiated-version-should"],
    implies: ["tools.call-result-shape"],
    where: { revisions: ["2025-03-26"] },
    does: "adds a resource_link block, which came later, to results of several kinds of content",
    apply: (seams) => addBlock(seams, { type: "resource_link", uri: "test://static-text", name: "static-text" }),
  },
  {
    id: "audio-before-its-time",
    breaks: ["versioning.negotiated-version-should"],
    implies: ["tools.call-result-shape"],
    where: { revisions: ["2024-11-05"] },
    does: "adds an audio block, which came later, to results of several kinds of content",
    apply: (seams) => addBlock(seams, { type: "audio", data: "UklGRg==", mimeType: "audio/wav" }),
  },
  {
    id: "url-elicitation-before-its-time",
    breaks: ["versioning.negotiated-version-must"],
    where: { revisions: ["2025-06-18"], transports: ["http"] },
    does: "elicits by URL in a session of a version that has only forms",
    apply: (seams) =>
      seams.message((message, context) => {
        if (context.kind !== "request" || message.method !== "elicitation/create") return [message];
        const text = isObject(message.params) ? (message.params.message ?? "") : "";
        const params = { mode: "url", elicitationId: "e1", url: "https://example.com/form", message: text };
        return [{ ...message, params }];
      }),
  },
];

/** Agrees to versions that it does not have. */
function echoWhere(seams: Seams, claims: (requested: string) => boolean): void {
  editResult(seams, "initialize", (result, { params }) => {
    const requested = params.protocolVersion;
    return typeof requested === "string" && claims(requested) ? { ...result, protocolVersion: requested } : result;
  });
}

function addBlock(seams: Seams, block: JsonObject): void {
  editResult(seams, "tools/call", (result, { params }) =>
    params.name === "test_multiple_content_types" && Array.isArray(result.content)
      ? { ...result, content: [...result.content, block] }
      : result,
  );
}
