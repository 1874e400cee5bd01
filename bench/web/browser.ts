/** The browser of this run: Chromium, with the client as it is built for production. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { findChromium, launch, NO_CHROMIUM } from "../../tools/chromium.ts";
import type { Finding, Measurement, Setting } from "../measurements/measurement.ts";
import type { Service } from "../subjects/service.ts";

const ENSURE = new URL("../../web/build/ensure.ts", import.meta.url).pathname;
const PROBES = join(import.meta.dirname, "probes.js");

export const SCREEN = { width: 1200, height: 800 };

/** A measurement that needs a browser, and says so where there is none. */
export function inBrowser(
  name: string,
  run: (browser: Browser, setting: Setting) => Promise<Finding>,
  flags: readonly string[] = [],
): Measurement {
  return {
    name: `web: ${name}`,
    async run(setting) {
      const executable = findChromium();
      if (executable === undefined) return skipped;
      execFileSync(process.execPath, [ENSURE], { stdio: ["ignore", "ignore", "inherit"] });
      const browser = await launch(executable, flags);
      try {
        return await run(browser, setting);
      } finally {
        await browser.close();
      }
    },
  };
}

const skipped: Finding = {
  table: [],
  notes: [`skipped: ${NO_CHROMIUM}`],
  faults: [],
  verdicts: [],
  figures: { skipped: NO_CHROMIUM },
};

/** A browser of somebody's own, with nothing kept; signed in, where an access token is given. */
export async function ownBrowser(browser: Browser, service: Service, access_token?: string): Promise<BrowserContext> {
  const { url } = service.loaded;
  const context = await browser.newContext({ baseURL: url, viewport: SCREEN });
  // Where the service is reached by plain http, its cookie carries the port.
  if (access_token !== undefined)
    await context.addCookies([{ name: `heliogram-${service.port}`, value: access_token, url }]);
  await context.addInitScript({ path: PROBES });
  return context;
}
