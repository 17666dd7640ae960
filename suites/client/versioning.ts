import type { Action } from "../../simulators/client/app/orders.ts";
import { isObject, type JsonObject } from "../../simulators/wire/json.ts";
import { LEGACY, MODERN } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { LIST_TOOLS } from "../kit/client/actions.ts";
import { editResults } from "../kit/client/answers.ts";
import type { ClientRecord } from "../kit/client/record.ts";
import { clientSuite } from "../kit/client/scenario.ts";

const LISTS: readonly Action[] = [
  LIST_TOOLS,
  { action: "list", what: "prompts" },
  { action: "list", what: "resources" },
];
const OLD = "2025-11-25";
const ANCIENT = "1999-01-01";
const FAR = "2099-01-01";
/** Requests that show that a client tries again and again. */
const LOOP = 10;
const BODIES = { "no body": undefined, "an HTML page": "<html><body>Bad Request</body></html>" } as const;

const seqs = (record: ClientRecord, method?: string) => record.requests(method).map(({ seen }) => seen.seq);
const isModern = (params: JsonObject | undefined) =>
  isObject(params?._meta) && params._meta["io.modelcontextprotocol/protocolVersion"] !== undefined;
/** Requests by which a client finds out which era its server belongs to. */
const probes = (record: ClientRecord) => record.requests().filter(({ params }) => isModern(params));

