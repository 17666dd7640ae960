import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium that CHROMIUM names, else one in a usual place; undefined: there is none. */
export const CHROMIUM = process.env.CHROMIUM ?? PLACES.find(existsSync);

/** Why tests in a browser were left out. */
export const NO_CHROMIUM = "skipped: no Chromium found; install it, or name its executable in CHROMIUM";

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM!,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
  });
}
