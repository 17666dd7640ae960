import type { JsonValue } from "../../simulators/wire/json.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { MODERN } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { LIST_TOOLS } from "../kit/client/actions.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

export const suites = [
  clientSuite("subscriptions", { revisions: MODERN, transports: ["stdio", "http"] }, (scenario) => {
    scenario(
      "a subscription is acknowledged for less than was asked",
      ["subscriptions.client-checks-ack"],
      {
        alone: true,
        actions: [
          LIST_TOOLS,
          { action: "listen", as: "less", notifications: ALL },
          { action: "list", what: "prompts" },
        ],
        stage: ({ seams }) =>
          seams.message((message) =>
            message.method === "notifications/subscriptions/acknowledged"
              ? [
                  {
                    ...message,
                    params: { ...(message.params as JsonObject), notifications: { toolsListChanged: true } },
                  },
                ]
              : [message],
          ),
      },
      ({ judge, record, ended, skip }) => {
        const [listen] = record.requests("subscriptions/listen");
        if (listen === undefined) return skip("the client did not subscribe");
        judge("subscriptions.client-checks-ack")
          .sent("an acknowledgement of toolsListChanged alone")
          .showing(listen.seen.seq)
          .that([ended(1), ended(2)] as unknown as JsonValue)
          .is(
            where("the subscription stands, and the list after it ends well", (outcomes: readonly JsonValue[]) =>
              outcomes.every((outcome) => isObject(outcome) && outcome.ok === true),
            ),
          );
      },
    );
  }),
];
