/** Long lists are one tab stop: keys move between their rows. A link skips what is on every page, and pages have titles. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WORLD, type TestService } from "../support/service.ts";
import { findChromium, focused, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const CHATS = 60;
const PEOPLE = 30;

const extras = Array.from({ length: PEOPLE }, (_, i) => ({ name: `Person ${i}`, username: `person_${i}` }));
const groups = Array.from({ length: CHATS }, (_, i) => ({ title: `Group ${i}`, creator: "alice", members: ["bob"] }));

describe.skipIf(executable === undefined)("the keyboard in long lists", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient({ ...WORLD, people: [...WORLD.people, ...extras], chats: [...WORLD.chats, ...groups] });
    const team = t.id("Team");
    for (const { username } of extras) await t.as("alice", "addMember", { chat_id: team, user_id: t.id(username) });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", { viewport: { width: 1400, height: 800 } });
    page = alice.page;
  });
  beforeEach(() => page.goto("/"));
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const chats = () => page.getByRole("navigation", { name: "Chats" });
  const position = (row: Locator) => row.locator("xpath=ancestor::li").getAttribute("aria-posinset");
  const focusedPosition = async () => position(page.locator(":focus"));
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test("Tab enters the list of chats once and goes on behind it", async () => {
    await alice.openPath(`/chat/${t.id("Team")}`);
    await alice.field.waitFor();
    await page.getByRole("button", { name: "Search" }).first().focus();
    await press("Tab");
    await focused(chats().locator(`a[data-chat="${t.id("Team")}"]`));
    await press("Tab");
    await focused(page.getByTitle("About this chat"));
    await press("Shift+Tab");
    await focused(chats().locator(`a[data-chat="${t.id("Team")}"]`));
  });

  test("Home, End, Page Up and Page Down move far in the list of chats", async () => {
    await chats().getByRole("link").first().focus();
    await press("PageDown");
    expect(await focusedPosition()).toBe("9");
    await press("PageDown", "ArrowUp", "PageUp");
    expect(await focusedPosition()).toBe("8");
    await press("End");
    const size = await page.locator(":focus").locator("xpath=ancestor::li").getAttribute("aria-setsize");
    await expect.poll(focusedPosition).toBe(size);
    await press("Home");
    await expect.poll(focusedPosition).toBe("1");
  });

  test("the first stop of a page skips the list of chats", async () => {
    await alice.openPath("/settings");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await press("Tab");
    const skip = page.getByRole("link", { name: "Skip the list of chats" });
    await focused(skip);
    await expect.poll(async () => (await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await press("Enter", "Tab");
    expect(await page.evaluate(() => document.activeElement!.closest("#open-page") !== null)).toBe(true);
    expect(page.url()).toBe(`${t.url}/settings`);
  });

  test("the members are one stop, with a column for each control", async () => {
    await alice.openPath(`/chat/${t.id("Team")}/info`);
    const list = page.getByRole("list", { name: "Members" });
    const rows = list.getByRole("listitem");
    // Alice, Bob, Carla, two bots, and the others; administrators are loaded apart.
    await expect.poll(() => rows.count()).toBe(PEOPLE + 5);
    await rows.nth(1).getByRole("link").focus();
    await press("Tab");
    await focused(rows.nth(1).getByRole("button"));
    await press("ArrowDown");
    await focused(rows.nth(2).getByRole("button"));
    expect(await page.getByRole("menu").count()).toBe(0);
    await press("Shift+Tab", "End");
    await focused(rows.last().getByRole("link"));
    // The owner's own row has no menu: the focus goes to what the row has.
    await press("Tab", "Home");
    await focused(rows.first().getByRole("link"));
    await press("ArrowDown", "Tab", "Enter");
    await page.getByRole("menu").waitFor();
    await press("ArrowDown", "Escape");
    await focused(rows.nth(1).getByRole("button"));
    expect(await stopsIn(list)).toBe(2);
    expect(await alice.violations()).toEqual([]);
  });

  test("another row takes the place of one that is removed", async () => {
    await alice.openPath("/owner");
    const list = page.getByRole("list", { name: "People" });
    await list.getByRole("button").first().waitFor();
    expect(await stopsIn(list)).toBe(1);
    await page.getByRole("searchbox").fill("Person 7");
    await expect.poll(() => list.getByText("Person 8", { exact: true }).count()).toBe(0);
    await expect.poll(() => stopsIn(list)).toBe(1);
    await page.getByRole("searchbox").fill("");
    await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThan(PEOPLE);
    await expect.poll(() => stopsIn(list)).toBe(1);
  });

  test("each page has its own title", async () => {
    const titles = async (path: string, title: string) => {
      await alice.openPath(path);
      await expect.poll(() => page.title()).toBe(title);
    };
    await titles("/settings", "Settings · Heliogram");
    await titles("/owner", "People · This service · Heliogram");
    await titles("/owner/audit", "Audit log · This service · Heliogram");
    await titles(`/chat/${t.id("Team")}`, "Team · Heliogram");
    await titles(`/chat/${t.id("Team")}/info`, "About this group · Team · Heliogram");
    await titles(`/chat/${t.id("Team")}/info/member/${t.id("bob")}`, "Member, Bob · Team · Heliogram");
    await titles("/nonsense", "There is nothing here · Heliogram");
    await titles("/", "Heliogram");
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "Hello" });
    await expect.poll(() => page.title()).toBe("(1) Heliogram");
    await titles(`/chat/${t.id("Team")}`, "Team · Heliogram");
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });

  const stopsIn = (list: Locator) =>
    list.evaluate((each) => [...each.querySelectorAll<HTMLElement>("a, button")].filter((e) => e.tabIndex >= 0).length);
});
