/** A session with a chat in steps: jumps to distant messages, and scrolling by the wheel. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { SCREEN } from "./browser.ts";
import { frameTimes, jumpsIn, type DrawnFrame, type Jump } from "./frames.ts";

/** Timeout for one step. */
const TIMEOUT_MS = 90_000;

/** Wheel deltas between two pauses: fast ones, then slow ones. */
const DELTAS: readonly number[] = [...Array<number>(16).fill(300), ...Array<number>(8).fill(60)];
const PAUSE_MS = 200;

/** Time after a jump in which further movement is recorded. */
const SETTLE_MS = 1500;

/** One step of the session. */
export interface ScrollSample {
  readonly name: string;
  /** The number of messages that became visible. */
  readonly messages: number;
  readonly jumps: readonly Jump[];
  /** Frames in which the list was at the end of the loaded messages and waited for more. */
  readonly waits: number;
  /** Time until the target message was painted; only for a jump. */
  readonly painted_ms: number | undefined;
  readonly frame_p95_ms: number;
  readonly frame_worst_ms: number;
  /** The maximum number of rendered rows. */
  readonly rows: number;
  readonly heap_mb: number;
}

export class ScrollSession {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  static async begin(page: Page): Promise<ScrollSession> {
    await page.addInitScript(() => bench.watch());
    return new ScrollSession(page, await page.context().newCDPSession(page));
  }

  /** Goes to a message. Any movement after it has become visible counts as a layout jump. */
  async jump(name: string, message_id: number, go: () => Promise<unknown>): Promise<ScrollSample> {
    await this.#frames();
    await go();
    await this.page.locator(`article[data-key="m${message_id}"]`).waitFor();
    await sleep(SETTLE_MS);
    const frames = await this.#frames();
    const from = frames.findIndex(({ tops }) => `m${message_id}` in tops);
    if (from < 0) throw new Error(`message ${message_id} did not become visible`);
    const pressed_ms = await this.page.evaluate(() => bench.pressed() - performance.timeOrigin);
    const painted_ms = frames[from]!.seen_ms - (Number.isNaN(pressed_ms) ? 0 : pressed_ms);
    return { ...(await this.#sample(name, frames, frames.slice(from))), painted_ms };
  }

  /** Scrolls until `messages` messages have been visible. */
  async scroll(name: string, direction: 1 | -1, messages: number): Promise<ScrollSample> {
    await this.page.mouse.move((SCREEN.width * 2) / 3, SCREEN.height / 2);
    await this.#frames();
    const frames: DrawnFrame[] = [];
    const until_ms = performance.now() + TIMEOUT_MS;
    while (visibleIn(frames) < messages && performance.now() < until_ms) {
      for (const delta of DELTAS) await this.page.mouse.wheel(0, delta * direction);
      await sleep(PAUSE_MS);
      frames.push(...(await this.#frames()));
    }
    const waits = frames.filter(({ scroll_px, rest_px }) => (direction < 0 ? scroll_px : rest_px) <= 0).length;
    return { ...(await this.#sample(name, frames, frames)), waits };
  }

  #frames(): Promise<DrawnFrame[]> {
    return this.page.evaluate(() => bench.frames()).catch(() => []);
  }

  async #sample(name: string, frames: readonly DrawnFrame[], settled: readonly DrawnFrame[]): Promise<ScrollSample> {
    await this.#devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await this.#devtools.send("Runtime.getHeapUsage");
    const { p95_ms, worst_ms } = frameTimes(frames);
    return {
      name,
      messages: visibleIn(frames),
      jumps: jumpsIn(settled),
      waits: 0,
      painted_ms: undefined,
      frame_p95_ms: p95_ms,
      frame_worst_ms: worst_ms,
      rows: Math.max(...frames.map(({ rows }) => rows)),
      heap_mb: usedSize / 1_000_000,
    };
  }
}

function visibleIn(frames: readonly DrawnFrame[]): number {
  return new Set(frames.flatMap(({ tops }) => Object.keys(tops))).size;
}
