/** Measures the time from the key press that sends a message in one browser until it is painted in another. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { ratios } from "../rounds.ts";
import { quantile, shuffled } from "../statistics.ts";
import { startRelay } from "../targets/forked-targets.ts";
import { inBrowser, newContext } from "../web/browser.ts";
import { clockSkew } from "../web/clock-skew.ts";
import "../web/page/interface.ts";
import { startPrivateChat } from "../web/private-chat.ts";
import { sized, type BenchmarkResult, type Benchmark, type BenchmarkOptions } from "./benchmark.ts";
import { SERVICE } from "./summary-rows.ts";

const BASELINE = "relay";

/** The median of fewer samples is not stable. */
const MIN_SAMPLES = 60;
const A_ROUND = 10;
const WARM_UP = 5;

/** Earlier messages, so that the list is long enough to scroll. */
const BEFORE = 80;

/** Random pauses: sends are not synchronous with frames. */
const PAUSE_MS = 40;
const MORE_PAUSE_MS = 80;

/** A larger clock skew between two pages would distort the results. */
const MAX_SKEW_MS = 5;

/** Two pages in separate browser contexts that show the same chat. */
interface Pair {
  readonly name: string;
  readonly from: Page;
  readonly to: Page;
}

interface Sample {
  /** Painted in the other browser, in milliseconds after the key press. */
  readonly there_ms: number;
  /** Painted in the sender's browser. */
  readonly here_ms: number;
}

export function webMessage(limit: { readonly median_ms: number }): Benchmark {
  return inBrowser("a message in another browser", (browser, options) => run(browser, options, limit.median_ms));
}

async function run(browser: Browser, options: BenchmarkOptions, limit_ms: number): Promise<BenchmarkResult> {
  const relay = await startRelay();
  const { service, alice, bob } = await startPrivateChat(BEFORE);
  const open = async (access_token: string | undefined, address: string) => {
    const page = await (await newContext(browser, service, access_token)).newPage();
    await page.goto(address);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    return page;
  };
  const bare = () => open(undefined, `http://127.0.0.1:${relay.port}`);
  const pairs: Pair[] = [
    {
      name: SERVICE,
      from: await open(alice.access_token, `/chat/${bob.id}`),
      to: await open(bob.access_token, `/chat/${alice.id}`),
    },
    { name: BASELINE, from: await bare(), to: await bare() },
  ];
  const samples = new Map(pairs.map(({ name }) => [name, [] as Sample[]]));
  const count = Math.max(sized(options, MIN_SAMPLES, 1), options.rounds * A_ROUND);
  for (let i = -WARM_UP; i < count; i++) {
    for (const pair of shuffled(pairs)) {
      const sample = await send(pair, `Message number ${i}, as people write them`);
      if (i >= 0) samples.get(pair.name)!.push(sample);
    }
  }
  const skew_ms = Math.max(...(await Promise.all(pairs.map(({ from, to }) => clockSkew(from, to, MAX_SKEW_MS)))));
  for (const { from, to } of pairs) for (const page of [from, to]) await page.context().close();
  await relay.stop();
  await service.stop();
  const median = quantile(samples.get(SERVICE)!.map(({ there_ms }) => there_ms));
  return {
    table: tableOf(samples),
    notes: [`the pages' clocks differ by less than ${skew_ms.toFixed(1)} ms`],
    errors: skew_ms > MAX_SKEW_MS ? [`the pages' clocks may differ by ${skew_ms.toFixed(1)} ms`] : [],
    thresholds: [{ name: `median under ${limit_ms} ms`, met: median < limit_ms, measured: `${median.toFixed(0)} ms` }],
    figures: { samples: Object.fromEntries(samples), clocks_skew_ms: skew_ms },
  };
}

async function send({ from, to }: Pair, text: string): Promise<Sample> {
  await from.getByRole("textbox", { name: "Message" }).fill(text);
  await Promise.all([from, to].map((page) => page.evaluate((wanted) => bench.expectMessage(wanted), text)));
  await sleep(PAUSE_MS + Math.random() * MORE_PAUSE_MS);
  await from.keyboard.press("Enter");
  const [here, there] = await Promise.all([from, to].map((page) => page.evaluate(() => bench.painted())));
  const pressed = await from.evaluate(() => bench.pressed());
  return { here_ms: here! - pressed, there_ms: there! - pressed };
}

function tableOf(samples: ReadonlyMap<string, readonly Sample[]>): string[][] {
  const baseline = samples.get(BASELINE)!;
  const rows = [...samples].map(([name, pair_samples]) => {
    const there = pair_samples.map(({ there_ms }) => there_ms);
    const figures = [quantile(there), quantile(there, 0.95), Math.max(...there)];
    const here = quantile(pair_samples.map(({ here_ms }) => here_ms));
    const ratio = quantile(ratios(pair_samples, baseline, ({ there_ms }) => there_ms));
    return [
      name,
      String(pair_samples.length),
      ...figures.map((ms) => ms.toFixed(0)),
      ratio.toFixed(1),
      here.toFixed(0),
    ];
  });
  return [["", "messages", "median ms", "p95 ms", "worst ms", "ratio", "own screen ms"], ...rows];
}
