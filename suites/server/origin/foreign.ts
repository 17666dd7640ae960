import type { Random } from "../../../simulators/clock/random.ts";

/** Origins of sites that are nobody's own: a plain one of either scheme, and ones whose hosts only look like this machine. */
export function foreignOrigins(random: Random): readonly [string, ...string[]] {
  const word = random.word(10);
  return [
    `http://${word}.example`,
    `https://${word}.example`,
    `http://localhost.${word}.example`,
    `http://127.0.0.1.${word}.example`,
    `http://${word}-localhost`,
  ];
}
