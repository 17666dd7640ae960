import { MODERN } from "../../simulators/wire/revisions.ts";
import { result } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";

export const suites: readonly Suite[] = [
  suite("discover", { revisions: MODERN }, (scenario) => {
    scenario(
      "server/discover is answered again and again, between other requests and several at a time",
      ["discover.repeatable"],
      async ({ peer, judge, target }) => {
        const judgeOne = judge("discover.repeatable");
        const list = ["tools", "prompts", "resources"].find((name) => target.capabilities[name] !== undefined);
        for (const method of [undefined, list === undefined ? undefined : `${list}/list`]) {
          if (method !== undefined) await peer.call(method);
          judgeOne.that(await peer.call("server/discover")).is(result());
        }
        for (const reply of await Promise.all([1, 2, 3].map(() => peer.call("server/discover"))))
          judgeOne.that(reply).is(result());
      },
    );
  }),
];
