import type { Side } from "../../schemas/protocol/builder/methods.ts";
import { load, PROTOCOL_REVISIONS } from "../../schemas/protocol/registry.ts";
import { createValidator } from "../../schemas/validate/validator.ts";
import type { Violation } from "../../schemas/validate/violation.ts";
import type { RequestInstance, SeenMessage } from "../../simulators/trace/context.ts";
import { isObject } from "../../simulators/wire/json.ts";
import { eraOf, type Revision } from "../../simulators/wire/revisions.ts";
import type { Monitor, MonitorTools } from "../kit/monitor.ts";
import { shorten } from "../kit/subject.ts";
import { loadCatalogue } from "../requirements/load.ts";
import { SHAPES, shapeRequirement } from "../requirements/shapes.ts";
import { isJudgedElsewhere } from "./schema/elsewhere.ts";
import { createJudge } from "./schema/judged.ts";
import { isMust, requirementOf, requirementsNamed } from "./schema/requirements.ts";

/** Most runs show fewer values of a definition than would pay for compiling it. */
const COMPILED_AFTER = 500;

// Definitions are read together with the judges.
const protocols = await Promise.all(PROTOCOL_REVISIONS.map(load));
const judges = new Map(
  protocols.map((protocol) => [
    protocol.revision,
    createJudge(createValidator(protocol, { compiledAfter: COMPILED_AFTER })),
  ]),
);
const definitions = new Set(protocols.flatMap(({ definitions: named }) => Object.keys(named)));
const rules = new Set(protocols.flatMap(requirementsNamed).filter((id) => !isJudgedElsewhere(id)));

/** A message, and the request that it answers. */
interface Message {
  readonly seen: SeenMessage;
  readonly request?: RequestInstance;
}

/** Holds every message, of the target and of ours, against what its method defines, or the method of the request that it answers. */
function watch(m: MonitorTools, target: Side): void {
  const judge = judges.get(m.revision);
  if (judge === undefined) return;
  const unseen = new Set([...rules, ...shapeIds]);
  const take = (message: Message) => {
    const { seen, request } = message;
    if (request !== undefined && !isOfRevision(request, m.revision)) return;
    const from = seen.from === "target" ? target : other(target);
    const judged = judge(seen, from, request?.method);
    if (seen.from !== "target") return blameOurselves(m, message, judged.violations);
    for (const rule of judged.rules) {
      const id = requirementOf(rule, target, m.revision);
      if (id !== undefined && unseen.delete(id)) m.about(id)?.saw();
    }
    for (const violation of judged.violations)
      accuse(m, message, violation, requirementOf(violation, target, m.revision));
  };
  m.on("request", ({ seen }) => take({ seen }));
  m.on("notification", ({ seen }) => take({ seen }));
  m.on("response", ({ seen, request }) => {
    if (request !== undefined) take({ seen, request });
  });
}

function accuse(m: MonitorTools, { seen, request }: Message, violation: Violation, id: string | undefined): void {
  if (id === undefined || isJudgedElsewhere(id)) return;
  const about = m.about(id);
  about?.saw();
  about?.fail(`${nameOf({ seen, ...(request && { request }) })}: ${violation.text}`, {
    accepted: [violation.expected],
    events: request === undefined ? [seen.seq] : [request.seen.seq, seen.seq],
    ...(request === undefined ? {} : { sent: shorten(request.seen.message.text) }),
  });
}

/** What we send without a word of a defect has to be right, or nothing that it leads to proves anything. */
function blameOurselves(m: MonitorTools, message: Message, violations: readonly Violation[]): void {
  for (const { definition, requirement, text } of violations) {
    const entry = requirement === undefined ? undefined : loadCatalogue().byId(requirement);
    if (entry === undefined || isMust(entry))
      m.about(`${SHAPES}.${definition}`)?.harnessError(`sent by the harness itself: ${nameOf(message)}: ${text}`);
  }
}

function nameOf({ seen, request }: Message): string {
  return request?.method ?? seen.message.method ?? "a message";
}

/** A server of both eras answers by the legacy rules what does not name a modern revision. */
function isOfRevision({ params, from }: RequestInstance, revision: Revision): boolean {
  if (eraOf(revision) === "legacy" || from === "target") return true;
  const { _meta: meta } = params;
  return isObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] === revision;
}

function other(side: Side): Side {
  return side === "client" ? "server" : "client";
}

const generated = [...definitions].sort().map(shapeRequirement);
const shapeIds = generated.map(({ id }) => id);

export const monitors: readonly Monitor[] = (["server", "client"] as const).map((target) => ({
  requirements: [`${SHAPES}.JSONRPCMessage`, ...shapeIds, ...rules],
  generated,
  name: SHAPES,
  judges: target,
  start: (m) => watch(m, target),
}));
