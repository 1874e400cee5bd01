/** Words are searched for in a chat and in all of them: what was found is marked, narrowed, and read on page by page. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestService, WORLD } from "../kit/service.ts";
import { findChromium, gone, launch, Screen, startWithClient } from "./browser.ts";
import { inSight } from "./message-list.ts";

const executable = findChromium();

/** More than a page of what is found. */
const LUNCHES = 90;

describe.skipIf(executable === undefined)("searching", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWithClient(WORLD);
    const chat_id = t.id("Team");
    await t.as("alice", "sendMessage", { chat_id, text: "My own lunch, see https://example.org/menu" });
    for (let i = 1; i <= LUNCHES; i++) await t.as("bob", "sendMessage", { chat_id, text: `Lunch number ${i}` });
    const before = "Much is said before the words that matter come at last. ".repeat(4);
    await t.as("bob", "sendMessage", { chat_id, text: `${before}Here Müller meets the release` });
    const last = await t.as("bob", "sendMessage", { chat_id, text: "كلمات تُكتب من اليمين إلى اليسار" });
    await t.as("alice", "readMessages", { chat_id, message_id: last.message_id });
    browser = await launch(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    await alice.openChat("Team");
    await alice.message("كلمات").waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  const list = () => alice.page.getByRole("listbox", { name: "Found messages" });
  const marked = (option: Locator) => option.locator("mark").allTextContents();
  const field = () => alice.page.getByRole("searchbox", { name: "Search in this chat" });
  async function searchHere(words: string): Promise<void> {
    if (!(await field().isVisible())) await alice.page.keyboard.press("Control+f");
    await field().fill(words);
  }

  test("the words are marked where they stand, in any order and without their accents", async () => {
    await searchHere("release muller");
    const option = list().getByRole("option");
    await option.filter({ hasText: "Müller" }).waitFor();
    expect(await option.count()).toBe(1);
    expect(await marked(option)).toEqual(["Müller", "release"]);
    // What stands far before them is left out, so that they are in sight.
    expect(await option.textContent()).toContain("…");
    expect(await alice.violations()).toEqual([]);
    await searchHere("اليسار");
    await option.filter({ hasText: "اليسار" }).waitFor();
    expect(await marked(option)).toEqual(["اليسار"]);
  });

  test("what is chosen is gone to, by a press and by keys", async () => {
    await searchHere("lunch");
    await alice.page.getByText(/^1 of 40\+$/).waitFor();
    await inSight(alice.message(`Lunch number ${LUNCHES}`));
    await list()
      .getByRole("option", { name: `Lunch number ${LUNCHES - 20}` })
      .click();
    await alice.page.getByText(/^21 of 40\+$/).waitFor();
    await inSight(alice.message(`Lunch number ${LUNCHES - 20},`));
    await field().press("ArrowUp");
    await inSight(alice.message(`Lunch number ${LUNCHES - 21},`));
    const active = await field().getAttribute("aria-activedescendant");
    expect(await alice.page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true");
  });

  test("further pages come as one scrolls, to the oldest", async () => {
    await searchHere("lunch");
    const last = list().getByRole("option").last();
    while (!(await alice.page.getByText(`of ${LUNCHES + 1}`, { exact: false }).isVisible())) {
      await last.scrollIntoViewIfNeeded();
    }
    await expect.poll(() => list().getByRole("option").count()).toBe(LUNCHES + 1);
    expect(await last.textContent()).toContain("My own lunch");
  });

  test("a search is narrowed by who, what and when, with words and without", async () => {
    const { page } = alice;
    await searchHere("lunch");
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await page.getByLabel("From", { exact: true }).selectOption({ label: "You" });
    await page.getByText(/^1 of 1$/).waitFor();
    await page.getByRole("button", { name: "Filters, in use" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await page.getByLabel("From", { exact: true }).selectOption({ label: "Anyone" });
    await page.getByText(`1 of ${LUNCHES + 1}`, { exact: true }).waitFor();
    await page.getByLabel("First day").fill("2999-01-01");
    await page.getByText("Nothing found").waitFor();
    await page.getByLabel("First day").fill("");
    await field().fill("");
    await page.getByLabel("Kind").selectOption({ label: "Links" });
    await page.getByText(/^1 of 1$/).waitFor();
    await inSight(alice.message("My own lunch"));
    await page.getByLabel("Kind").selectOption({ label: "Everything" });
    await field().press("Escape");
    await gone(list());
  });

  test("in all chats, messages are marked and narrowed as well, and read on page by page", async () => {
    const { page } = alice;
    await page.keyboard.press("Control+k");
    const everywhere = page.getByRole("combobox", { name: "Name of a chat, person or bot" });
    await everywhere.fill("lunch");
    const dialog = page.getByRole("dialog", { name: "Go to a chat" });
    const found = dialog.getByRole("listbox", { name: "Found", exact: true });
    const newest = found.getByRole("option", { name: `Lunch number ${LUNCHES}`, exact: false }).first();
    await newest.waitFor();
    expect(await marked(newest)).toEqual(["Lunch"]);
    const oldest = found.getByRole("option").filter({ hasText: "My own lunch" });
    while (!(await oldest.isVisible())) await found.getByRole("option").last().scrollIntoViewIfNeeded();
    await dialog.getByRole("button", { name: "Filters", exact: true }).click();
    await dialog.getByLabel("Kind").selectOption({ label: "Links" });
    await expect.poll(() => found.getByRole("option").count()).toBe(1);
    expect(await alice.violations()).toEqual([]);
    await everywhere.focus();
    await page.keyboard.press("Enter");
    await inSight(alice.message("My own lunch"));
  });

  test("nothing of it made the console complain", () => {
    expect(alice.faults).toEqual([]);
  });
});
