import type { JsonObject } from "../../simulators/wire/json.ts";
import { MODERN } from "../../simulators/wire/revisions.ts";
import { result } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { ordinaryTools } from "./tools/choose.ts";

export const suites: readonly Suite[] = [
  suite("discover", { revisions: MODERN }, (scenario) => {
    scenario(
      "server/discover is answered again and again, between other requests and several at a time",
      ["discover.repeatable"],
      async ({ peer, judge, target }) => {
        const judgeOne = judge("discover.repeatable");
        const list = ["tools", "prompts", "resources"].find((name) => target.capabilities[name] !== undefined);
        const [tool] = ordinaryTools(target);
        const between: readonly (readonly [method: string, params: JsonObject])[] = [
          ...(list === undefined ? [] : [[`${list}/list`, {}] as const]),
          ...(tool === undefined ? [] : [["tools/call", { name: tool.name, arguments: tool.arguments() }] as const]),
        ];
        judgeOne.that(await peer.call("server/discover")).is(result());
        for (const [method, params] of between) {
          await peer.call(method, params);
          judgeOne.that(await peer.call("server/discover")).is(result());
        }
        for (const reply of await Promise.all([1, 2, 3].map(() => peer.call("server/discover"))))
          judgeOne.that(reply).is(result());
      },
    );
  }),
];
