import type { ClientMutant } from "../../client/app/mutant.ts";

export const mutants: readonly ClientMutant[] = [
  {
    id: "client-waits-a-thousand-times-as-long",
    breaks: ["timeouts.established"],
    implies: ["tools.client-timeouts", "timeouts.maximum", "timeouts.cancel-on-expiry"],
    does: "waits a thousand times as long as it was told to",
    apply: (seams) => seams.rule("patience", () => (wantedMs) => 1_000 * wantedMs),
  },
  {
    id: "client-gives-up-in-silence",
    breaks: ["timeouts.cancel-on-expiry"],
    where: { transports: ["stdio"] },
    does: "gives a request up without cancelling it",
    apply: (seams) => seams.rule("cancelsAtTimeout", () => () => false),
  },
  {
    id: "client-progress-keeps-it-waiting",
    breaks: ["timeouts.maximum"],
    does: "waits without end as long as progress is reported",
    apply: (seams) =>
      seams.rule(
        "patience",
        (original) => (wantedMs, options) => (options.progress ? 10_000_000 : original(wantedMs, options)),
      ),
  },
];
