/** Opens a chat of 100,000 messages, scrolls by wheel, and jumps to distant messages. */
import type { Browser } from "playwright-core";
import { inBrowser, newContext } from "../web/browser.ts";
import { MESSAGES, startLongChat } from "../web/long-chat.ts";
import { ScrollSession, type ScrollSample } from "../web/scroll-session.ts";
import type { BenchmarkResult, Benchmark } from "./benchmark.ts";

/** Messages to scroll past from the end of the list. */
const FAR = 4000;
/** Messages to scroll past on the way back. */
const BACK = 2500;
/** Messages to scroll past on each side of the middle. */
const NEAR = 500;

/** Without smooth scrolling, as with a touchpad, the list moves by exactly the wheel delta. */
const FLAGS = ["--disable-smooth-scrolling"];

export function webLongChat(limit: { readonly jumps: number }): Benchmark {
  return inBrowser(`${MESSAGES} messages`, (browser) => run(browser, limit.jumps), FLAGS);
}

async function run(browser: Browser, limit: number): Promise<BenchmarkResult> {
  const chat = await startLongChat();
  const context = await newContext(browser, chat.service, chat.access_token);
  const session = await ScrollSession.begin(await context.newPage());
  const { page } = session;
  const button = (name: string) => page.getByRole("button", { name }).last().click();
  const samples = [
    await session.jump("opened", chat.last, () => page.goto(`/chat/${chat.chat_id}`, { waitUntil: "commit" })),
    await session.scroll("upwards from the end", -1, FAR),
    // Further than the loaded range, so that messages are dropped at one end and loaded at the other.
    await session.scroll("downwards again", 1, BACK),
    await session.jump("to the end", chat.last, () => button("To the newest message")),
    await session.jump("to the middle", chat.middle, () => button("In reply to")),
    await session.scroll("upwards from the middle", -1, NEAR),
    await session.scroll("downwards through the middle", 1, 2 * NEAR),
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
