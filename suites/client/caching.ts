import type { Action } from "../../simulators/client/app/orders.ts";
import { isObject, type JsonObject, type JsonValue } from "../../simulators/wire/json.ts";
import { MODERN } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { editResults } from "../kit/client/answers.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { type ClientScenarioTools, clientSuite } from "../kit/client/scenario.ts";
import type { Stage } from "../kit/client/stage.ts";

const HOUR = 3_600_000;
const SECOND = "assay-second-page";
const LIST_PROMPTS: Action = { action: "list", what: "prompts" };
const SHORT = 200;
const KEEPS_NOTHING = "the client keeps no results, so none could go stale";

const uriOf = (name: string) => `assay://caching/${name}`;
const read = (name: string): Action => ({ action: "readResource", uri: uriOf(name) });

/** Offers a resource whose contents may be kept as `hints` say. */
function offer(stage: Stage, name: string, hints: JsonObject, options: { readonly defect?: string } = {}): void {
  const uri = uriOf(name);
  stage.resource({
    uri,
    name: `caching-${name}`,
    title: name,
    description: "Tells how long it may be kept",
    mimeType: "text/plain",
    read: () => ({ text: name }),
  });
  editResults(
    stage,
    ({ method, params }) => method === "resources/read" && params.uri === uri,
    ({ ttlMs: _ttl, cacheScope: _scope, ...result }) => ({ ...result, ...hints }),
    options,
  );
}

const reads = (record: ClientRecord, name: string) =>
  record.requests("resources/read").filter(({ params }) => params.uri === uriOf(name));

/** Whether two reads within an hour's time to live took one request, or none: then the client keeps results. */
const keeps = (record: ClientRecord, name: string) => reads(record, name).length <= 1;

const requests = (count: number) => where(`${count} requests`, (seen: number) => seen >= count);

function judgeReads(
  { judge, record, ended }: ClientScenarioTools,
  id: string,
  options: {
    readonly name: string;
    readonly fresh: string;
    readonly after: number;
    readonly expected: number;
    readonly told: string;
  },
): void {
  if (!ended(options.after).ok) {
    judge(id).inconclusive("the client could not read the resource again");
    return;
  }
  const made = reads(record, options.name);
  judge(id)
    .given(keeps(record, options.fresh), KEEPS_NOTHING)
    .sent(options.told)
    .showing(...made.map(({ seen }) => seen.seq))
    .that(made.length)
    .is(requests(options.expected));
}

const staleAtOnce: readonly (readonly [id: string, name: string, hints: JsonObject])[] = [
  ["caching.ttl-zero-stale", "zero", { ttlMs: 0, cacheScope: "public" }],
  ["caching.ttl-absent-zero", "absent", { cacheScope: "public" }],
  ["caching.ttl-negative-zero", "negative", { ttlMs: -1, cacheScope: "public" }],
];

