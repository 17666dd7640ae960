import type { ServerPlace } from "../../simulators/client/connection.ts";
import type { Judgement } from "../../suites/kit/judgement.ts";
import type { ServerTarget } from "../target/target.ts";
import { withStimulus } from "./again.ts";
import type { Excerpt } from "./keeper.ts";
import { onChosenPort } from "./port.ts";

type Failed = Extract<Judgement, { outcome: "fail" }>;

/** The judgement with a reproduction, as far as one is known, that still works when the run is over. */
export function reproducible(
  judgement: Failed,
  excerpt: Excerpt | undefined,
  target: Pick<ServerTarget, "command" | "portless">,
  place: ServerPlace,
): Judgement {
  const where = place.transport === "stdio" ? { command: target.command ?? [] } : place;
  const evidence = excerpt === undefined ? judgement.evidence : withStimulus(judgement.evidence, excerpt.held, where);
  const { reproduce } = evidence;
  if (reproduce === undefined || place.transport === "stdio" || !target.portless) return { ...judgement, evidence };
  return {
    ...judgement,
    evidence: { ...evidence, reproduce: onChosenPort(reproduce, place.url.port, target.command ?? []) },
  };
}
