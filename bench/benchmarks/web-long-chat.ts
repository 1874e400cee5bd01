/** Opens a chat of 100,000 messages, scrolls by wheel, and jumps to distant messages. */
import type { Browser } from "playwright-core";
import { inBrowser, newContext } from "../web/browser.ts";
import { startLongChat } from "../web/long-chat.ts";
import { ScrollSession, type ScrollSample } from "../web/scroll-session.ts";
import { sized, type BenchmarkResult, type Benchmark, type BenchmarkOptions } from "./benchmark.ts";

interface Sizes {
  readonly messages: number;
  /** Messages to scroll past from the end of the list. */
  readonly far: number;
  /** Messages to scroll past on the way back. */
  readonly back: number;
  /** Messages to scroll past on each side of the middle. */
  readonly near: number;
}

const FULL: Sizes = { messages: 100_000, far: 4000, back: 2500, near: 500 };
const TINY: Sizes = { messages: 600, far: 60, back: 30, near: 20 };

/** Without smooth scrolling, as with a touchpad, the list moves by exactly the wheel delta. */
const FLAGS = ["--disable-smooth-scrolling"];

export function webLongChat(limit: { readonly jumps: number }): Benchmark {
  return inBrowser(`${FULL.messages} messages`, (browser, options) => run(browser, options, limit.jumps), FLAGS);
}

async function run(browser: Browser, options: BenchmarkOptions, limit: number): Promise<BenchmarkResult> {
  const { messages, far, back, near } = sized(options, FULL, TINY);
  const chat = await startLongChat(messages);
  const context = await newContext(browser, chat.service, chat.access_token);
  const session = await ScrollSession.begin(await context.newPage());
  const { page } = session;
  const button = (name: string) => page.getByRole("button", { name }).last().click();
  const samples = [
    await session.jump("opened", chat.last, () => page.goto(`/chat/${chat.chat_id}`, { waitUntil: "commit" })),
    await session.scroll("upwards from the end", -1, far),
    // Further than the loaded range, so that messages are dropped at one end and loaded at the other.
    await session.scroll("downwards again", 1, back),
    await session.jump("to the end", chat.last, () => button("To the newest message")),
    await session.jump("to the middle", chat.middle, () => button("In reply to")),
    await session.scroll("upwards from the middle", -1, near),
    await session.scroll("downwards through the middle", 1, 2 * near),
    await session.jump("to the end again", chat.last, () => button("To the newest message")),
  ];
  await context.close();
  await chat.service.stop();
  const jumps = samples.flatMap((sample) => sample.jumps);
  return {
    table: tableOf(samples),
    notes: [],
    errors: [],
    thresholds: [{ name: `at most ${limit} jumps`, met: jumps.length <= limit, measured: String(jumps.length) }],
    figures: { samples },
  };
}

function tableOf(samples: readonly ScrollSample[]): string[][] {
  const rows = samples.map((sample) => [
    sample.name,
    String(sample.messages),
    String(sample.jumps.length),
    Math.max(0, ...sample.jumps.map(({ px }) => px)).toFixed(0),
    String(sample.waits),
    sample.painted_ms?.toFixed(0) ?? "",
    sample.frame_p95_ms.toFixed(0),
    sample.frame_worst_ms.toFixed(0),
    String(sample.rows),
    sample.heap_mb.toFixed(0),
  ]);
  const titles = ["messages", "jumps", "by px", "waits", "painted ms", "frame p95 ms", "worst ms", "rows", "heap MB"];
  return [["", ...titles], ...rows];
}
