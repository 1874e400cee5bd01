/** Measures a message from the key that sends it in one browser until it is painted in another. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { ratios } from "../rounds.ts";
import { quantile, shuffled } from "../statistics.ts";
import { startRelay } from "../subjects/script.ts";
import { inBrowser, ownBrowser } from "../web/browser.ts";
import { clocksApart } from "../web/clocks.ts";
import { startTalk } from "../web/talk.ts";
import type { Finding, Measurement, Setting } from "./measurement.ts";
import { OWN } from "./rows.ts";

const FLOOR = "relay";

/** A median of fewer is not steady. */
const LEAST = 60;
const A_ROUND = 10;
const WARM_UP = 5;

/** What was said before, so that the list is long enough to move. */
const BEFORE = 80;

/** Messages come at no moment that frames know of. */
const PAUSE_MS = 40;
const MORE_PAUSE_MS = 80;

/** Clocks of two pages further apart than this would be seen in the figures. */
const CLOCKS_APART_MS = 5;

/** Two pages, each in a browser of its own, that show the same chat. */
interface Pair {
  readonly name: string;
  readonly from: Page;
  readonly to: Page;
}

interface Sample {
  /** Painted in the other browser, in milliseconds since the key went down. */
  readonly there_ms: number;
  /** Painted in the sender's own. */
  readonly here_ms: number;
}

export function webMessage(aim: { readonly median_ms: number }): Measurement {
  return inBrowser("a message in another browser", (browser, setting) => run(browser, setting, aim.median_ms));
}

async function run(browser: Browser, { rounds }: Setting, aim_ms: number): Promise<Finding> {
  const relay = await startRelay();
  const { service, alice, bob } = await startTalk(BEFORE);
  const open = async (access_token: string | undefined, address: string) => {
    const page = await (await ownBrowser(browser, service, access_token)).newPage();
    await page.goto(address);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    return page;
  };
  const bare = () => open(undefined, `http://127.0.0.1:${relay.port}`);
  const pairs: Pair[] = [
    {
      name: OWN,
      from: await open(alice.access_token, `/chat/${bob.id}`),
      to: await open(bob.access_token, `/chat/${alice.id}`),
    },
    { name: FLOOR, from: await bare(), to: await bare() },
  ];
  const samples = new Map(pairs.map(({ name }) => [name, [] as Sample[]]));
  const count = Math.max(LEAST, rounds * A_ROUND);
  for (let i = -WARM_UP; i < count; i++) {
    for (const pair of shuffled(pairs)) {
      const sample = await send(pair, `Message number ${i}, as people write them`);
      if (i >= 0) samples.get(pair.name)!.push(sample);
    }
  }
  const apart_ms = Math.max(...(await Promise.all(pairs.map(({ from, to }) => clocksApart(from, to)))));
  for (const { from, to } of pairs) for (const page of [from, to]) await page.context().close();
  await relay.stop();
  await service.stop();
  const median = quantile(samples.get(OWN)!.map(({ there_ms }) => there_ms));
  return {
    table: tableOf(samples),
    notes: [`the pages' clocks differ by less than ${apart_ms.toFixed(1)} ms`],
    faults: apart_ms > CLOCKS_APART_MS ? [`the pages' clocks may differ by ${apart_ms.toFixed(1)} ms`] : [],
    verdicts: [{ what: `median under ${aim_ms} ms`, reached: median < aim_ms, figure: `${median.toFixed(0)} ms` }],
    figures: { samples: Object.fromEntries(samples), clocks_apart_ms: apart_ms },
  };
}

async function send({ from, to }: Pair, text: string): Promise<Sample> {
  await from.getByRole("textbox", { name: "Message" }).fill(text);
  const watch = `bench.seen = bench.paintedMessage(${JSON.stringify(text)}); undefined`;
  await Promise.all([from.evaluate(watch), to.evaluate(watch)]);
  await sleep(PAUSE_MS + Math.random() * MORE_PAUSE_MS);
  await from.keyboard.press("Enter");
  const [here, there] = (await Promise.all([from.evaluate("bench.seen"), to.evaluate("bench.seen")])) as number[];
  const pressed = (await from.evaluate("bench.pressed()")) as number;
  return { here_ms: here! - pressed, there_ms: there! - pressed };
}

function tableOf(samples: ReadonlyMap<string, readonly Sample[]>): string[][] {
  const floor = samples.get(FLOOR)!;
  const rows = [...samples].map(([name, taken]) => {
    const there = taken.map(({ there_ms }) => there_ms);
    const figures = [quantile(there), quantile(there, 0.95), Math.max(...there)];
    const here = quantile(taken.map(({ here_ms }) => here_ms));
    const ratio = quantile(ratios(taken, floor, ({ there_ms }) => there_ms));
    return [name, String(taken.length), ...figures.map((ms) => ms.toFixed(0)), ratio.toFixed(1), here.toFixed(0)];
  });
  return [["", "messages", "median ms", "p95 ms", "worst ms", "F", "own screen ms"], ...rows];
}
