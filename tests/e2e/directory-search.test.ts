/**
 * Public chats and people that the user has no chat with are found by Ctrl-K and by the search above the list, and
 * opened from there.
 */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { type TestService, WORLD } from "../support/service.ts";
import { findChromium, focused, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";

const executable = findChromium();

const CHANNELS = [
  { type: "channel", title: "Harbour News", username: "harbour_news", creator: "bob" },
  { type: "channel", title: "Weather Report", username: "weather_report", creator: "bob" },
];

/** Each way searches for a channel and a person of its own, by a part of the name. */
const WAYS = [
  { way: "Ctrl-K", channel: "Harbour News", letters: "harb", person: "Dave", username: "dave" },
  {
    way: "the search above the list",
    channel: "Weather Report",
    letters: "weather_re",
    person: "Carla",
    username: "carla",
  },
] as const;

describe.skipIf(executable === undefined)("finding", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWithClient({ ...WORLD, chats: [...WORLD.chats, ...CHANNELS] });
    for (const { title } of CHANNELS) {
      await t.as("bob", "sendMessage", { chat_id: t.id(title), text: `The first of ${title}` });
    }
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const list = () => alice.page.getByRole("navigation", { name: "Chats" });
  const row = (title: string) =>
    list()
      .getByRole("link")
      .filter({ has: alice.page.getByText(title, { exact: true }) });
  async function find(way: (typeof WAYS)[number]["way"], letters: string): Promise<Locator> {
    const { page } = alice;
    if (way === "Ctrl-K") await page.keyboard.press("Control+K");
    else await page.getByRole("button", { name: "Search", exact: true }).click();
    const field = page.getByRole("combobox", { name: "Name of a chat, person or bot" });
    await focused(field);
    await page.keyboard.type(letters);
    return page.getByRole("listbox", { name: "Found" });
  }

  test.each(LONG_RUN ? WAYS : WAYS.slice(0, 1))(
    "$way finds a public channel, which can be joined",
    async ({ way, channel, letters }) => {
      const { page } = alice;
      expect(await row(channel).count()).toBe(0);
      const found = await find(way, letters);
      await found.getByRole("option", { name: channel }).waitFor();
      expect(await alice.violations()).toEqual([]);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: channel }).waitFor();
      await page.getByText("1 subscriber", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Join" }).click();
      await alice.message(`The first of ${channel}`).waitFor();
      await page.getByText("2 subscribers", { exact: true }).waitFor();
      await row(channel).waitFor();
      await t.as("bob", "sendMessage", { chat_id: t.id(channel), text: `The second of ${channel}` });
      await alice.message(`The second of ${channel}`).waitFor();
    },
  );

  test.each(LONG_RUN ? WAYS : WAYS.slice(-1))(
    "$way finds a person, who can be written to",
    async ({ way, person, username }) => {
      const { page } = alice;
      expect(await row(person).count()).toBe(0);
      const found = await find(way, person.toLowerCase());
      await found.getByRole("option", { name: person }).click();
      await waitUntilGone(found);
      await page.getByRole("heading", { level: 1, name: person }).waitFor();
      await alice.write(`Hello ${person}`);
      await alice.sent(`Hello ${person}`).waitFor();
      await row(person).waitFor();
      const { messages } = await t.as(username, "getHistory", { chat_id: t.id("alice"), limit: 5 });
      expect(messages.map(({ text }: { text: string }) => text)).toEqual([`Hello ${person}`]);
    },
  );

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
