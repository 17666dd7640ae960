import { expect, test } from "vitest";
import type { TraceStep } from "../../schemas/report.ts";
import type { TraceEvent } from "../../simulators/trace/events.ts";
import { readMessage } from "../../simulators/wire/message.ts";
import { withStimulus } from "./again.ts";
import { excerptBudget } from "./budget.ts";
import { Bytes } from "./bytes.ts";
import { ExcerptKeeper } from "./keeper.ts";
import { onChosenPort } from "./port.ts";
import { Recent } from "./recent.ts";

/** A lane of one HTTP channel whose events are numbered as they are given. */
function lane(options: { readonly secrets?: readonly string[]; readonly bytes?: number } = {}) {
  const keeper = new ExcerptKeeper("run", excerptBudget(options.bytes), options.secrets ?? []);
  let seq = 0;
  const take = (event: Record<string, unknown>): number => {
    seq += 1;
    keeper.take({ seq, t: seq, from: "peer", channel: "c1", ...event } as unknown as TraceEvent);
    return seq;
  };
  const message = (from: "peer" | "target", text: string, more: Record<string, unknown> = {}) => {
    const place = { from, stream: from === "peer" ? "stdin" : "stdout", ...more };
    take({ kind: "chunk", ...place, bytes: Buffer.from(`${text}\n`) });
    const start = positions.get(from) ?? 0;
    const end = start + Buffer.byteLength(text) + 1;
    positions.set(from, end);
    const frame = take({ kind: "frame", ...place, framing: "line", range: [start, end], terminator: "\n" });
    return take({ kind: "message", ...place, message: readMessage(text), frame });
  };
  const positions = new Map<string, number>();
  const failed = (events: readonly number[], seen = "something") =>
    ({
      requirement: "jsonrpc.id-echo",
      judge: "jsonrpc.id-echo",
      scenario: "ours",
      outcome: "fail",
      timed: false,
      evidence: { accepted: ["other"], seen, events },
    }) as const;
  return { keeper, take, message, failed };
}

const shown = (steps: readonly TraceStep[] | undefined) =>
  steps?.map(({ label, text, cited }) => `${cited ? "*" : " "} ${label} ${text ?? ""}`);

test("shows the bytes of what is cited, its surroundings before and after, and nothing of other scenarios", () => {
  const { keeper, message, failed } = lane();
  message("peer", '{"jsonrpc":"2.0","method":"notifications/initialized"}');
  message("peer", '{"jsonrpc":"2.0","id":7,"method":"ping"}', { scenario: "another" });
  message("peer", '{"jsonrpc":"2.0","id":8,"method":"ping"}', { scenario: "ours" });
  const answer = message("target", '{"jsonrpc":"2.0", "id":9,"result":{}}', { scenario: "ours" });
  const excerpt = keeper.around(failed([answer]));
  message("target", '{"jsonrpc":"2.0","id":7,"result":{}}', { scenario: "another" });
  message("target", '{"jsonrpc":"2.0","method":"notifications/message"}');
  expect(shown(excerpt?.steps)).toEqual([
    '  notifications/initialized {"jsonrpc":"2.0","method":"notifications/initialized"}\n',
    '  ping, id 8 {"jsonrpc":"2.0","id":8,"method":"ping"}\n',
    '* result, id 9 {"jsonrpc":"2.0", "id":9,"result":{}}\n',
    '  notifications/message {"jsonrpc":"2.0","method":"notifications/message"}\n',
  ]);
});

test("secrets are tags, in heads and bodies, before anything is cut", () => {
  const { keeper, take, message, failed } = lane({ secrets: ["s3cret-token"] });
  const http = { exchange: "x1", phase: "request", method: "POST", target: "/mcp?key=s3cret-token" };
  const head = take({ kind: "http", ...http, headers: [["Authorization", "Bearer abcdef"]] });
  const long = "x".repeat(8 * 1024 - 30);
  const body = message("peer", `{"jsonrpc":"2.0","method":"${long}s3cret-token abcdef"}`, { exchange: "x1" });
  const text = JSON.stringify(keeper.around(failed([head, body]))?.steps);
  expect(text).not.toContain("s3cret");
  expect(text).not.toContain("abcdef");
  expect(text).toMatch(/Authorization: Bearer secret:[0-9a-f]{8}/);
});

