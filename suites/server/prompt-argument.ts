import type { JsonObject } from "../../simulators/wire/json.ts";
import type { Target } from "../kit/target.ts";

/** A word, or a resource where the argument's name asks for one. */
export function promptArgument({ name }: JsonObject, { resources: [first] }: Target): string {
  const uri = typeof first?.uri === "string" ? first.uri : "https://example.com/";
  return typeof name === "string" && /ur[il]$/i.test(name) ? uri : "assay";
}
