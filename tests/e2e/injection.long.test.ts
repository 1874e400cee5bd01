/**
 * Injection in names, texts, captions and file names: no script runs, and neither the content security policy nor the layout
 * is violated.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";
import { collectFaults, type CollectedFaults } from "./injection-checks.ts";
import { cut, injectionTexts } from "./injection-texts.ts";

const executable = findChromium();

const TITLES = 100;
const NAMES = 60;
const FILES = 200;
const TEXTS = 1640;

/** The state of the page at one moment. */
interface PageState {
  /** Scripts that ran. */
  readonly ran: unknown;
  readonly violations: readonly string[];
  /** Overflowing elements: the page itself, and everything that extends beyond the window. */
  readonly too_wide: readonly string[];
  /** The rendered messages. */
  readonly messages: readonly string[];
}

/** The oldest message. Once it is in view, all messages have been. */
const FIRST = "The very first";

describe.skipIf(executable === undefined)("two thousand injected texts", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  const texts = injectionTexts(TITLES + NAMES + FILES + TEXTS);
  const titles = texts.slice(0, TITLES).map((text) => cut(text, 128));
  const names = texts.slice(TITLES, TITLES + NAMES).map((text) => cut(text, 64));
  const files = texts.slice(TITLES + NAMES, TITLES + NAMES + FILES);
  const message_texts = texts.slice(TITLES + NAMES + FILES);

  beforeAll(async () => {
    const people = names.map((name, i) => ({ name, last_name: cut(texts[i]!, 64), username: `attacker_${i}` }));
    const members = people.map((person) => person.username);
    t = await startWithClient({
      people: [{ name: "Alice", username: "alice", owner: true }, ...people],
      chats: [
        ...titles.map((title) => ({ title, creator: "attacker_0", members: ["alice"] })),
        { title: "Arena", creator: "alice", members },
      ],
    });
    await fill();
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", {
      viewport: { width: 390, height: 780 },
      reducedMotion: "reduce",
    });
    ({ page } = screen);
    await page.addInitScript(collectFaults);
    page.on("dialog", (dialog) => {
      screen.errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }, 240_000);
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  async function fill(): Promise<void> {
    const arena = t.id("Arena");
    await t.as("alice", "sendMessage", { chat_id: arena, text: FIRST });
    for (const [i, title] of titles.entries()) {
      await t.as("attacker_0", "sendMessage", { chat_id: t.id(title), text: cut(message_texts[i]!, 4096) });
    }
    for (const [i, text] of message_texts.entries()) {
      await t.as(`attacker_${i % NAMES}`, "sendMessage", { chat_id: arena, text: cut(text, 4096) });
    }
    for (const [i, name] of files.entries()) {
      const form = new FormData();
      form.set("chat_id", String(arena));
      form.set("caption", cut(texts[i]!, 1024));
      form.set("document", new Blob(["x"]), cut(name, 200));
      const authorization = `Bearer ${t.accessToken(`attacker_${i % NAMES}`)}`;
      const { status, body } = await t.post("/api/sendDocument", form, { authorization });
      if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    }
  }

  /** @returns the rendered messages */
  async function expectNoViolations(where?: string): Promise<readonly string[]> {
    const { ran, violations, too_wide, messages } = await page.evaluate(readState);
    const seen = where ?? messages[0];
    expect([seen, ran, violations, screen.errors, too_wide]).toEqual([seen, undefined, [], [], []]);
    return messages;
  }

  test("as chats in the list", async () => {
    await page.goto("/");
    const links = page.getByRole("navigation", { name: "Chats" }).getByRole("link");
    await links.first().waitFor();
    const seen = new Set<string>();
    const heights = new Set<number>();
    // Only chats near the viewport are rendered.
    for (let isEnd = false; !isEnd;) {
      isEnd = await page.evaluate(scrollDown);
      const rows = await links.evaluateAll((all) => all.map((link) => [link.getAttribute("href")!, link.clientHeight]));
      for (const [href, height] of rows as [string, number][]) {
        seen.add(href);
        heights.add(height);
      }
      await expectNoViolations(`${seen.size} chats`);
    }
    expect(seen.size).toBeGreaterThan(TITLES);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2);
  });

  test.each([
    ["on a phone", 390],
    ["on a desktop", 1200],
  ])("as messages, from the newest to the oldest, %s", { timeout: 240_000 }, async (_where, width) => {
    await page.setViewportSize({ width, height: 780 });
    await t.as("alice", "readMessages", { chat_id: t.id("Arena"), message_id: 100_000 });
    await page.goto(`/chat/${t.id("Arena")}`);
    await page.getByRole("article").first().waitFor();
    const seen = new Set<string>();
    for (let messages: readonly string[] = []; !messages.some((text) => text.includes(FIRST));) {
      messages = await expectNoViolations();
      for (const text of messages) seen.add(text);
      await page.evaluate(scrollUp);
    }
    // Texts that look alike are counted once.
    expect(seen.size).toBeGreaterThan(1700);
  });
});

/** In the page: scrolls up by about two windows, because rows beyond the window are rendered, and waits two frames for the list. */
async function scrollUp(): Promise<void> {
  const list = document.querySelector("[aria-label=Messages]")!.parentElement!.parentElement!;
  list.scrollBy({ top: -1400, behavior: "instant" });
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
}

/**
 * In the page: scrolls down the list of chats by one window.
 * @returns whether the end was reached
 */
async function scrollDown(): Promise<boolean> {
  const list = document.querySelector("nav[aria-label=Chats]")!;
  const before = list.scrollTop;
  list.scrollBy({ top: list.clientHeight, behavior: "instant" });
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  return list.scrollTop === before;
}

/** In the page. */
function readState(): PageState {
  const { ran, violations } = globalThis as unknown as CollectedFaults;
  const root = document.documentElement;
  const too_wide = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const element of document.querySelectorAll<HTMLElement>("nav, main, main *")) {
    const { overflowX } = getComputedStyle(element);
    if (overflowX === "auto" || overflowX === "scroll") {
      if (element.scrollWidth > element.clientWidth + 1 && element.tagName !== "PRE")
        too_wide.push(element.tagName + "." + element.className);
    }
    if (element.tagName === "ARTICLE") {
      const box = element.getBoundingClientRect();
      if (box.left < -1 || box.right > root.clientWidth + 1)
        too_wide.push("a message from " + box.left + " to " + box.right);
    }
  }
  const messages = [...document.querySelectorAll("article")].map((each) => each.textContent);
  return { ran, violations, too_wide, messages };
}
