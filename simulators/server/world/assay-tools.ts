import type { Clock } from "../../clock/clock.ts";
import { eraOf } from "../../wire/revisions.ts";
import { CHANGING, failed, NOTHING, object, READ_ONLY, said, structured } from "./results.ts";
import { InputRequired, type Tool } from "./world.ts";

const COUNTS = object({ count: { type: "integer" }, running: { type: "integer" } }, { required: ["count", "running"] });
const PROGRESS_EVERY_MS = 50;

/** Tools whose effects can be counted, that take their time, and that change the lists. */
export const ASSAY_TOOLS: readonly Tool[] = [
  {
    definition: {
      name: "assay_counter",
      title: "Count",
      description: "Counts one more side effect and gives the count",
      inputSchema: NOTHING,
      outputSchema: COUNTS,
      annotations: CHANGING,
    },
    run: (_given, { world }) => {
      world.counter += 1;
      return structured({ count: world.counter, running: world.running });
    },
  },
  {
    definition: {
      name: "assay_counter_read",
      title: "Read the count",
      description: "Gives the count of side effects and of slow calls under way",
      inputSchema: NOTHING,
      outputSchema: COUNTS,
      annotations: READ_ONLY,
    },
    run: (_given, { world }) => structured({ count: world.counter, running: world.running }),
  },
  {
    definition: {
      name: "assay_slow",
      title: "Slow",
      description: "Runs until it is cancelled or `ms` have passed, reporting progress",
      inputSchema: object({ ms: { type: "integer", minimum: 0, maximum: 60_000, default: 300 } }),
      annotations: READ_ONLY,
    },
    streams: true,
    run: async ({ ms = 300 }, { world, clock, signal, progress }) => {
      const total = ms as number;
      const over = world.beginSlow();
      signal.addEventListener("abort", over, { once: true });
      try {
        const began = clock.now();
        for (let n = 0, spent = 0; spent < total && !signal.aborted; spent = clock.now() - began) {
          progress(n, { message: `${Math.round(spent)} of ${total} ms` });
          n += 1;
          await pause(clock, Math.min(PROGRESS_EVERY_MS, total - spent), signal);
        }
        return said(`slept ${total} ms`);
      } finally {
        over();
      }
    },
  },
  {
    definition: {
      name: "assay_impatient",
      description: "Pings the client, and takes the ping back when no answer comes within `ms`",
      inputSchema: object({ ms: { type: "integer", minimum: 0, maximum: 60_000, default: 200 } }),
      annotations: READ_ONLY,
    },
    streams: true,
    run: ({ ms = 200 }, { inputs, revision }) => {
      if (eraOf(revision) === "modern") return said("servers of this revision send no requests");
      if (inputs !== undefined) return said("the client answered");
      return new InputRequired({ pong: { method: "ping", params: {} } }, { answerMs: ms as number });
    },
  },
  trigger("test_trigger_tool_change", "tools", "Adds a tool to the list, or takes it away again"),
  trigger("test_trigger_prompt_change", "prompts", "Adds a prompt to the list, or takes it away again"),
  trigger("assay_trigger_resource_change", "resources", "Adds a resource to the list, or takes it away again"),
  {
    definition: {
      name: "assay_update_resource",
      title: "Update a resource",
      description: "Changes a resource; without uri the watched one",
      inputSchema: object({ uri: { type: "string" } }),
      annotations: CHANGING,
    },
    run: ({ uri = "test://watched-resource" }, { world }) => {
      if (!world.read(uri as string)) return failed("There is no such resource");
      world.touch(uri as string);
      return said(`updated ${uri}`);
    },
  },
  {
    definition: {
      name: "assay_end_subscriptions",
      title: "End subscriptions",
      description: "Has the server end every subscription that is open, of its own accord",
      inputSchema: NOTHING,
      annotations: CHANGING,
    },
    run: (_given, { world }) => {
      world.endSubscriptions();
      return said("no subscription is open any more");
    },
  },
  {
    definition: {
      name: "assay_sign_in",
      title: "Sign in",
      description: "Pretends to sign a user in, and logs that it does",
      inputSchema: object({ user: { type: "string" }, password: { type: "string" } }, { required: ["password"] }),
      annotations: READ_ONLY,
    },
    streams: true,
    run: ({ user = "somebody" }, { log }) => {
      log("notice", { event: "signed in", user: user as string });
      return said("signed in");
    },
  },
];

/** Resolves after `ms`, or at once when the signal fires. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      timer.cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = clock.after(ms, done);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done);
  });
}

function trigger(name: string, kind: "tools" | "prompts" | "resources", description: string): Tool {
  return {
    definition: { name, description, inputSchema: NOTHING, annotations: CHANGING },
    run: (_given, { world }) => {
      world.toggle(kind);
      return said(`the list of ${kind} has changed`);
    },
  };
}
