/** The screens that have an address, and a suite that checks their tab order. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WORLD, type TestService } from "../../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "../browser.ts";
import { fillMailPages, WITH_MAIL } from "../appearance-mail.ts";
import { installInPage } from "./page.ts";
import { walk } from "./walk.ts";
import { administer, fillService } from "./fixtures.ts";

const executable = findChromium();

/** The path of a screen, and a selector that matches once it has loaded. */
type Address = (t: TestService) => readonly [path: string, selector: string];

/** A group like Team, but without messages: beside most pages of a panel, those of Team would be walked once more. */
const CLUB = { ...WORLD.chats[0]!, title: "Club", username: "club" };

const info =
  (page: string, selector: string): Address =>
  (t) => [`/chat/${t.id("Club")}/info${page}`, selector];

export const SCREENS = {
  "the list of chats": () => ["/", "nav a"],
  "a group with messages of all kinds": (t) => [`/chat/${t.id("Team")}`, "article"],
  "a channel": (t) => [`/chat/${t.id("News")}`, "textarea"],
  "a bot with a keyboard": (t) => [`/chat/${t.id("echo_bot")}`, "textarea ~ *"],
  "a bot that is not started": (t) => [`/chat/${t.id("stranger_bot")}`, "section button"],
  "the panel about a group": (t) => [`/chat/${t.id("Team")}/info`, "section h2:visible"],
  "the panel about a group, its form": info("/edit", "section input:visible"),
  "the panel about a group, permissions": info("/permissions", "section input[role=switch]"),
  "the panel about a group, administrators": info("/administrators", "section li"),
  "the panel about a group, a new administrator": info("/administrators/add", "section li"),
  "the panel about a group, restricted members": info("/restricted", "section li"),
  "the panel about a group, banned users": info("/banned", "section li"),
  "the panel about a group, links": info("/links", "section li"),
  "the panel about a group, join requests": (t) => [`/chat/${t.id("Private")}/info/requests`, "section li button"],
  "the panel about a group, new members": info("/add", "section li"),
  "the panel about a bot": (t) => [`/chat/${t.id("echo_bot")}/info`, "section section, section h2"],
  "a member": (t) => [`/chat/${t.id("Club")}/info/member/${t.id("bob")}`, "section button"],
  "a member's rights": (t) => [`/chat/${t.id("Club")}/info/member/${t.id("bob")}/rights`, "section input[role=switch]"],
  "a member's restriction": (t) => [`/chat/${t.id("Club")}/info/member/${t.id("carla")}/restrict`, "section select"],
  settings: () => ["/settings", "section li"],
  "the user's own bots": () => ["/settings/bots", "main a[href^='/settings/bots/']"],
  "one of the user's own bots": (t) => [`/settings/bots/${t.id("echo_bot")}`, "section input:visible"],
  "the service's people": () => ["/owner", "li button"],
  "the service's chats": () => ["/owner/chats", "main li"],
  "the service's bots": () => ["/owner/bots", "li button"],
  "the service's invitations": () => ["/owner/invitations", "li button"],
  "the service's storage": () => ["/owner/storage", "section, table"],
  "the service's retention": () => ["/owner/retention", "section"],
  "the service's audit log": () => ["/owner/audit", "li"],
  "mistakes of bots": () => ["/developer/findings", "main li h3, main li code"],
  "fault rules": () => ["/developer/faults", "form"],
  "people to be": () => ["/developer/people", "main li a"],
  "the clock": () => ["/developer/clock", "form"],
  "worlds and snapshots": () => ["/developer/worlds", "form"],
  "a public group": () => ["/@lounge", "h1 ~ *"],
  "an unknown invite link": () => ["/join/abc", "h1"],
  "an unknown address": () => ["/nonsense", "h1"],
} satisfies Readonly<Record<string, Address>>;

export type ScreenName = keyof typeof SCREENS;

/** Checks the tab order of the screens in a browser context with these options. */
export function describeTabOrder(how: string, options: BrowserContextOptions, names: readonly ScreenName[]): void {
  describe.skipIf(executable === undefined)(`every control can be reached with the keyboard, ${how},`, () => {
    let browser: Browser;
    let t: TestService;
    let screen: Screen;
    let page: Page;
    beforeAll(async () => {
      const world = { ...WORLD, chats: [...WORLD.chats, CLUB] };
      t = await startWithClient(world, undefined, { developer: true, ...WITH_MAIL });
      await fillMailPages(t);
      await fillService(t);
      await administer(t, t.id("Club"));
      browser = await openBrowser(executable!);
      const english = await Screen.signIn(browser, t, "alice");
      const { cookies } = await english.page.context().storageState();
      const storageState = { cookies, origins: [] };
      screen = await Screen.open(browser, t.url, { reducedMotion: "reduce", storageState, ...options });
      await english.close();
      ({ page } = screen);
      await installInPage(page);
    });
    afterAll(async () => {
      await leaveBrowser(browser);
      await t.stop();
    });

    /** The screen of each title that was seen. */
    const titles = new Map<string, ScreenName>();

    test.each(names)("on %s", async (name) => {
      const [path, selector] = SCREENS[name](t);
      await page.goto(path);
      await page.locator(selector).first().waitFor();
      await screen.settle();
      const title = await page.title();
      expect([title, titles.get(title)]).toEqual([expect.stringContaining("Heliogram"), undefined]);
      titles.set(title, name);
      expect(await walk(page)).toEqual([]);
    });
  });
}
