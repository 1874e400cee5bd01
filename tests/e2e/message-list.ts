/** The list of messages in a browser: what scrolls, and what of it is in sight. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** What scrolls. */
export function scroller(page: Page): Locator {
  return page.getByRole("group", { name: "Messages" }).locator("../..");
}

/** Frames without a move after which nothing moves any more. */
const STEADY = 8;

/** Waits until every message stays where it is. */
export async function steady(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const places = () => {
      const articles = [...document.querySelectorAll("article")];
      return articles.map((each) => each.ariaLabel + each.getBoundingClientRect().top).join();
    };
    let before = "";
    for (let same = 0; same < ${STEADY}; ) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const now = places();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  })()`);
}

/** Turns the wheel, and waits until the list has followed it. */
export async function wheel(page: Page, by: number): Promise<void> {
  const top = () => scroller(page).evaluate((box) => box.scrollTop);
  const box = (await scroller(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const before = await top();
  await page.mouse.wheel(0, by);
  if (before > 0) await expect.poll(top).not.toBe(before);
  await steady(page);
}

/** Waits until a message is wholly in sight. */
export async function inSight(message: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const list = (await scroller(message.page()).boundingBox())!;
      const place = (await message.count()) > 0 ? await message.boundingBox() : null;
      return place !== null && place.y >= list.y && place.y + place.height <= list.y + list.height;
    })
    .toBe(true);
}
