/** Chromium, for whatever needs a browser: where it is, and how it is started. */
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What to say where none is found. */
export const NO_CHROMIUM = "no Chromium was found: say where it is in CHROMIUM";

export function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...PLACES].find((place) => place !== "" && existsSync(place));
}

export function launch(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}
