/** Measures the time from the navigation until a list of a thousand chats is painted. */
import type { Browser, BrowserContext } from "playwright-core";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { inBrowser, newContext } from "../web/browser.ts";
import { CHATS, startManyChats } from "../web/many-chats.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions, ThresholdResult } from "./benchmark.ts";
import { SERVICE } from "./summary-rows.ts";

const BASELINE = "empty page";

/** A page, and the selector of the element that shows that it is startup. */
interface PageLoad {
  readonly name: string;
  readonly path: string;
  readonly shows: string;
  readonly warm: boolean;
}

const WARM = ", warm";
/** Timeout for the rest of the list. */
const LIST_MS = 10_000;

/** The baseline is an empty page of the same service: the cost of any page in Chromium. */
const PAGE_LOADS: readonly PageLoad[] = [false, true].flatMap((warm) => [
  { name: BASELINE + (warm ? WARM : ""), path: "/healthz", shows: "pre", warm },
  { name: SERVICE + (warm ? WARM : ""), path: "/", shows: "nav [data-chat]", warm },
]);

interface Sample {
  /** From the start of the navigation, in milliseconds. */
  readonly painted_ms: number;
  /** The length of the list, with chats that are not rendered. */
  readonly chats: number;
  readonly kb: number;
  readonly requests: number;
}

export function webFirstPaint(limit: { readonly ms: number }): Benchmark {
  return inBrowser(`first paint of ${CHATS} chats`, (browser, options) => run(browser, options, limit.ms));
}

async function run(browser: Browser, { rounds }: BenchmarkOptions, limit_ms: number): Promise<BenchmarkResult> {
  const service = await startManyChats();
  const access_token = service.startup.people[0]!.access_token;
  const warm_context = await newContext(browser, service, access_token);
  const samples = await inRounds(PAGE_LOADS, rounds, async (load) => {
    if (load.warm) return visit(warm_context, load);
    const context = await newContext(browser, service, access_token);
    const sample = await visit(context, load);
    await context.close();
    return sample;
  });
  await warm_context.close();
  await service.stop();
  const own = samples.get(SERVICE)!;
  const wrong = own.filter(({ chats }) => chats !== CHATS);
  return {
    table: tableOf(samples),
    notes: [],
    errors: wrong.map(({ chats }) => `the list has ${chats} chats, not ${CHATS}`),
    thresholds: [threshold("", own, limit_ms), threshold(WARM, samples.get(SERVICE + WARM)!, limit_ms)],
    figures: { chats: CHATS, samples: Object.fromEntries(samples) },
  };
}

async function visit(context: BrowserContext, { path, shows }: PageLoad): Promise<Sample> {
  const page = await context.newPage();
  await page.addInitScript(`bench.wanted = bench.paintedElement(${JSON.stringify(shows)})`);
  await page.goto(path, { waitUntil: "commit" });
  // The rest of a long list is loaded after its first rows.
  const sample = (await page.evaluate(`bench.wanted.then(async (at_ms) => {
    const listed = () => Number(document.querySelector("nav li")?.getAttribute("aria-setsize"));
    const late_ms = performance.now() + ${LIST_MS};
    while (listed() < ${CHATS} && performance.now() < late_ms) await new Promise(requestAnimationFrame);
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return {
      painted_ms: at_ms - performance.timeOrigin,
      chats: listed(),
      kb: startup.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      requests: startup.length,
    };
  })`)) as Sample;
  // The next, warm visit needs the cache that the service worker fills.
  await page.evaluate(
    `navigator.serviceWorker?.getRegistration().then((its) => its && navigator.serviceWorker.ready.then(() => {}))`,
  );
  await page.close();
  return sample;
}

type Samples = ReadonlyMap<string, readonly Sample[]>;

function tableOf(samples: Samples): string[][] {
  const rows = PAGE_LOADS.map(({ name, warm }) => {
    const own_samples = samples.get(name)!;
    const times = own_samples.map(({ painted_ms }) => painted_ms);
    const baseline = samples.get(BASELINE + (warm ? WARM : ""))!;
    const ratio = quantile(ratios(own_samples, baseline, ({ painted_ms }) => painted_ms));
    const median = (of: (sample: Sample) => number) => quantile(own_samples.map(of)).toFixed(0);
    const figures = [quantile(times), Math.max(...times)].map((ms) => ms.toFixed(0));
    return [name, ...figures, ratio.toFixed(1), median(({ kb }) => kb), median(({ requests }) => requests)];
  });
  return [["", "median ms", "worst ms", "ratio", "kB", "requests"], ...rows];
}

function threshold(how: string, own_samples: readonly Sample[], limit_ms: number): ThresholdResult {
  const ms = quantile(own_samples.map(({ painted_ms }) => painted_ms));
  return { name: `the list within ${limit_ms} ms${how}`, met: ms < limit_ms, measured: `${ms.toFixed(0)} ms` };
}
