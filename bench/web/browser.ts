/** Runs benchmarks in Chromium, with the production build of the client. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext } from "playwright-core";
import { transformSync } from "rolldown/utils";
import { findChromium, launch, NO_CHROMIUM } from "../../tools/chromium.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions } from "../benchmarks/benchmark.ts";
import type { Service } from "../targets/service.ts";

const ENSURE = new URL("../../web/build/ensure.ts", import.meta.url).pathname;
const PROBES_FILE = new URL("./page/probes.ts", import.meta.url);
/** The script of every page, as a function of its own. Imports of types alone leave an empty export behind. */
const PROBES = `(() => {${transformSync(PROBES_FILE.pathname, readFileSync(PROBES_FILE, "utf8")).code.replace("export {};", "")}})()`;

export const SCREEN = { width: 1200, height: 800 };

/** Wraps a benchmark that needs a browser. Without Chromium it is skipped, with a note. */
export function inBrowser(
  name: string,
  run: (browser: Browser, options: BenchmarkOptions) => Promise<BenchmarkResult>,
  flags: readonly string[] = [],
): Benchmark {
  return {
    name: `web: ${name}`,
    async run(options) {
      const executable = findChromium();
      if (executable === undefined) return skipped;
      execFileSync(process.execPath, [ENSURE], { stdio: ["ignore", "ignore", "inherit"] });
      const browser = await launch(executable, flags);
      try {
        return await run(browser, options);
      } finally {
        await browser.close();
      }
    },
  };
}

const skipped: BenchmarkResult = {
  table: [],
  notes: [`skipped: ${NO_CHROMIUM}`],
  errors: [],
  thresholds: [],
  figures: { skipped: NO_CHROMIUM },
};

/** Opens an empty browser context, signed in if an access token is given. */
export async function newContext(browser: Browser, service: Service, access_token?: string): Promise<BrowserContext> {
  const { url } = service.startup;
  const context = await browser.newContext({ baseURL: url, viewport: SCREEN });
  // Over plain http, the name of the session cookie includes the port.
  if (access_token !== undefined)
    await context.addCookies([{ name: `heliogram-${service.port}`, value: access_token, url }]);
  await context.addInitScript({ content: PROBES });
  return context;
}
