/** Compares two screenshots of the same area as the eye would. */
import type { Page } from "playwright-core";
import sharp from "sharp";
import type { Box } from "./page.ts";

/** The margin around an element, for a focus ring outside of it. */
const MARGIN_PX = 6;
/** The difference in a colour channel that is visible. */
const VISIBLE_DIFFERENCE = 24;
/** Fewer changed pixels than this are a flicker, not a focus ring. */
const MIN_PIXELS = 24;

/** A screenshot of an area, as far as it is in the window. */
export async function screenshotOf(page: Page, { left, top, right, bottom }: Box): Promise<Buffer> {
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
    if (most >= VISIBLE_DIFFERENCE) seen += 1;
  }
  return seen >= MIN_PIXELS;
}
