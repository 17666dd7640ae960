import { LEGACY, MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const WATCHED = "test://watched-resource";
const GONE = "assay://resources/gone";

export const suites = [
  clientSuite("resources", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a resource is listed and read",
      [],
      {
        actions: [
          { action: "list", what: "resources" },
          { action: "readResource", uri: "test://static-text" },
        ],
      },
      () => {},
    );

    scenario(
      "a resource is subscribed to and left again",
      [],
      {
        revisions: LEGACY,
        actions: [
          { action: "subscribe", uri: WATCHED },
          { action: "unsubscribe", uri: WATCHED },
        ],
      },
      () => {},
    );

    scenario(
      "the older code of a resource that is not there is understood",
      ["resources.client-accepts-32002"],
      {
        revisions: MODERN,
        actions: [{ action: "readResource", uri: GONE }],
        stage: ({ seams }) =>
          seams.message((message, { request }) =>
            request?.method === "resources/read" && request.params.uri === GONE && message.error !== undefined
              ? [{ ...message, error: { code: -32002, message: "Resource not found", data: { uri: GONE } } }]
              : [message],
          ),
      },
      ({ judge, record, ended, skip }) => {
        const outcome = ended(0);
        const asked = record.requests("resources/read").find(({ params }) => params.uri === GONE);
        if (asked === undefined) return skip("the client did not read the resource");
        const { ok, error } = outcome;
        const understood =
          ok === false &&
          (error?.kind === "protocol" ||
            [-32002, -32602].includes(error?.code ?? 0) ||
            /not found/i.test(error?.message ?? ""));
        judge("resources.client-accepts-32002")
          .sent("error -32002 to resources/read, as servers before 2026-07-28 give it")
          .showing(asked.seen.seq)
          .that(JSON.stringify(outcome))
          .is(where("the application is told that the resource was not found", () => understood));
      },
    );
  }),
];
