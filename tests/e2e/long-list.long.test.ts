/** A very long list of chats: few of its rows are rendered, and every one can be reached. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const COUNT = 300;

const WORLD = {
  people: [
    { name: "Alice", username: "alice" },
    { name: "Bob", username: "bob" },
  ],
  chats: Array.from({ length: COUNT }, (_, i) => ({ title: `Chat ${i}.`, creator: "bob", members: ["alice"] })),
};

describe.skipIf(executable === undefined)("a long list of chats", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWithClient(WORLD);
    // Within one second or several: the list is ordered by time, then by the ids of the chats.
    for (let i = 0; i < COUNT; i++) {
      await t.as("bob", "sendMessage", { chat_id: t.id(`Chat ${i}.`), text: `Said in ${i}` });
    }
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const links = () => alice.page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  const list = () => alice.page.getByRole("navigation", { name: "Chats" });
  const focused = () => alice.page.evaluate(() => document.activeElement!.textContent);
  const placeOfFocused = () =>
    alice.page.evaluate(() => document.activeElement!.closest("li")?.getAttribute("aria-posinset"));

  /** Scrolls to the start (0) or end (1) of the list, and waits until it has rendered. */
  const scrollTo = async (end: 0 | 1) => {
    await list().evaluate((nav, share) => nav.scrollTo(0, share * nav.scrollHeight), end);
    await list()
      .locator(`li[aria-posinset="${end === 0 ? 1 : COUNT}"]`)
      .waitFor();
  };

  test("renders few of its rows, and each has its position in the set", async () => {
    expect(await links().count()).toBeLessThan(60);
    const first = list().getByRole("listitem").first();
    // The client reads the list in pages: the set is complete once the last page has come.
    await expect.poll(() => first.getAttribute("aria-setsize")).toBe(String(COUNT));
    expect(await first.getAttribute("aria-posinset")).toBe("1");
    expect(await alice.violations()).toEqual([]);
  });

  test("scrolls from the first chat to the last without gaps", async () => {
    const box = (await list().boundingBox())!;
    await alice.page.mouse.move(box.x + 50, box.y + 100);
    const seen = new Set<string>();
    for (let i = 0; i < COUNT && seen.size < COUNT; i++) {
      const places = await list().evaluate(async (nav) => {
        await new Promise(requestAnimationFrame);
        const view = nav.getBoundingClientRect();
        const rows = [...nav.querySelectorAll("li")].filter((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return bottom > view.top && top < view.bottom;
        });
        return rows.map((each) => each.getAttribute("aria-posinset")!);
      });
      expect(places.length).toBeGreaterThan(8);
      for (const place of places) seen.add(place);
      await alice.page.mouse.wheel(0, 400);
    }
    expect(seen.size).toBe(COUNT);
    expect(await links().count()).toBeLessThan(60);
  });

  test("arrow keys move between chats, beyond the rendered rows and from where the focus was", async () => {
    await scrollTo(0);
    await list().locator(`li[aria-posinset="1"]`).getByRole("link").focus();
    for (let i = 0; i < 80; i++) await alice.page.keyboard.press("ArrowDown");
    expect(await placeOfFocused()).toBe("81");
    const there = await focused();
    await scrollTo(1);
    expect(await focused()).toBe(there);
    await alice.page.keyboard.press("ArrowUp");
    expect(await placeOfFocused()).toBe("80");
  });

  test("a chat far down moves to the top on a new message, and its row keeps the focus", async () => {
    await scrollTo(1);
    const last = list().locator(`li[aria-posinset="${COUNT}"]`).getByRole("link");
    const chat_id = Number(await last.getAttribute("data-chat"));
    await last.focus();
    await t.as("bob", "sendMessage", { chat_id, text: "@alice news from far down" });
    await expect.poll(placeOfFocused).toBe("1");
    await scrollTo(0);
    await links().first().getByText("news from far down").waitFor();
  });

  test("fits more rows with small text, and has no overlapping rows with large text", async () => {
    for (const size of ["small", "huge"]) {
      await alice.page.evaluate((chosen) => void (document.documentElement.dataset.textSize = chosen), size);
      const heights = await list().evaluate((nav) => {
        const rows = [...nav.querySelectorAll("li")];
        const tops = rows.map((each) => each.getBoundingClientRect().top);
        return rows
          .slice(0, -1)
          .map((each, i) => tops[i + 1]! - each.firstElementChild!.getBoundingClientRect().bottom);
      });
      for (const gap of heights) expect(gap).toBeGreaterThan(0);
    }
    await alice.page.evaluate(() => {
      delete document.documentElement.dataset.textSize;
    });
    expect(alice.errors).toEqual([]);
  });
});
