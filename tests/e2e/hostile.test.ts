/** Hostile names, texts, captions and file names: nothing runs, nothing breaks the policy, nothing breaks the layout. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, launch, Screen, startWithClient } from "./browser.ts";
import { cut, hostileTexts } from "./hostile-texts.ts";

const executable = findChromium();

const TITLES = 100;
const NAMES = 60;
const FILES = 200;
const TEXTS = 1640;

/** The page at one moment. */
interface Sight {
  /** Scripts that ran. */
  readonly ran: unknown;
  readonly violations: readonly string[];
  /** What is wider than its place: the page itself, and everything that sticks out of the window. */
  readonly too_wide: readonly string[];
  /** The messages in it. */
  readonly messages: readonly string[];
}

/** The oldest message: with it in sight, all have been. */
const FIRST = "The very first";

describe.skipIf(executable === undefined)("two thousand hostile texts", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  const texts = hostileTexts(TITLES + NAMES + FILES + TEXTS);
  const titles = texts.slice(0, TITLES).map((text) => cut(text, 128));
  const names = texts.slice(TITLES, TITLES + NAMES).map((text) => cut(text, 64));
  const files = texts.slice(TITLES + NAMES, TITLES + NAMES + FILES);
  const said = texts.slice(TITLES + NAMES + FILES);

  beforeAll(async () => {
    const people = names.map((name, i) => ({ name, last_name: cut(texts[i]!, 64), username: `hostile_${i}` }));
    const members = people.map((person) => person.username);
    t = await startWithClient({
      people: [{ name: "Alice", username: "alice", owner: true }, ...people],
      chats: [
        ...titles.map((title) => ({ title, creator: "hostile_0", members: ["alice"] })),
        { title: "Arena", creator: "alice", members },
      ],
    });
    await fill();
    browser = await launch(executable!);
    screen = await Screen.signIn(browser, t, "alice", {
      viewport: { width: 390, height: 780 },
      reducedMotion: "reduce",
    });
    ({ page } = screen);
    await page.addInitScript(`
      globalThis.violations = [];
      document.addEventListener("securitypolicyviolation", (event) =>
        globalThis.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample));
    `);
    page.on("dialog", (dialog) => {
      screen.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  async function fill(): Promise<void> {
    const arena = t.id("Arena");
    await t.as("alice", "sendMessage", { chat_id: arena, text: FIRST });
    for (const [i, title] of titles.entries()) {
      await t.as("hostile_0", "sendMessage", { chat_id: t.id(title), text: cut(said[i]!, 4096) });
    }
    for (const [i, text] of said.entries()) {
      await t.as(`hostile_${i % NAMES}`, "sendMessage", { chat_id: arena, text: cut(text, 4096) });
    }
    for (const [i, name] of files.entries()) {
      const form = new FormData();
      form.set("chat_id", String(arena));
      form.set("caption", cut(texts[i]!, 1024));
      form.set("document", new Blob(["x"]), cut(name, 200));
      const authorization = `Bearer ${t.accessToken(`hostile_${i % NAMES}`)}`;
      const { status, body } = await t.post("/api/sendDocument", form, { authorization });
      if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    }
  }

  /** @returns the messages that are in the page */
  async function expectPeace(where?: string): Promise<readonly string[]> {
    const { ran, violations, too_wide, messages } = await page.evaluate<Sight>(LOOK);
    const seen = where ?? messages[0];
    expect([seen, ran, violations, screen.faults, too_wide]).toEqual([seen, undefined, [], [], []]);
    return messages;
  }

  test("as chats in the list", async () => {
    await page.goto("/");
    const links = page.getByRole("navigation", { name: "Chats" }).getByRole("link");
    await links.first().waitFor();
    const seen = new Set<string>();
    const heights = new Set<number>();
    // Only chats near sight are in the page.
    for (let isEnd = false; !isEnd;) {
      isEnd = await page.evaluate<boolean>(SCROLL_DOWN);
      const rows = await links.evaluateAll((all) => all.map((link) => [link.getAttribute("href")!, link.clientHeight]));
      for (const [href, height] of rows as [string, number][]) {
        seen.add(href);
        heights.add(height);
      }
      await expectPeace(`${seen.size} chats`);
    }
    expect(seen.size).toBeGreaterThan(TITLES);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2);
  });

  test.each([
    ["on a phone", 390],
    ["on a desk", 1200],
  ])("as messages, from the newest to the oldest, %s", { timeout: 240_000 }, async (_where, width) => {
    await page.setViewportSize({ width, height: 780 });
    await t.as("alice", "readMessages", { chat_id: t.id("Arena"), message_id: 100_000 });
    await page.goto(`/chat/${t.id("Arena")}`);
    await page.getByRole("article").first().waitFor();
    const seen = new Set<string>();
    for (let messages: readonly string[] = []; !messages.some((text) => text.includes(FIRST));) {
      messages = await expectPeace();
      for (const text of messages) seen.add(text);
      await page.evaluate(SCROLL_UP);
    }
    // Texts that look alike are counted once.
    expect(seen.size).toBeGreaterThan(1700);
  });
});

/** About two windows further up, as rows beyond the window are in the page, and two frames for the list to follow. */
const SCROLL_UP = `(async () => {
  document.querySelector("[aria-label=Messages]").parentElement.parentElement.scrollBy({ top: -1400, behavior: "instant" });
  for (let i = 0; i < 2; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
})()`;

/** A window further down the list of chats. @returns whether that was its end */
const SCROLL_DOWN = `(async () => {
  const list = document.querySelector("nav[aria-label=Chats]");
  const before = list.scrollTop;
  list.scrollBy({ top: list.clientHeight, behavior: "instant" });
  for (let i = 0; i < 3; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
  return list.scrollTop === before;
})()`;

const LOOK = `(() => {
  const { ran, violations } = globalThis;
  const root = document.documentElement;
  const too_wide = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const element of document.querySelectorAll("nav, main, main *")) {
    const { overflowX } = getComputedStyle(element);
    if (overflowX === "auto" || overflowX === "scroll") {
      if (element.scrollWidth > element.clientWidth + 1 && element.tagName !== "PRE") too_wide.push(element.tagName + "." + element.className);
    }
    if (element.tagName === "ARTICLE") {
      const box = element.getBoundingClientRect();
      if (box.left < -1 || box.right > root.clientWidth + 1) too_wide.push("a message from " + box.left + " to " + box.right);
    }
  }
  const messages = [...document.querySelectorAll("article")].map((each) => each.textContent);
  return { ran, violations, too_wide, messages };
})()`;
