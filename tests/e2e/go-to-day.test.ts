/** The date that floats above the messages while they scroll, and the calendar that goes to the messages of a day. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "heliogram/ports/clock.ts";
import { WORLD, type TestService } from "../support/service.ts";
import { findChromium, focused, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { waitUntilInView, wheel } from "./message-list.ts";

const executable = findChromium();
const DAY_MS = 86_400_000;
const DAYS = 20;
const EACH_DAY = 8;

describe.skipIf(executable === undefined)("the day of a message", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  /** Noon of the first day. */
  const first_ms = new Date().setHours(12, 0, 0, 0) - DAYS * DAY_MS;
  beforeAll(async () => {
    const clock = manualClock(first_ms);
    t = await startWithClient(WORLD, clock);
    for (let day = 0; day < DAYS; day++) {
      for (let i = 0; i < EACH_DAY; i++) {
        // Nothing was said on the fifth day.
        if (day !== 4) await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: `Day ${day}, ${i}` });
      }
      clock.advance(DAY_MS);
    }
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", { locale: "en-GB" });
    page = alice.page;
    await alice.openPath(`/chat/${t.id("Team")}`);
    await alice
      .message(/^Bob, Day \d+, /)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "To the newest message" }).click();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const floating = () => page.getByTitle("Go to a day").filter({ visible: true });
  const dialog = () => page.getByRole("dialog", { name: "Go to a day" });
  const dayButton = (day: number) => {
    const name = new Intl.DateTimeFormat("en-GB", { dateStyle: "full" }).format(first_ms + day * DAY_MS);
    return dialog().getByRole("button", { name });
  };
  /** Shows the month of a day in the calendar, which begins at another. */
  const showMonth = async (day: number) => {
    const previous = dialog().getByRole("button", { name: "The month before" });
    // It is this month or the last one.
    if ((await dayButton(day).count()) === 0) await previous.click();
    await dayButton(day).waitFor();
  };

  test("floats above the messages while they scroll, and opens the calendar", async () => {
    await waitUntilInView(alice.message(/^Bob, Day 19, 7/));
    await waitUntilGone(floating());
    await wheel(page, -900);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -30);
        return floating().count();
      })
      .toBe(1);
    // It is gone a moment after the list has stopped, which may be before a click arrives.
    await page.getByTitle("Go to a day").dispatchEvent("click");
    await dialog().waitFor();
    expect(await alice.violations()).toEqual([]);
    await showMonth(7);
    await dayButton(7).click();
    await waitUntilGone(dialog());
    await waitUntilInView(alice.message(/^Bob, Day 7, 0/));
  });

  test("is chosen with the keyboard, also far from what is loaded, and a day without messages leads to the next", async () => {
    await page.getByRole("button", { name: "What to do with this chat" }).click();
    await page.getByRole("menuitem", { name: "Go to a day" }).press("Enter");
    await dialog().waitFor();
    const at = dialog().locator("td > [tabindex='0']");
    await at.focus();
    // From today, which is the last day.
    for (let day = DAYS; day > 4; day--) {
      await page.keyboard.press("ArrowLeft");
      await focused(dayButton(day - 1));
    }
    await page.keyboard.press("Enter");
    await waitUntilGone(dialog());
    await waitUntilInView(alice.message(/^Bob, Day 5, 0/));
  });

  test("later days cannot be chosen", async () => {
    await page.getByRole("button", { name: "What to do with this chat" }).click();
    await page.getByRole("menuitem", { name: "Go to a day" }).click();
    await dialog().locator("td[aria-selected=true]").waitFor();
    await dialog().locator("td > [tabindex='0']").focus();
    const before = await dialog().locator("td > [tabindex='0']").getAttribute("aria-label");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("PageDown");
    expect(await dialog().locator("td > [tabindex='0']").getAttribute("aria-label")).toBe(before);
    await page.keyboard.press("PageUp");
    await expect.poll(() => dialog().locator("td > [tabindex='0']").getAttribute("aria-label")).not.toBe(before);
    expect(alice.errors).toEqual([]);
  });
});