test("a step holds at most 8 KiB, whole characters, and says what it leaves out; bytes that are no text are base64", () => {
  const { keeper, take, message, failed } = lane();
  const long = message("target", `{"jsonrpc":"2.0","method":"${"é".repeat(20_000)}"}`);
  const noise = take({ kind: "chunk", from: "target", stream: "stderr", bytes: Buffer.from([0x66, 0xff, 0x00]) });
  const steps = keeper.around(failed([long, noise]))?.steps ?? [];
  const [big, odd] = steps;
  expect(Buffer.byteLength(big!.text!) + big!.cut!).toBe(40_000 + '{"jsonrpc":"2.0","method":""}\n'.length);
  expect(Buffer.byteLength(big!.text!)).toBeLessThanOrEqual(8 * 1024);
  expect(big!.text).not.toContain("\ufffd");
  expect(odd!.base64).toBe(Buffer.from([0x66, 0xff, 0x00]).toString("base64"));
});

test("bytes that were too many to hold are not mistaken for those of later frames", () => {
  const bytes = new Bytes();
  const place = { seq: 0, t: 0, from: "target", stream: "stdout" } as const;
  const push = (text: string) => bytes.push({ ...place, kind: "chunk", bytes: Buffer.from(text) });
  const claim = (start: number, end: number) =>
    bytes.claim({ ...place, kind: "frame", framing: "line", range: [start, end] })?.toString();
  push("a".repeat(20_000));
  push(`${"a".repeat(9_999)}\nbb\ncc`);
  expect(claim(0, 30_000)).toBe("a".repeat(16 * 1024));
  expect(claim(30_000, 30_003)).toBeUndefined();
  push("c\ndd\n");
  expect(claim(30_003, 30_007)).toBeUndefined();
  expect(claim(30_007, 30_010)).toBe("dd\n");
  push("ee\n");
  expect(claim(30_010, 30_013)).toBe("ee\n");
});

test("what is held and what a report takes are bounded", () => {
  const recent = new Recent();
  for (let seq = 0; seq < 10_000; seq++)
    recent.push({
      step: { seq, t: 0, from: "target", kind: "bytes", label: "", text: "x".repeat(4_000) },
      event: undefined,
    });
  expect(recent.all().length).toBeLessThanOrEqual(Math.ceil((1024 * 1024) / 4_000));
  expect(recent.all().at(-1)?.step.seq).toBe(9_999);

  const { keeper, message, failed } = lane({ bytes: 5_000 });
  const cited = Array.from({ length: 30 }, () => message("target", `{"jsonrpc":"2.0","method":"${"y".repeat(900)}"}`));
  const steps = keeper.around(failed(cited))?.steps ?? [];
  expect(steps.length).toBeGreaterThan(0);
  expect(JSON.stringify(steps).length).toBeLessThan(6_000);
  expect(keeper.around(failed(cited, "the same 1"))).toBeDefined();
  expect(keeper.around(failed(cited, "the same 2"))).toBeDefined();
  expect(keeper.around(failed(cited, "the same 3"))).toBeUndefined();
});

test("what a judge that only listened saw can be provoked again", () => {
  const { keeper, message, failed } = lane();
  const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
  message("peer", initialize);
  message("peer", '{"jsonrpc":"2.0","id":2,"method":"ping"}');
  message("peer", '{"jsonrpc":"2.0","id":3,"method":"tools/list"}');
  const answer = message("target", '{"jsonrpc":"2.0","id":2,"result":[]}');
  const judgement = failed([answer]);
  const evidence = withStimulus(judgement.evidence, keeper.around(judgement)!.held, {
    command: ["node", "my server.js"],
  });
  expect(evidence.sent).toBe('{"jsonrpc":"2.0","id":2,"method":"ping"}');
  expect(evidence.reproduce).toBe(
    `(printf '%s\\n' '${initialize}' '{"jsonrpc":"2.0","id":2,"method":"ping"}'; sleep 3) | node 'my server.js'`,
  );
});

test("a port of the run becomes one that the reader chooses, within quotes and without", () => {
  const line = `curl http://127.0.0.1:4123/mcp -H 'Origin: http://x:4123' --data-binary 'it'\\''s :4123 \\' :41234`;
  expect(onChosenPort(line, "4123", ["node", "server.js", "--port={port}"])).toBe(
    'PORT=3000; node server.js --port="$PORT" &  # wait until it listens\n' +
      `curl http://127.0.0.1:$PORT/mcp -H 'Origin: http://x:'"$PORT"'' --data-binary 'it'\\''s :'"$PORT"' \\' :41234`,
  );
});
