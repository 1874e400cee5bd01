/** Measures what messages that come all the time cost an open chat, with little and with much of it loaded. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { quantile } from "../statistics.ts";
import { inBrowser, ownBrowser } from "../web/browser.ts";
import { startLiveChat, type LiveChat } from "../web/live-chat.ts";
import { ROUNDS } from "../options.ts";
import type { Finding, Measurement, Setting, Verdict } from "./measurement.ts";

const A_SECOND = 50;
const SECONDS = 30;
/** For a run that only looks whether everything is still in its place. */
const FEW_SECONDS = 10;
/** What came while the chat was open. */
const LOADED = { small: 100, large: 6000 } as const;
/** The client reads what was said and tells how far it was read, in less than this. */
const SETTLE_MS = 3000;
/** Between two looks at what is not in sight. */
const POLL_MS = 50;
/** What is filled in is painted within this; a machine under load takes its time. */
const FILLED_MS = 600_000;

export interface Aim {
  /** No task of the page is longer, in milliseconds. */
  readonly task_ms: number;
  /** A message with much loaded costs at most so many times what it costs with little. */
  readonly times: number;
}

/** What one page went through while messages came. */
interface Leg {
  readonly name: string;
  readonly large: boolean;
  readonly long_tasks: number;
  readonly worst_ms: number;
  /** Time of the page's main thread for a message, until all of them were shown. */
  readonly cost_ms: number;
  /** From when the last message was sent until it was shown, or counted. */
  readonly behind_ms: number;
  readonly frames: number;
  readonly frames_lost: number;
  /** Number in the title, and what the service counts. */
  readonly badge: number;
  readonly unread: number;
  /** Whether the list was where it should be when it was over: at its end, or unmoved. */
  readonly inPlace: boolean;
}

export function webLive(aim: Aim): Measurement {
  return inBrowser(`${A_SECOND} messages a second`, (browser, setting) => run(browser, setting, aim));
}

async function run(browser: Browser, { rounds }: Setting, aim: Aim): Promise<Finding> {
  const seconds = rounds < ROUNDS ? FEW_SECONDS : SECONDS;
  const legs: Leg[] = [];
  for (const large of [false, true]) {
    const chat = await startLiveChat();
    const context = await ownBrowser(browser, chat.service, chat.access_token);
    const page = await context.newPage();
    await page.goto(`/chat/${chat.chat_id}`);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await chat.fill((large ? LOADED.large : LOADED.small) - 1);
    const last = await chat.speak(1, A_SECOND);
    await page.getByRole("article").getByText(last).waitFor({ timeout: FILLED_MS });
    await sleep(SETTLE_MS);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    legs.push(await leg({ name: "at the end", large, page, session, chat, seconds }));
    await page.mouse.move(800, 400);
    await page.mouse.wheel(0, -2000);
    await page.getByRole("button", { name: "To the newest message" }).waitFor();
    await sleep(SETTLE_MS);
    legs.push(await leg({ name: "further up", large, page, session, chat, seconds }));
    await context.close();
    await chat.service.stop();
  }
  return { table: tableOf(legs), notes: [], faults: faultsIn(legs), verdicts: verdicts(legs, aim), figures: { legs } };
}

interface LegInput extends Pick<Leg, "name" | "large"> {
  readonly page: Page;
  readonly session: CDPSession;
  readonly chat: LiveChat;
  readonly seconds: number;
}

async function leg({ name, large, page, session, chat, seconds }: LegInput): Promise<Leg> {
  const before = await placeOf(page);
  await page.evaluate("bench.watchLoad()");
  const count = seconds * A_SECOND;
  const begun_s = await busyTime(session);
  const last = await chat.speak(count, A_SECOND);
  const spoken_ms = performance.now();
  const shown = page.getByRole("article").getByText(last);
  // What is not in sight is only counted.
  if (before.atEnd) await shown.waitFor({ timeout: FILLED_MS });
  else while ((await badgeOf(page)) !== (await chat.unread())) await sleep(POLL_MS);
  const behind_ms = performance.now() - spoken_ms;
  const cost_ms = ((await busyTime(session)) - begun_s) * (1000 / count);
  const load = (await page.evaluate("bench.load()")) as Pick<Leg, "long_tasks" | "worst_ms" | "frames" | "frames_lost">;
  await sleep(SETTLE_MS);
  const after = await placeOf(page);
  const inPlace = before.atEnd
    ? after.atEnd && (await shown.isVisible())
    : after.top_px === before.top_px && after.key === before.key;
  const badge = await badgeOf(page);
  return { name, large, cost_ms, behind_ms, ...load, badge, unread: await chat.unread(), inPlace };
}

/** The number in the title. */
async function badgeOf(page: Page): Promise<number> {
  return Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
}

/** Seconds that the page's main thread has been at work. */
async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
}

interface Place {
  readonly atEnd: boolean;
  /** The first message in sight, and where it begins. */
  readonly key: string;
  readonly top_px: number;
}

async function placeOf(page: Page): Promise<Place> {
  return (await page.evaluate("bench.place()")) as Place;
}

function tableOf(legs: readonly Leg[]): string[][] {
  const rows = legs.map((each) => [
    `${each.name}, ${each.large ? LOADED.large : LOADED.small} loaded`,
    each.cost_ms.toFixed(1),
    each.behind_ms.toFixed(0),
    String(each.long_tasks),
    each.worst_ms.toFixed(0),
    `${each.frames_lost} of ${each.frames + each.frames_lost}`,
    `${each.badge} (${each.unread})`,
    each.inPlace ? "yes" : "no",
  ]);
  const titles = ["ms a message", "behind ms", "long tasks", "worst ms", "frames lost", "badge (unread)", "in place"];
  return [["", ...titles], ...rows];
}

function faultsIn(legs: readonly Leg[]): string[] {
  return legs.flatMap(({ name, large, badge, unread, inPlace }) => {
    const where = `${name}, ${large ? "much" : "little"} loaded`;
    return [
      ...(badge === unread ? [] : [`${where}: the badge says ${badge}, and ${unread} are unread`]),
      ...(inPlace ? [] : [`${where}: the list is not where it was`]),
    ];
  });
}

function verdicts(legs: readonly Leg[], aim: Aim): Verdict[] {
  const cost = (wanted: boolean) =>
    quantile(legs.filter(({ large }) => large === wanted).map(({ cost_ms }) => cost_ms));
  const [small, large] = [cost(false), cost(true)];
  const worst = Math.max(...legs.map(({ worst_ms }) => worst_ms));
  return [
    { what: `no task over ${aim.task_ms} ms`, reached: worst <= aim.task_ms, figure: `${worst.toFixed(0)} ms` },
    {
      what: `with ${LOADED.large} loaded at most ${aim.times} times the cost with ${LOADED.small}`,
      reached: large <= aim.times * small,
      figure: `${(large / small).toFixed(2)} times (${large.toFixed(1)} to ${small.toFixed(1)} ms)`,
    },
  ];
}
