/** Helpers for the message list: its scroll container, and which messages are in view. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The scroll container. */
export function scroller(page: Page): Locator {
  // Found by what it contains: its name is in the language of the page.
  return page
    .getByRole("group")
    .filter({ has: page.getByRole("article") })
    .locator("../..");
}

/** The number of unchanged frames after which the list counts as stable. */
const STEADY_FRAMES = 8;

/** Waits until no message moves. */
export async function waitUntilSteady(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    const places = () => {
      const articles = [...document.querySelectorAll("article")];
      return articles.map((each) => `${each.ariaLabel}${each.getBoundingClientRect().top}`).join();
    };
    let before = "";
    for (let same = 0; same < frames;) {
      await new Promise(requestAnimationFrame);
      const now = places();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }, STEADY_FRAMES);
}

/** Scrolls with the wheel, and waits until the list has followed. */
export async function wheel(page: Page, by: number): Promise<void> {
  const top = () => scroller(page).evaluate((box) => box.scrollTop);
  const box = (await scroller(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const before = await top();
  await page.mouse.wheel(0, by);
  if (before > 0) await expect.poll(top).not.toBe(before);
  await waitUntilSteady(page);
}

/** Waits until a message is completely in view. */
export async function waitUntilInView(message: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const list = (await scroller(message.page()).boundingBox())!;
      const place = (await message.count()) > 0 ? await message.boundingBox() : null;
      return place !== null && place.y >= list.y && place.y + place.height <= list.y + list.height;
    })
    .toBe(true);
}
