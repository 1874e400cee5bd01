/** Whether two pictures of the same place differ, as far as an eye can tell. */
import type { Page } from "playwright-core";
import sharp from "sharp";
import type { Box } from "./page.ts";

/** Around an element, for a ring outside of it. */
const MARGIN_PX = 6;
/** So much of a channel is seen. */
const SEEN = 24;
/** Fewer pixels than these are a flicker, and no ring. */
const LEAST_PIXELS = 24;

/** A picture of what is there, as far as it is in the window. */
export async function pictureOf(page: Page, { left, top, right, bottom }: Box): Promise<Buffer> {
  const { width, height } = page.viewportSize()!;
  const x = Math.max(0, Math.floor(left) - MARGIN_PX);
  const y = Math.max(0, Math.floor(top) - MARGIN_PX);
  const clip = {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(right) + MARGIN_PX) - x),
    height: Math.max(1, Math.min(height, Math.ceil(bottom) + MARGIN_PX) - y),
  };
  return page.screenshot({ clip, caret: "hide", animations: "disabled" });
}

export async function differ(one: Buffer, other: Buffer): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((each) => sharp(each).removeAlpha().raw().toBuffer()));
  if (a!.length !== b!.length) return true;
  let seen = 0;
  for (let at = 0; at < a!.length; at += 3) {
    const most = Math.max(...[0, 1, 2].map((channel) => Math.abs(a![at + channel]! - b![at + channel]!)));
    if (most >= SEEN) seen += 1;
  }
  return seen >= LEAST_PIXELS;
}