export const suites = [
  clientSuite("caching", { revisions: MODERN }, (scenario) => {
    scenario(
      "two resources that may be kept are each read from the server",
      ["caching.key"],
      {
        actions: [read("key-a"), read("key-a"), read("key-b")],
        stage: (stage) => {
          offer(stage, "key-a", { ttlMs: HOUR, cacheScope: "public" });
          offer(stage, "key-b", { ttlMs: HOUR, cacheScope: "public" });
        },
      },
      (tools) =>
        judgeReads(tools, "caching.key", {
          name: "key-b",
          fresh: "key-a",
          after: 2,
          expected: 1,
          told: "read one resource that may be kept for an hour, then another",
        }),
    );

    for (const [id, name, hints] of staleAtOnce)
      scenario(
        `what was read with ${JSON.stringify(hints)} is read from the server again`,
        [id],
        {
          actions: [read(`${name}-fresh`), read(`${name}-fresh`), read(name), read(name)],
          stage: (stage) => {
            offer(stage, `${name}-fresh`, { ttlMs: HOUR, cacheScope: "public" });
            offer(stage, name, hints, name === "zero" ? {} : { defect: "a ttlMs that a server must not send" });
          },
        },
        (tools) =>
          judgeReads(tools, id, {
            name,
            fresh: `${name}-fresh`,
            after: 3,
            expected: 2,
            told: `read twice a resource whose result says ${JSON.stringify(hints)}`,
          }),
      );

    scenario(
      `what may be kept for ${SHORT} ms is read again afterwards, and not before it is asked for`,
      ["caching.stale-refetch", "caching.no-polling"],
      {
        actions: [
          read("stale-fresh"),
          read("stale-fresh"),
          read("stale"),
          { action: "sleep", ms: 5 * SHORT },
          read("stale"),
        ],
        timeoutMs: 5 * SHORT,
        stage: (stage) => {
          offer(stage, "stale-fresh", { ttlMs: HOUR, cacheScope: "public" });
          offer(stage, "stale", { ttlMs: SHORT, cacheScope: "public" });
        },
      },
      (tools) => {
        judgeReads(tools, "caching.stale-refetch", {
          name: "stale",
          fresh: "stale-fresh",
          after: 4,
          expected: 2,
          told: `read a resource that may be kept for ${SHORT} ms, and again after ${5 * SHORT} ms`,
        });
        const made = reads(tools.record, "stale");
        tools
          .judge("caching.no-polling")
          .given(keeps(tools.record, "stale-fresh"), KEEPS_NOTHING)
          .showing(...made.map(({ seen }) => seen.seq))
          .that(made.length)
          .is(where("no more than the 2 requests that were asked for", (count: number) => count <= 2));
      },
    );

    scenario(
      "a resource that has changed is read again though it may be kept for an hour",
      ["caching.notification-invalidates"],
      {
        actions: [
          { action: "listen", as: "caching", notifications: { resourceSubscriptions: [uriOf("changed")] } },
          read("changed-fresh"),
          read("changed-fresh"),
          read("changed"),
          { action: "callTool", name: "assay_caching_change", arguments: {} },
          { action: "waitFor", notification: "notifications/resources/updated", timeoutMs: 3_000 },
          read("changed"),
          { action: "unlisten", of: "caching" },
        ],
        stage: (stage) => {
          offer(stage, "changed-fresh", { ttlMs: HOUR, cacheScope: "public" });
          offer(stage, "changed", { ttlMs: HOUR, cacheScope: "public" });
          stage.tool({
            definition: {
              name: "assay_caching_change",
              description: "Changes a resource",
              inputSchema: { type: "object" },
            },
            run: (_given, { world }) => {
              world.touch(uriOf("changed"));
              return { content: [{ type: "text", text: "changed" }] };
            },
          });
        },
      },
      (tools) => {
        if (!tools.ended(5).ok) tools.skip("the client's application did not hear of the change");
        judgeReads(tools, "caching.notification-invalidates", {
          name: "changed",
          fresh: "changed-fresh",
          after: 6,
          expected: 2,
          told: "read a resource that may be kept for an hour, sent notifications/resources/updated for it, read it again",
        });
      },
    );

    scenario(
      "what came of a request with the client's input is not kept",
      ["caching.no-mrtr-results"],
      {
        actions: [read("asks-fresh"), read("asks-fresh"), read("asks"), read("asks")],
        capabilities: { elicitation: { form: {} } },
        answers: [
          { kind: "elicitation", match: "assay-caching", reply: { action: "accept", content: { answer: "yes" } } },
        ],
        stage: (stage) => {
          offer(stage, "asks-fresh", { ttlMs: HOUR, cacheScope: "public" });
          offer(stage, "asks", { ttlMs: HOUR, cacheScope: "public" });
          editResults(
            stage,
            ({ method, params }) =>
              method === "resources/read" && params.uri === uriOf("asks") && params.inputResponses === undefined,
            ({ _meta }) => ({ resultType: "input_required", inputRequests: QUESTION, _meta: _meta as JsonValue }),
          );
        },
      },
      (tools) => {
        const first = reads(tools.record, "asks");
        if (!first.some(({ params }) => params.inputResponses !== undefined))
          tools.skip("the client did not send the request again with what it was asked for");
        judgeReads(tools, "caching.no-mrtr-results", {
          name: "asks",
          fresh: "asks-fresh",
          after: 3,
          expected: 3,
          told: "read twice a resource that asks for input first, and whose contents may be kept for an hour",
        });
      },
    );

    for (const invalid of [false, true])
      scenario(
        invalid
          ? "a list whose later page has an invalid cursor is fetched from the start"
          : "a page of a list that is stale is fetched with its cursor",
        [invalid ? "caching.invalid-cursor-discard" : "caching.page-expired-refetch"],
        {
          actions: [LIST_PROMPTS, LIST_PROMPTS, { action: "sleep", ms: 5 * SHORT }, LIST_PROMPTS],
          alone: true,
          timeoutMs: 5 * SHORT,
          stage: (stage) => twoPages(stage, { invalid }),
        },
        ({ judge, record, ended, skip }) => {
          ended(0);
          const asked = record.requests("prompts/list");
          const second = asked.filter(({ params }) => params.cursor === SECOND);
          const show = (id: string) => judge(id).showing(...asked.map(({ seen }) => seen.seq));
          if (!invalid) {
            show("caching.page-expired-refetch")
              .given(asked.length - second.length === 1, KEEPS_NOTHING)
              .sent(`a list of two pages, kept for an hour and for ${SHORT} ms, and listed again after ${5 * SHORT} ms`)
              .that(second.length)
              .is(where("the second page asked for again with its cursor", (count: number) => count > 1));
            return;
          }
          const refused = second.find(({ firstAnswer }) => firstAnswer?.message.error !== undefined);
          if (refused === undefined) return skip("the client did not ask again for the page that is stale");
          const before = asked.filter(({ params, seen }) => params.cursor === undefined && seen.seq < refused.seen.seq);
          const after = asked.filter(({ params, seen }) => params.cursor === undefined && seen.seq > refused.seen.seq);
          show("caching.invalid-cursor-discard")
            .given(before.length === 1, KEEPS_NOTHING)
            .sent("-32602 to prompts/list with the cursor of a page that is stale, where the first page is kept")
            .that(after.length)
            .is(where("prompts/list without cursor after the error", (count: number) => count > 0));
        },
      );
  }),
];