export const suites = [
  clientSuite("versioning", { revisions: MODERN }, (scenario) => {
    for (const code of [-32_601, -32_602, 1])
      scenario(
        `a server of the handshake that refuses the probe with ${code} is initialized`,
        [
          "versioning.stdio-probe-discover",
          "versioning.stdio-probe-fallback-initialize",
          "versioning.stdio-probe-any-error-code",
          "versioning.era-cached",
        ],
        {
          transports: ["stdio"],
          actions: LISTS,
          serves: [OLD],
          defect: `speaks ${OLD}, and refuses what it does not know with ${code}`,
          stage: ({ seams }) =>
            seams.message((message, { request, kind }) =>
              kind === "response" && request !== undefined && isModern(request.params)
                ? [{ jsonrpc: "2.0", id: message.id!, error: { code, message: "Not known here" } }]
                : [message],
            ),
        },
        ({ judge, record, skip }) => {
          const [first] = record.requests();
          if (first === undefined) return skip("the client sent no request");
          const found = probes(record);
          const initialized = record.requests("initialize");
          judge("versioning.stdio-probe-discover")
            .showing(first.seen.seq)
            .that(first.method)
            .is(where("server/discover before any other request", (method: string) => method === "server/discover"));
          if (found.length === 0) return skip("the client did not try the modern era first");
          for (const id of ["versioning.stdio-probe-fallback-initialize", "versioning.stdio-probe-any-error-code"])
            judge(id)
              .sent(`error ${code} to ${found[0]!.method}`)
              .showing(...found.map(({ seen }) => seen.seq), ...seqs(record, "initialize"))
              .that(initialized.map(({ method }) => method))
              .is(where("initialize after the refusal", (methods: readonly string[]) => methods.length > 0));
          if (initialized.length === 0) return;
          judge("versioning.era-cached")
            .sent(`error ${code} to each modern request, and three lists asked for`)
            .showing(...found.map(({ seen }) => seen.seq))
            .that(found.length)
            .is(where("fewer modern requests than lists", (count: number) => count < LISTS.length));
        },
      );

    for (const [what, body] of Object.entries(BODIES))
      scenario(
        `a server that answers a modern request by HTTP 400 with ${what} is initialized`,
        ["versioning.http-fallback-initialize", "versioning.era-cached"],
        {
          transports: ["http"],
          actions: LISTS,
          serves: [OLD],
          defect: `speaks ${OLD}, and answers what it does not know by HTTP 400 with ${what}`,
          stage: ({ seams }) =>
            seams.head((head, { message }) =>
              isModern(isObject(message?.params) ? message.params : undefined)
                ? { status: 400, headers: body === undefined ? [] : [["Content-Type", "text/html"]], body }
                : head,
            ),
        },
        ({ judge, record, skip }) => {
          const found = probes(record);
          if (found.length === 0) return skip("the client did not try the modern era first");
          const initialized = seqs(record, "initialize");
          judge("versioning.http-fallback-initialize")
            .sent(`HTTP 400 with ${what}, to ${found[0]!.method}`)
            .showing(...found.map(({ seen }) => seen.seq), ...initialized)
            .that(initialized.length)
            .is(where("initialize after the refusal", (count: number) => count > 0));
          if (initialized.length === 0) return;
          judge("versioning.era-cached")
            .sent("HTTP 400 to each modern request, and three lists asked for")
            .showing(...found.map(({ seen }) => seen.seq))
            .that(found.length)
            .is(where("fewer modern requests than lists", (count: number) => count < LISTS.length));
        },
      );

    scenario(
      "a modern server of another version is not initialized, and the client says that it cannot go on",
      [
        "versioning.client-retry-supported",
        "versioning.stdio-probe-modern-error-no-fallback",
        "versioning.http-modern-error-no-fallback",
        "versioning.http-inspects-400-body",
      ],
      {
        actions: [LIST_TOOLS],
        alone: true,
        serves: MODERN,
        defect: `supports ${FAR} alone`,
        stage: ({ seams, revision }) => {
          seams.message((message, { kind }) =>
            kind === "response"
              ? [
                  {
                    jsonrpc: "2.0",
                    id: message.id!,
                    error: {
                      code: -32_022,
                      message: "Unsupported protocol version",
                      data: { supported: [FAR], requested: revision },
                    },
                  },
                ]
              : [message],
          );
          seams.head((head, { method }) => (method === "POST" ? { ...head, status: 400 } : head));
        },
      },
      ({ judge, record, ended, transport, skip }) => {
        const requests = record.requests();
        if (requests.length === 0) skip("the client sent no request");
        const told = `error -32022 with data.supported ${JSON.stringify([FAR])}`;
        const initialized = record.requests("initialize").length;
        const ids =
          transport === "stdio"
            ? ["versioning.stdio-probe-modern-error-no-fallback"]
            : ["versioning.http-modern-error-no-fallback", "versioning.http-inspects-400-body"];
        for (const id of ids)
          judge(id)
            .sent(told)
            .showing(...seqs(record).slice(0, LOOP))
            .that(initialized)
            .is(where("no initialize", (count: number) => count === 0));
        const outcome = record.outcome(0);
        // An application that could not even connect may end without a word of its actions.
        const surfaced = outcome === undefined ? record.exit !== undefined : ended(0).ok === false;
        judge("versioning.client-retry-supported")
          .sent(told)
          .showing(...seqs(record).slice(0, LOOP))
          .that({ requests: requests.length, surfaced })
          .is(
            where(
              `an error for the application, after fewer than ${LOOP} requests`,
              (seen: { requests: number; surfaced: boolean }) => seen.surfaced && seen.requests < LOOP,
            ),
          );
      },
    );

    scenario(
      "HTTP 404 with -32601 is a method that a modern server does not have",
      ["versioning.http-404-modern-error-no-fallback"],
      {
        transports: ["http"],
        actions: [
          {
            action: "complete",
            ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
            argument: { name: "arg1", value: "a" },
          },
          LIST_TOOLS,
        ],
        alone: true,
        stage: ({ seams }) => {
          seams.message((message, { request, kind }) =>
            kind === "response" && request?.method === "completion/complete"
              ? [{ jsonrpc: "2.0", id: message.id!, error: { code: -32_601, message: "Method not found" } }]
              : [message],
          );
          seams.head((head, { message }) =>
            message?.method === "completion/complete" ? { ...head, status: 404 } : head,
          );
        },
      },
      ({ judge, record, skip }) => {
        const [refused] = record.requests("completion/complete");
        if (refused === undefined) return skip("the client asked for no completion");
        const gets = record.exchanges().filter(({ request }) => request.method === "GET");
        judge("versioning.http-404-modern-error-no-fallback")
          .sent("HTTP 404 with error -32601, to completion/complete")
          .showing(refused.seen.seq, ...seqs(record, "initialize"), ...gets.map(({ request }) => request.seq))
          .that({ initialize: record.requests("initialize").length, get: gets.length })
          .is(
            where(
              "neither initialize nor a GET",
              (seen: { initialize: number; get: number }) => seen.initialize === 0 && seen.get === 0,
            ),
          );
      },
    );
  }),

  clientSuite("versioning", { revisions: LEGACY }, (scenario) => {
    scenario(
      "a server that counters with a version that nobody has is left",
      ["versioning.client-disconnects-must", "versioning.client-disconnects-should", "versioning.mismatch-handled"],
      {
        actions: [LIST_TOOLS],
        alone: true,
        defect: `answers initialize with ${ANCIENT}`,
        stage: (stage) =>
          editResults(
            stage,
            ({ method }) => method === "initialize",
            (result) => ({ ...result, protocolVersion: ANCIENT }),
          ),
      },
      ({ judge, record, skip }) => {
        if (record.requests("initialize").length === 0) skip("the client did not initialize");
        const further = [
          ...record.notifications("notifications/initialized"),
          ...record
            .requests()
            .flatMap(({ method, seen, params }) =>
              method === "initialize" || method === "ping" || isModern(params) ? [] : [seen],
            ),
        ];
        for (const id of ["versioning.client-disconnects-must", "versioning.client-disconnects-should"])
          judge(id)
            .sent(`initialize's result with protocolVersion "${ANCIENT}"`)
            .showing(...seqs(record, "initialize"), ...further.map(({ seq }) => seq))
            .that(further.map(({ message }) => message.method ?? ""))
            .is(where("nothing further in that session", (methods: readonly string[]) => methods.length === 0));
        const outcome = record.outcome(0);
        const handled = outcome === undefined ? record.exit !== undefined : outcome.ok === false || further.length > 0;
        judge("versioning.mismatch-handled")
          .timed()
          .sent(`initialize's result with protocolVersion "${ANCIENT}"`)
          .that({ handled })
          .is(where("an error for the application", (seen: { handled: boolean }) => seen.handled));
      },
    );

    scenario(
      "a version that the client asks for is one that it goes on with",
      ["versioning.client-requests-supported"],
      { actions: [LIST_TOOLS] },
      ({ judge, record, skip }) => {
        const opened = record.requests("initialize").at(-1);
        if (opened === undefined) return skip("the client did not initialize");
        const { result } = opened.firstAnswer?.message ?? {};
        const asked = opened.params.protocolVersion;
        if (!isObject(result) || result.protocolVersion !== asked)
          return skip("the client asked for a version other than that of the run");
        const went = record.notifications("notifications/initialized").length;
        judge("versioning.client-requests-supported")
          .sent(`initialize's result with protocolVersion ${JSON.stringify(asked)}, as it was asked for`)
          .showing(opened.seen.seq)
          .that(went)
          .is(where("notifications/initialized", (count: number) => count > 0));
      },
    );
  }),
];
