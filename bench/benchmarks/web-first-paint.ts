/** Measures the time from the navigation until a list of a thousand chats is painted. */
import type { Browser, BrowserContext } from "playwright-core";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { inBrowser, newContext } from "../web/browser.ts";
import { SMALL_LIST, lengthOf, FULL_LIST, startManyChats } from "../web/many-chats.ts";
import type { Startup } from "../web/page/interface.ts";
import {
  sized,
  type BenchmarkResult,
  type Benchmark,
  type BenchmarkOptions,
  type ThresholdResult,
} from "./benchmark.ts";
import { SERVICE } from "./summary-rows.ts";

const BASELINE = "empty page";

/** A page, and the selector of the element that shows that it is loaded. */
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

export function webFirstPaint(limit: { readonly ms: number }): Benchmark {
  return inBrowser(`first paint of ${lengthOf(FULL_LIST)} chats`, (browser, options) =>
    run(browser, options, limit.ms),
  );
}

async function run(browser: Browser, options: BenchmarkOptions, limit_ms: number): Promise<BenchmarkResult> {
  const counts = sized(options, FULL_LIST, SMALL_LIST);
  const length = lengthOf(counts);
  const service = await startManyChats(counts);
  const access_token = service.startup.people[0]!.access_token;
  const warm_context = await newContext(browser, service, access_token);
  const samples = await inRounds(PAGE_LOADS, options.rounds, async (load) => {
    if (load.warm) return visit(warm_context, load, length);
    const context = await newContext(browser, service, access_token);
    const sample = await visit(context, load, length);
    await context.close();
    return sample;
  });
  await warm_context.close();
  await service.stop();
  const own = samples.get(SERVICE)!;
  const wrong = own.filter(({ chats }) => chats !== length);
  return {
    table: tableOf(samples),
    notes: [],
    errors: wrong.map(({ chats }) => `the list has ${chats} chats, not ${length}`),
    thresholds: [threshold("", own, limit_ms), threshold(WARM, samples.get(SERVICE + WARM)!, limit_ms)],
    figures: { chats: length, samples: Object.fromEntries(samples) },
  };
}

async function visit(context: BrowserContext, { path, shows }: PageLoad, length: number): Promise<Startup> {
  const page = await context.newPage();
  await page.addInitScript((selector) => bench.expectElement(selector), shows);
  await page.goto(path, { waitUntil: "commit" });
  const sample = await page.evaluate(([chats, wait_ms]) => bench.startup(chats, wait_ms), [length, LIST_MS] as const);
  // The next, warm visit needs the cache that the service worker fills.
  await page.evaluate(() => bench.workerReady());
  await page.close();
  return sample;
}

type Samples = ReadonlyMap<string, readonly Startup[]>;

function tableOf(samples: Samples): string[][] {
  const rows = PAGE_LOADS.map(({ name, warm }) => {
    const own_samples = samples.get(name)!;
    const times = own_samples.map(({ painted_ms }) => painted_ms);
    const baseline = samples.get(BASELINE + (warm ? WARM : ""))!;
    const ratio = quantile(ratios(own_samples, baseline, ({ painted_ms }) => painted_ms));
    const median = (of: (sample: Startup) => number) => quantile(own_samples.map(of)).toFixed(0);
    const figures = [quantile(times), Math.max(...times)].map((ms) => ms.toFixed(0));
    return [name, ...figures, ratio.toFixed(1), median(({ kb }) => kb), median(({ requests }) => requests)];
  });
  return [["", "median ms", "worst ms", "ratio", "kB", "requests"], ...rows];
}

function threshold(how: string, own_samples: readonly Startup[], limit_ms: number): ThresholdResult {
  const ms = quantile(own_samples.map(({ painted_ms }) => painted_ms));
  return { name: `the list within ${limit_ms} ms${how}`, met: ms < limit_ms, measured: `${ms.toFixed(0)} ms` };
}
