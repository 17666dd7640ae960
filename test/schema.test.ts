import { expect, test } from "vitest";
import { trial } from "../harness/prove/trial.ts";
import { suite } from "../suites/kit/scenario.ts";
import { monitors } from "../suites/monitors/schema.ts";

const cell = { revision: "2025-11-25", transport: "stdio" } as const;

function sending(options: { readonly defect?: string }) {
  const own = suite("schema", { revisions: [cell.revision] }, (scenario) => {
    scenario("calls a tool whose name is a number", ["tools.call-result-shape"], async ({ peer }) => {
      await peer.call("tools/call", { name: 7 }, options);
    });
  });
  return trial(cell, { suites: [own], monitors }, { seed: 1 });
}

test("what the harness itself sends wrongly, without a word, is an error of the run", async () => {
  const results = await sending({});
  expect(results.filter(({ verdict }) => verdict === "error")).toMatchObject([
    {
      id: "schema.CallToolRequestParams",
      reason: "sent by the harness itself: tools/call: params.name: expected a string, found 7",
    },
  ]);
});

test("what it says to be wrong is none", async () => {
  const results = await sending({ defect: "a name that is a number" });
  expect(results.filter(({ verdict }) => verdict === "error" || verdict === "fail")).toEqual([]);
  expect(results.find(({ id }) => id === "tools.definition-shape")?.verdict).toBe("pass");
});
