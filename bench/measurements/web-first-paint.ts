/** Measures how long a list of a thousand chats takes to be painted, from the moment its page is asked for. */
import type { Browser, BrowserContext } from "playwright-core";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { inBrowser, ownBrowser } from "../web/browser.ts";
import { LISTED, startListed } from "../web/listed.ts";
import type { Finding, Measurement, Setting, Verdict } from "./measurement.ts";
import { OWN } from "./rows.ts";

const FLOOR = "empty page";

/** What is opened, and what shows that it is there. */
interface Subject {
  readonly name: string;
  readonly path: string;
  readonly shows: string;
  readonly warm: boolean;
}

const WARM = ", warm";
/** How long the rest of the list is waited for. */
const LIST_MS = 10_000;

/** The floor is a page without anything of its own, from the same service: what Chromium takes for any page. */
const SUBJECTS: readonly Subject[] = [false, true].flatMap((warm) => [
  { name: FLOOR + (warm ? WARM : ""), path: "/healthz", shows: "pre", warm },
  { name: OWN + (warm ? WARM : ""), path: "/", shows: "nav [data-chat]", warm },
]);

interface Sample {
  /** From the beginning of the navigation, in milliseconds. */
  readonly painted_ms: number;
  /** In the list, whether they are in the page or not. */
  readonly chats: number;
  readonly kb: number;
  readonly requests: number;
}

export function webFirstPaint(aim: { readonly ms: number }): Measurement {
  return inBrowser(`first paint of ${LISTED} chats`, (browser, setting) => run(browser, setting, aim.ms));
}

async function run(browser: Browser, { rounds }: Setting, aim_ms: number): Promise<Finding> {
  const service = await startListed();
  const access_token = service.loaded.people[0]!.access_token;
  const kept = await ownBrowser(browser, service, access_token);
  const samples = await inRounds(SUBJECTS, rounds, async (subject) => {
    if (subject.warm) return look(kept, subject);
    const context = await ownBrowser(browser, service, access_token);
    const sample = await look(context, subject);
    await context.close();
    return sample;
  });
  await kept.close();
  await service.stop();
  const own = samples.get(OWN)!;
  const wrong = own.filter(({ chats }) => chats !== LISTED);
  return {
    table: tableOf(samples),
    notes: [],
    faults: wrong.map(({ chats }) => `the list has ${chats} chats, not ${LISTED}`),
    verdicts: [verdict("", own, aim_ms), verdict(WARM, samples.get(OWN + WARM)!, aim_ms)],
    figures: { chats: LISTED, samples: Object.fromEntries(samples) },
  };
}

async function look(context: BrowserContext, { path, shows }: Subject): Promise<Sample> {
  const page = await context.newPage();
  await page.addInitScript(`bench.wanted = bench.paintedElement(${JSON.stringify(shows)})`);
  await page.goto(path, { waitUntil: "commit" });
  // The rest of a long list comes after its first rows.
  const sample = (await page.evaluate(`bench.wanted.then(async (at_ms) => {
    const listed = () => Number(document.querySelector("nav li")?.getAttribute("aria-setsize"));
    const late_ms = performance.now() + ${LIST_MS};
    while (listed() < ${LISTED} && performance.now() < late_ms) await new Promise(requestAnimationFrame);
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return {
      painted_ms: at_ms - performance.timeOrigin,
      chats: listed(),
      kb: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      requests: loaded.length,
    };
  })`)) as Sample;
  // What a first visit leaves for the next one, the copies of the service worker above all, is to be there.
  await page.evaluate(
    `navigator.serviceWorker?.getRegistration().then((its) => its && navigator.serviceWorker.ready.then(() => {}))`,
  );
  await page.close();
  return sample;
}

type Samples = ReadonlyMap<string, readonly Sample[]>;

function tableOf(samples: Samples): string[][] {
  const rows = SUBJECTS.map(({ name, warm }) => {
    const taken = samples.get(name)!;
    const times = taken.map(({ painted_ms }) => painted_ms);
    const floor = samples.get(FLOOR + (warm ? WARM : ""))!;
    const ratio = quantile(ratios(taken, floor, ({ painted_ms }) => painted_ms));
    const middle = (of: (sample: Sample) => number) => quantile(taken.map(of)).toFixed(0);
    const figures = [quantile(times), Math.max(...times)].map((ms) => ms.toFixed(0));
    return [name, ...figures, ratio.toFixed(1), middle(({ kb }) => kb), middle(({ requests }) => requests)];
  });
  return [["", "median ms", "worst ms", "F", "kB", "requests"], ...rows];
}

function verdict(how: string, taken: readonly Sample[], aim_ms: number): Verdict {
  const ms = quantile(taken.map(({ painted_ms }) => painted_ms));
  return { what: `the list within ${aim_ms} ms${how}`, reached: ms < aim_ms, figure: `${ms.toFixed(0)} ms` };
}
