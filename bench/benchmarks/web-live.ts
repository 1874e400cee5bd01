/** Measures the cost of a steady flow of messages in an open chat, with few and with many messages loaded. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { quantile } from "../statistics.ts";
import { inBrowser, newContext } from "../web/browser.ts";
import { startLiveChat, type LiveChat } from "../web/live-chat.ts";
import type { PageLoad, Position } from "../web/page/interface.ts";
import { ROUNDS } from "../options.ts";
import {
  sized,
  type BenchmarkResult,
  type Benchmark,
  type BenchmarkOptions,
  type ThresholdResult,
} from "./benchmark.ts";

const A_SECOND = 50;

interface Sizes {
  readonly seconds: number;
  readonly groups: number;
  /** Messages that arrived while the chat was open, with few and with many of them. */
  readonly small: number;
  readonly large: number;
}

const FULL: Sizes = { seconds: 30, groups: 1000, small: 100, large: 6000 };
const QUICK: Sizes = { ...FULL, seconds: 10 };
const TINY: Sizes = { seconds: 1, groups: 20, small: 50, large: 200 };
/** Time in which the client shows the messages and reports its read position. */
const SETTLE_MS = 3000;
/** Interval between two reads of the unread count. */
const POLL_MS = 50;
/** Timeout until the initial messages are painted, on a busy machine. */
const FILLED_MS = 600_000;

export interface LiveThresholds {
  /** Limit for every task of the page, in milliseconds. */
  readonly task_ms: number;
  /** Limit for the cost of a message with many loaded, as a multiple of the cost with few. */
  readonly times: number;
}

/** Measurements of one page during a flow of messages. */
interface LiveSample extends PageLoad {
  readonly name: string;
  readonly large: boolean;
  /** Time of the page's main thread for each message, until all were shown. */
  readonly cost_ms: number;
  /** From the last response until the last message was shown, or counted as unread. */
  readonly behind_ms: number;
  /** The unread count in the title, and that of the service. */
  readonly badge: number;
  readonly unread: number;
  /** Whether the list was at the right position afterwards: at its end, or unmoved. */
  readonly inPosition: boolean;
}

export function webLive(limits: LiveThresholds): Benchmark {
  return inBrowser(`${A_SECOND} messages a second`, (browser, options) => run(browser, options, limits));
}

async function run(browser: Browser, options: BenchmarkOptions, limits: LiveThresholds): Promise<BenchmarkResult> {
  const sizes = sized(options, options.rounds < ROUNDS ? QUICK : FULL, TINY);
  const { seconds } = sizes;
  const samples: LiveSample[] = [];
  for (const large of [false, true]) {
    const chat = await startLiveChat(sizes.groups);
    const context = await newContext(browser, chat.service, chat.access_token);
    const page = await context.newPage();
    await page.goto(`/chat/${chat.chat_id}`);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await chat.fill((large ? sizes.large : sizes.small) - 1);
    const last = await chat.sendPaced(1, A_SECOND);
    await page.getByRole("article").getByText(last).waitFor({ timeout: FILLED_MS });
    await sleep(SETTLE_MS);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    samples.push(await sampleFlow({ name: "at the end", large, page, session, chat, seconds }));
    await page.mouse.move(800, 400);
    await page.mouse.wheel(0, -2000);
    await page.getByRole("button", { name: "To the newest message" }).waitFor();
    await sleep(SETTLE_MS);
    samples.push(await sampleFlow({ name: "further up", large, page, session, chat, seconds }));
    await context.close();
    await chat.service.stop();
  }
  return {
    table: tableOf(samples, sizes),
    notes: [],
    errors: errorsIn(samples),
    thresholds: thresholds(samples, limits, sizes),
    figures: { samples },
  };
}

interface LiveRun extends Pick<LiveSample, "name" | "large"> {
  readonly page: Page;
  readonly session: CDPSession;
  readonly chat: LiveChat;
  readonly seconds: number;
}

async function sampleFlow({ name, large, page, session, chat, seconds }: LiveRun): Promise<LiveSample> {
  const before = await positionOf(page);
  await page.evaluate(() => bench.watchLoad());
  const count = seconds * A_SECOND;
  const begun_s = await busyTime(session);
  const last = await chat.sendPaced(count, A_SECOND);
  const spoken_ms = performance.now();
  const shown = page.getByRole("article").getByText(last);
  // Messages outside the viewport only change the unread count.
  if (before.atEnd) await shown.waitFor({ timeout: FILLED_MS });
  else while ((await badgeOf(page)) !== (await chat.unreadCount())) await sleep(POLL_MS);
  const behind_ms = performance.now() - spoken_ms;
  const cost_ms = ((await busyTime(session)) - begun_s) * (1000 / count);
  const load = await page.evaluate(() => bench.load());
  await sleep(SETTLE_MS);
  const after = await positionOf(page);
  const inPosition = before.atEnd
    ? after.atEnd && (await shown.isVisible())
    : after.top_px === before.top_px && after.key === before.key;
  const badge = await badgeOf(page);
  return { name, large, cost_ms, behind_ms, ...load, badge, unread: await chat.unreadCount(), inPosition };
}

/** The unread count in the title. */
async function badgeOf(page: Page): Promise<number> {
  return Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
}

/** Seconds of work of the page's main thread. */
async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
}

function positionOf(page: Page): Promise<Position> {
  return page.evaluate(() => bench.position());
}

function tableOf(samples: readonly LiveSample[], sizes: Sizes): string[][] {
  const rows = samples.map((each) => [
    `${each.name}, ${each.large ? sizes.large : sizes.small} loaded`,
    each.cost_ms.toFixed(1),
    each.behind_ms.toFixed(0),
    String(each.long_tasks),
    each.worst_ms.toFixed(0),
    `${each.frames_lost} of ${each.frames + each.frames_lost}`,
    `${each.badge} (${each.unread})`,
    each.inPosition ? "yes" : "no",
  ]);
  const titles = ["ms a message", "behind ms", "long tasks", "worst ms", "frames lost", "badge (unread)", "in place"];
  return [["", ...titles], ...rows];
}

function errorsIn(samples: readonly LiveSample[]): string[] {
  return samples.flatMap(({ name, large, badge, unread, inPosition }) => {
    const where = `${name}, ${large ? "many" : "few"} loaded`;
    return [
      ...(badge === unread ? [] : [`${where}: the badge shows ${badge}, the unread count is ${unread}`]),
      ...(inPosition ? [] : [`${where}: the list has moved`]),
    ];
  });
}

function thresholds(samples: readonly LiveSample[], limits: LiveThresholds, sizes: Sizes): ThresholdResult[] {
  const cost = (wanted: boolean) =>
    quantile(samples.filter(({ large }) => large === wanted).map(({ cost_ms }) => cost_ms));
  const [small, large] = [cost(false), cost(true)];
  const worst = Math.max(...samples.map(({ worst_ms }) => worst_ms));
  return [
    { name: `no task over ${limits.task_ms} ms`, met: worst <= limits.task_ms, measured: `${worst.toFixed(0)} ms` },
    {
      name: `with ${sizes.large} loaded at most ${limits.times} times the cost with ${sizes.small}`,
      met: large <= limits.times * small,
      measured: `${(large / small).toFixed(2)} times (${large.toFixed(1)} to ${small.toFixed(1)} ms)`,
    },
  ];
}
