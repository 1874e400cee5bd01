/** A visit to a chat in stretches: jumps to other places, and scrolling by the wheel. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { SCREEN } from "./browser.ts";
import { frameTimes, jumpsIn, type Frame, type Jump } from "./frames.ts";

/** Something that gets stuck ends here. */
const MOST_MS = 90_000;

/** A hand at the wheel: some quick turns, some slow ones, and a look at what has come. */
const TURNS: readonly number[] = [...Array<number>(16).fill(300), ...Array<number>(8).fill(60)];
const LOOK_MS = 200;

/** Whatever still moves so long after a jump to another place is seen. */
const SETTLE_MS = 1500;

/** A stretch of the visit. */
export interface Leg {
  readonly name: string;
  /** How many came into sight. */
  readonly messages: number;
  readonly jumps: readonly Jump[];
  /** Frames in which the list was at the end of what had come, and had to wait for more. */
  readonly waits: number;
  /** Until it was painted, where it was a jump to another place. */
  readonly painted_ms: number | undefined;
  readonly frame_p95_ms: number;
  readonly frame_worst_ms: number;
  /** The most that were in the page at once. */
  readonly rows: number;
  readonly heap_mb: number;
}

export class Visit {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  static async begin(page: Page): Promise<Visit> {
    await page.addInitScript("bench.watch()");
    return new Visit(page, await page.context().newCDPSession(page));
  }

  /** Goes to a message. What moves after it has come into sight is a jump. */
  async jump(name: string, message_id: number, go: () => Promise<unknown>): Promise<Leg> {
    await this.#frames();
    await go();
    await this.page.locator(`article[data-key="m${message_id}"]`).waitFor();
    await sleep(SETTLE_MS);
    const frames = await this.#frames();
    const from = frames.findIndex(({ tops }) => `m${message_id}` in tops);
    if (from < 0) throw new Error(`message ${message_id} did not come into sight`);
    const pressed_ms = (await this.page.evaluate("bench.pressed() - performance.timeOrigin")) as number;
    const painted_ms = frames[from]!.seen_ms - (Number.isNaN(pressed_ms) ? 0 : pressed_ms);
    return { ...(await this.#leg(name, frames, frames.slice(from))), painted_ms };
  }

  /** Turns the wheel until so many messages have come past. */
  async scroll(name: string, direction: 1 | -1, messages: number): Promise<Leg> {
    await this.page.mouse.move((SCREEN.width * 2) / 3, SCREEN.height / 2);
    await this.#frames();
    const frames: Frame[] = [];
    const until_ms = performance.now() + MOST_MS;
    while (seenIn(frames) < messages && performance.now() < until_ms) {
      for (const turn of TURNS) await this.page.mouse.wheel(0, turn * direction);
      await sleep(LOOK_MS);
      frames.push(...(await this.#frames()));
    }
    const waits = frames.filter(({ scroll_px, rest_px }) => (direction < 0 ? scroll_px : rest_px) <= 0).length;
    return { ...(await this.#leg(name, frames, frames)), waits };
  }

  async #frames(): Promise<Frame[]> {
    return (await this.page.evaluate("bench.frames()").catch(() => [])) as Frame[];
  }

  async #leg(name: string, frames: readonly Frame[], still: readonly Frame[]): Promise<Leg> {
    await this.#devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await this.#devtools.send("Runtime.getHeapUsage");
    const { p95_ms, worst_ms } = frameTimes(frames);
    return {
      name,
      messages: seenIn(frames),
      jumps: jumpsIn(still),
      waits: 0,
      painted_ms: undefined,
      frame_p95_ms: p95_ms,
      frame_worst_ms: worst_ms,
      rows: Math.max(...frames.map(({ rows }) => rows)),
      heap_mb: usedSize / 1_000_000,
    };
  }
}

function seenIn(frames: readonly Frame[]): number {
  return new Set(frames.flatMap(({ tops }) => Object.keys(tops))).size;
}