/** Two pages: the first may be kept for an hour, the second for a moment; its cursor may turn invalid. */
function twoPages({ seams }: Stage, { invalid }: { readonly invalid: boolean }): void {
  let served = 0;
  seams.rule("decodeCursor", () => (_kind, cursor) => cursor);
  seams.rule("pageStart", () => () => 0);
  seams.message((message, { kind, request }) => {
    const { result } = message;
    if (kind !== "response" || request?.method !== "prompts/list" || !isObject(result)) return [message];
    const { nextCursor: _own, ...rest } = result;
    const later = request.params.cursor === SECOND;
    const prompts = [{ name: `assay-page-${later ? 2 : 1}`, description: "One of a list in pages" }];
    if (!later)
      return [{ ...message, result: { ...rest, prompts, nextCursor: SECOND, ttlMs: HOUR, cacheScope: "public" } }];
    served += 1;
    if (invalid && served > 1)
      return [
        { jsonrpc: "2.0", id: message.id!, error: { code: -32602, message: "Invalid params: the cursor is gone" } },
      ];
    return [{ ...message, result: { ...rest, prompts, ttlMs: SHORT, cacheScope: "public" } }];
  });
}

const QUESTION: JsonObject = {
  confirm: {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: "assay-caching: answer yes",
      requestedSchema: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
    },
  },
};
