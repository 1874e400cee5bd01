/** Takes the focus from the window of a page and gives it back, as the system does when another window is chosen. */
import type { Page } from "playwright-core";

export async function blurWindow(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event("blur"));
  });
}

export async function focusWindow(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "hasFocus");
    window.dispatchEvent(new Event("focus"));
  });
}
