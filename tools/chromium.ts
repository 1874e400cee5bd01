/** Finds and launches Chromium, for tests, benchmarks and screenshots. */
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Chromium without windows and notifications. It needs a third of the processor time to start or to open a context. */
const SHELLS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chrome-headless-shell"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The error message if Chromium is missing. */
export const NO_CHROMIUM = "no Chromium was found: say where it is in CHROMIUM";

export function findChromium(): string | undefined {
  return firstOf(PLACES);
}

/** The headless shell of Chromium, or Chromium where there is none. */
export function findHeadlessShell(): string | undefined {
  return firstOf([...SHELLS, ...PLACES]);
}

/** CHROMIUM names the program to use instead of all others. */
function firstOf(places: readonly string[]): string | undefined {
  return [process.env.CHROMIUM ?? "", ...places].find((place) => place !== "" && existsSync(place));
}

export function launch(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}
