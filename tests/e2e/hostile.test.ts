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

interface Faults {
  /** Scripts that ran. */
  readonly ran: unknown;
  readonly violations: readonly string[];
}

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

  async function expectPeace(where: string): Promise<void> {
    const { ran, violations } = await page.evaluate<Faults>(
      "({ ran: globalThis.ran, violations: globalThis.violations })",
    );
    expect([where, ran, violations, screen.faults]).toEqual([where, undefined, [], []]);
    expect([where, await tooWide(page)]).toEqual([where, []]);
  }

  test("as chats in the list", async () => {
    await page.goto("/");
    const list = page.getByRole("navigation", { name: "Chats" });
    await list.getByRole("link").nth(TITLES).waitFor();
    for (let i = 0; i < TITLES; i += 20) {
      await list.getByRole("link").nth(i).scrollIntoViewIfNeeded();
      await expectPeace(`chat ${i}`);
    }
    const heights = await list.getByRole("link").evaluateAll((links) => links.map((link) => link.clientHeight));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2);
  });

  test.each([
    ["on a phone", 390],
    ["on a desk", 1200],
  ])("as messages, from the newest to the oldest, %s", { timeout: 240_000 }, async (_where, width) => {
    await page.setViewportSize({ width, height: 780 });
    await t.as("alice", "readMessages", { chat_id: t.id("Arena"), message_id: 100_000 });
    await page.goto(`/chat/${t.id("Arena")}`);
    const messages = page.getByRole("article");
    await messages.first().waitFor();
    await page.waitForTimeout(500);
    let still = 0;
    let before = "";
    const seen = new Set<string>();
    while (still < 8) {
      const shown = await messages.evaluateAll((articles) => articles.map((article) => article.textContent ?? ""));
      for (const text of shown) seen.add(text);
      await expectPeace(shown.at(0) ?? "");
      await messages.last().hover();
      await page.mouse.wheel(0, -2500);
      await page.waitForTimeout(60);
      const first = (await messages.first().getAttribute("aria-posinset")) ?? shown.join();
      still = first === before ? still + 1 : 0;
      before = first;
    }
    // Texts that look alike are counted once.
    expect(seen.size).toBeGreaterThan(1200);
  });
});

/** What is wider than its place: the page itself, and everything that sticks out of the window. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? ["the page"] : [];
    for (const element of document.querySelectorAll("nav, main, main *")) {
      const { overflowX } = getComputedStyle(element);
      if (overflowX === "auto" || overflowX === "scroll") {
        if (element.scrollWidth > element.clientWidth + 1 && element.tagName !== "PRE") found.push(element.tagName + "." + element.className);
      }
      if (element.getAttribute("role") === "article") {
        const box = element.getBoundingClientRect();
        if (box.left < -1 || box.right > root.clientWidth + 1) found.push("a message from " + box.left + " to " + box.right);
      }
    }
    return found;
  })()`);
}
