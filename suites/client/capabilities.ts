import { MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const UNDECLARED = /^(tools|resources|completion|logging)\//;

export const suites = [
  clientSuite("capabilities", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a server that has prompts and nothing else is asked for prompts alone",
      ["capabilities.tools-need-capability", "capabilities.respect-declared", "capabilities.missing-handled"],
      {
        actions: [{ action: "discover" }, { action: "list", what: "prompts" }],
        alone: true,
        stage: ({ seams }) => seams.rule("declaredCapabilities", () => () => ({ prompts: {} })),
      },
      ({ judge, record, ended, skip }) => {
        const requests = record.requests();
        if (record.requests("prompts/list").length === 0) skip("the client did not list prompts");
        const beyond = requests.filter(({ method }) => UNDECLARED.test(method));
        const of = (area: RegExp) => beyond.filter(({ method }) => area.test(method));
        for (const [id, found, accepted] of [
          ["capabilities.tools-need-capability", of(/^tools\//), "no request for tools"],
          ["capabilities.respect-declared", beyond, "requests for prompts only"],
        ] as const)
          judge(id)
            .sent('capabilities {"prompts":{}}')
            .showing(...found.map(({ seen }) => seen.seq))
            .that(found.map(({ method }) => method))
            .is(where(accepted, (methods: readonly string[]) => methods.length === 0));
        judge("capabilities.missing-handled")
          .sent('capabilities {"prompts":{}}')
          .that(ended(1) as never)
          .is(where("prompts for the application", (outcome: { ok?: boolean }) => outcome.ok === true));
      },
    );

    scenario(
      "what a client declares of extensions is as it was told",
      [],
      {
        revisions: MODERN,
        actions: [{ action: "list", what: "tools" }],
        capabilities: { extensions: { "com.example/assay": {} }, experimental: { "com.example/try": {} } },
      },
      ({ ended }) => void ended(0),
    );
  }),
];
