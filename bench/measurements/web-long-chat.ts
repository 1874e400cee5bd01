/** Measures a chat of very many messages: opened, scrolled through by wheel, and jumped about in. */
import type { Browser } from "playwright-core";
import { inBrowser, ownBrowser } from "../web/browser.ts";
import { MESSAGES, startLongChat } from "../web/long-chat.ts";
import { Visit, type Leg } from "../web/visit.ts";
import type { Finding, Measurement } from "./measurement.ts";

/** Messages to come past when the list is scrolled from its end. */
const FAR = 4000;
/** And on the way back. */
const BACK = 2500;
/** And on each side of the middle. */
const NEAR = 500;

/** Without smooth scrolling, as with a touchpad, what the wheel asks for is exactly what moves. */
const FLAGS = ["--disable-smooth-scrolling"];

export function webLongChat(aim: { readonly jumps: number }): Measurement {
  return inBrowser(`${MESSAGES} messages`, (browser) => run(browser, aim.jumps), FLAGS);
}

async function run(browser: Browser, aim: number): Promise<Finding> {
  const chat = await startLongChat();
  const context = await ownBrowser(browser, chat.service, chat.access_token);
  const visit = await Visit.begin(await context.newPage());
  const { page } = visit;
  const button = (name: string) => page.getByRole("button", { name }).last().click();
  const legs = [
    await visit.jump("opened", chat.last, () => page.goto(`/chat/${chat.chat_id}`, { waitUntil: "commit" })),
    await visit.scroll("upwards from the end", -1, FAR),
    // Further than what is held, so that it is let go at one end and comes anew at the other.
    await visit.scroll("downwards again", 1, BACK),
    await visit.jump("to the end", chat.last, () => button("To the newest message")),
    await visit.jump("to the middle", chat.middle, () => button("In reply to")),
    await visit.scroll("upwards from the middle", -1, NEAR),
    await visit.scroll("downwards through the middle", 1, 2 * NEAR),
    await visit.jump("to the end again", chat.last, () => button("To the newest message")),
  ];
  await context.close();
  await chat.service.stop();
  const jumps = legs.flatMap((leg) => leg.jumps);
  return {
    table: tableOf(legs),
    notes: [],
    faults: [],
    verdicts: [{ what: `at most ${aim} jumps`, reached: jumps.length <= aim, figure: String(jumps.length) }],
    figures: { legs },
  };
}

function tableOf(legs: readonly Leg[]): string[][] {
  const rows = legs.map((leg) => [
    leg.name,
    String(leg.messages),
    String(leg.jumps.length),
    Math.max(0, ...leg.jumps.map(({ px }) => px)).toFixed(0),
    String(leg.waits),
    leg.painted_ms?.toFixed(0) ?? "",
    leg.frame_p95_ms.toFixed(0),
    leg.frame_worst_ms.toFixed(0),
    String(leg.rows),
    leg.heap_mb.toFixed(0),
  ]);
  const titles = ["messages", "jumps", "by px", "waits", "painted ms", "frame p95 ms", "worst ms", "rows", "heap MB"];
  return [["", ...titles], ...rows];
}
