import { said } from "../../simulators/server/world/results.ts";
import { headerOf } from "../../simulators/wire/headers.ts";
import { MODERN, REVISIONS } from "../../simulators/wire/revisions.ts";
import { where } from "../kit/accept.ts";
import { callTool, LIST_TOOLS } from "../kit/client/actions.ts";
import { clientSuite } from "../kit/client/scenario.ts";
import { toolGiving } from "../kit/client/tools.ts";

const WITH_SESSIONS = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;
const SESSION = "mcp-session-id";
const LOST = "assay_session_lost";

export const suites = [
  clientSuite("session", { revisions: REVISIONS }, (scenario) => {
    scenario(
      "a session is used and left",
      ["session.client-deletes"],
      { revisions: WITH_SESSIONS, transports: ["http"], actions: [LIST_TOOLS, { action: "list", what: "resources" }] },
      ({ judge, record, ended, skip }) => {
        ended(0);
        const opened = record.exchanges().find(({ response }) => headerOf(response?.headers ?? [], SESSION));
        if (opened === undefined) return skip("the client opened no session");
        if (record.exit?.code !== 0) skip("the client did not come to its end of its own accord");
        const ends = record.exchanges().filter(({ request }) => request.method === "DELETE");
        judge("session.client-deletes")
          .sent("a session id with the answer to initialize; the client then closed its connection")
          .showing(opened.request.seq, ...ends.map(({ request }) => request.seq))
          .that(ends.map(({ request }) => headerOf(request.headers, SESSION) ?? null))
          .is(
            where("DELETE with the session's id", (ids: readonly (string | null)[]) => ids.some((id) => id !== null)),
          );
      },
    );

    scenario(
      "lists and calls under the modern revision",
      [],
      {
        revisions: MODERN,
        actions: [LIST_TOOLS, { action: "callTool", name: "echo", arguments: { message: "x" } }, LIST_TOOLS],
      },
      ({ ended }) => void ended(0),
    );

    scenario(
      "a session that the server no longer knows is begun anew",
      ["session.client-reinitializes-on-404"],
      {
        revisions: WITH_SESSIONS,
        transports: ["http"],
        alone: true,
        actions: [LIST_TOOLS, callTool(LOST), LIST_TOOLS],
        stage: ({ seams, tool }) => {
          tool(toolGiving(LOST, said("found again")));
          const lost = new Set<string>();
          seams.rule("sessionKnown", (original) => (facts, rules) => {
            const id = headerOf(facts.headers, SESSION);
            const last = facts.message?.params?.name === LOST;
            if (id !== undefined && last && lost.size === 0) lost.add(id);
            return original(id !== undefined && lost.has(id) ? { ...facts, session: undefined } : facts, rules);
          });
        },
      },
      ({ judge, record, skip }) => {
        const refused = record.calls(LOST).find(({ exchange }) => exchange?.response?.status === 404)?.exchange;
        if (refused?.response === undefined) return skip("the client made no call that could be answered by 404");
        const after = record
          .exchanges()
          .filter(({ request }) => request.method === "POST" && request.seq > refused.response!.seq);
        const next = after.find(({ sent }) => sent.some(({ message }) => message.method === "initialize"));
        const ask = judge("session.client-reinitializes-on-404")
          .sent("HTTP 404 to a request with the session's id")
          .showing(
            refused.request.seq,
            ...(next === undefined ? after.map(({ request }) => request.seq) : [next.request.seq]),
          );
        if (next === undefined)
          ask.fail(
            after.length === 0 ? "no further request" : `${after.length} further request(s), none of them initialize`,
            ["initialize without Mcp-Session-Id"],
          );
        else
          ask
            .that(headerOf(next.request.headers, SESSION) ?? null)
            .is(where("initialize without Mcp-Session-Id", (id: string | null) => id === null));
      },
    );

    scenario(
      "a session id that a server of this revision has no use for is left alone",
      [],
      {
        revisions: MODERN,
        transports: ["http"],
        alone: true,
        actions: [LIST_TOOLS, { action: "list", what: "resources" }, { action: "list", what: "prompts" }],
        stage: ({ seams }) =>
          seams.head((head) => ({ ...head, headers: [...head.headers, ["Mcp-Session-Id", "assay-session-unasked"]] })),
      },
      ({ ended }) => void ended(0),
    );
  }),
];
