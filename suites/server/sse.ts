import { refusal } from "../kit/accept.ts";
import { type Suite, suite } from "../kit/scenario.ts";
import { httpOf, talkativeAsks } from "./http/stimuli.ts";
import { judgeBinding } from "./origin/binding.ts";
import { foreignOrigins } from "./origin/foreign.ts";

const EVIL = "http://evil.example";
const STREAM_MS = 1_500;
const OUTSIDE = "no site that anyone had in mind is evil.example: an Origin that is validated at all is not this one";

/** HTTP+SSE (2024-11-05/basic/transports#http-with-sse). */
const sse = suite("sse", { revisions: ["2024-11-05"], transports: ["sse"] }, (scenario) => {
  scenario(
    "opens another event stream and uses it; the endpoint comes as an event, messages go there and answers come as events",
    ["sse.endpoint-event", "sse.two-endpoints", "sse.message-events"],
    async ({ peer, target }) => {
      const other = await peer.another();
      await other.open({ capabilities: { sampling: {} } });
      await other.call("ping", {});
      await other.call("assay/no-such-method", {});
      const [talkative] = talkativeAsks(other, target);
      await other.call(talkative.method, talkative.params, { progress: true });
      const asking = target.fixture("test_sampling");
      if (asking) await other.call("tools/call", { name: asking.name, arguments: asking.arguments() });
      await other.close();
    },
  );

  scenario(
    "opens an event stream and posts a message under foreign Origins; both are refused",
    ["sse.origin-validated"],
    async ({ peer, judge, random }) => {
      const { given } = httpOf(peer);
      const twin = await peer.call("ping", {});
      const honest = twin.kind === "result";
      for (const origin of foreignOrigins(random)) {
        const posted = await peer.send(
          { jsonrpc: "2.0", id: peer.nextId(), method: "ping" },
          { headers: { Origin: origin }, defect: `Origin is ${origin}` },
        );
        judge("sse.origin-validated")
          .given(honest, "the same without the Origin was not served")
          .given((posted.http?.status ?? 0) !== 0, "the POST was not answered")
          .outsideAllReadings("no site that anyone had in mind has that Origin")
          .that(posted.http)
          .is(refusal());
      }
      const opened = await httpOf(peer).request("GET", {
        path: given.pathname + given.search,
        headers: { Origin: EVIL },
        defect: "a foreign Origin",
        deadlineMs: STREAM_MS,
      });
      const question = judge("sse.origin-validated")
        .given(honest, "the same without the Origin was not served")
        .outsideAllReadings(OUTSIDE);
      question
        .given(opened.status !== 0, "the GET was not answered")
        .that(opened)
        .is(refusal());
      const posted = await peer.send(
        { jsonrpc: "2.0", id: peer.nextId(), method: "ping" },
        { headers: { Origin: EVIL }, defect: "a foreign Origin" },
      );
      question
        .given((posted.http?.status ?? 0) !== 0, "the POST was not answered")
        .that(posted.http)
        .is(refusal());
    },
  );

  scenario("a local server does not listen on this machine's outward address", ["sse.bind-localhost"], (tools) =>
    judgeBinding(tools, "sse.bind-localhost"),
  );
});

export const suites: readonly Suite[] = [sse];
