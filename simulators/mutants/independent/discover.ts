import { META } from "../../server/names.ts";
import { CODES, refusal } from "../../server/rules/refusal.ts";
import { isObject } from "../../wire/json.ts";
import { editResult } from "../edits.ts";
import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "discover-over-after-first-call",
    breaks: ["discover.repeatable"],
    does: "refuses server/discover once a tool was called",
    apply: (seams) => {
      let called = false;
      seams.rule("metaLogLevel", (original) => (request, rules) => {
        if (request.method === "tools/call") called = true;
        return called && request.method === "server/discover"
          ? refusal(CODES.invalidRequest, "discovery is over")
          : original(request, rules);
      });
    },
  },
  {
    id: "discover-few-times",
    breaks: ["discover.repeatable"],
    does: "answers server/discover twice on a connection and refuses it from then on",
    where: { transports: ["stdio"] },
    apply: (seams) => {
      let asked = 0;
      seams.rule("metaLogLevel", (original) => (request, rules) => {
        if (request.method === "server/discover") asked += 1;
        return asked > 2 && request.method === "server/discover"
          ? refusal(CODES.invalidRequest, "already discovered")
          : original(request, rules);
      });
    },
  },
  {
    id: "discover-first-or-never",
    breaks: ["discover.repeatable"],
    does: "refuses server/discover on a process that has served another modern request before it",
    where: { transports: ["stdio"] },
    apply: (seams) => {
      let other = false;
      seams.rule("metaLogLevel", (original) => (request, rules) => {
        if (request.method !== "server/discover") other = true;
        return other && request.method === "server/discover"
          ? refusal(CODES.invalidRequest, "server/discover comes first")
          : original(request, rules);
      });
    },
  },
  {
    id: "discover-refused-to-plain-client",
    breaks: ["discover.implemented"],
    does: "refuses server/discover to a client that declares no capability",
    apply: (seams) =>
      seams.rule("metaLogLevel", (original) => (request, rules) => {
        const declared = request.meta[META.clientCapabilities];
        return request.method === "server/discover" && isObject(declared) && Object.keys(declared).length === 0
          ? refusal(CODES.invalidParams, "declare a capability")
          : original(request, rules);
      }),
  },
  {
    id: "discover-capabilities-as-array",
    breaks: ["discover.capabilities"],
    implies: ["capabilities.server-shape"],
    does: "has no capability to declare and gives an empty array for them",
    apply: (seams) => editResult(seams, "server/discover", (result) => ({ ...result, capabilities: [] })),
  },
  {
    id: "discover-capabilities-null",
    breaks: ["discover.capabilities"],
    implies: ["capabilities.server-shape"],
    does: "gives null for its capabilities",
    apply: (seams) => editResult(seams, "server/discover", (result) => ({ ...result, capabilities: null })),
  },
  {
    id: "discover-instructions-null",
    breaks: ["discover.instructions-type"],
    does: "gives null for instructions that it has not",
    apply: (seams) => editResult(seams, "server/discover", (result) => ({ ...result, instructions: null })),
  },
  {
    id: "discover-lists-legacy-only",
    breaks: ["discover.supported-versions"],
    does: "lists only the legacy versions, not the one under which it was asked",
    apply: (seams) => seams.rule("discoveredVersions", () => () => ["2025-11-25", "2025-06-18"]),
  },
  {
    id: "discover-versions-as-objects",
    breaks: ["discover.supported-versions"],
    does: "lists its versions as objects with a name",
    apply: (seams) =>
      editResult(seams, "server/discover", (result) => ({ ...result, supportedVersions: [{ version: "2026-07-28" }] })),
  },
  {
    id: "discover-versions-with-null",
    breaks: ["discover.supported-versions"],
    does: "lists null beside its version",
    apply: (seams) =>
      editResult(seams, "server/discover", (result) => ({ ...result, supportedVersions: ["2026-07-28", null] })),
  },
];
