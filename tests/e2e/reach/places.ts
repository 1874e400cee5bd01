/** The screens with an address of their own, and a suite that walks them. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../kit/service.ts";
import { findChromium, launch, Screen, startWithClient } from "../browser.ts";
import { watch } from "./page.ts";
import { walk } from "./walk.ts";
import { fillWorld } from "./world.ts";

const executable = findChromium();

/** Where each screen is, and by what one sees that it has come. */
type Place = (t: TestService) => readonly [path: string, come: string];

const info =
  (page: string, come: string): Place =>
  (t) => [`/chat/${t.id("Team")}/info${page}`, come];

export const PLACES = {
  "the list of chats": () => ["/", "nav a"],
  "a group with messages of all kinds": (t) => [`/chat/${t.id("Team")}`, "article"],
  "a channel": (t) => [`/chat/${t.id("News")}`, "textarea"],
  "a bot with a keyboard": (t) => [`/chat/${t.id("echo_bot")}`, "textarea ~ *"],
  "a bot that is not started": (t) => [`/chat/${t.id("stranger_bot")}`, "section button"],
  "about the group": info("", "section h2:visible"),
  "about the group, its name": info("/edit", "section input:visible"),
  "about the group, permissions": info("/permissions", "section input[role=switch]"),
  "about the group, administrators": info("/administrators", "section li"),
  "about the group, a new administrator": info("/administrators/add", "section li"),
  "about the group, the restricted": info("/restricted", "section li"),
  "about the group, the banned": info("/banned", "section li"),
  "about the group, links": info("/links", "section li"),
  "about a group, join requests": (t) => [`/chat/${t.id("Private")}/info/requests`, "section li button"],
  "about the group, new members": info("/add", "section li"),
  "about a bot": (t) => [`/chat/${t.id("echo_bot")}/info`, "section section, section h2"],
  "a member": (t) => [`/chat/${t.id("Team")}/info/member/${t.id("bob")}`, "section button"],
  "a member's rights": (t) => [`/chat/${t.id("Team")}/info/member/${t.id("bob")}/rights`, "section input[role=switch]"],
  "a member's restriction": (t) => [`/chat/${t.id("Team")}/info/member/${t.id("carla")}/restrict`, "section select"],
  settings: () => ["/settings", "section li"],
  "one's own bots": () => ["/settings/bots", "main a[href^='/settings/bots/']"],
  "a bot of one's own": (t) => [`/settings/bots/${t.id("echo_bot")}`, "section input:visible"],
  "the service's people": () => ["/owner", "li button"],
  "the service's chats": () => ["/owner/chats", "main li"],
  "the service's bots": () => ["/owner/bots", "li button"],
  "the service's invitations": () => ["/owner/invitations", "li button"],
  "the service's storage": () => ["/owner/storage", "section, table"],
  "the service's audit log": () => ["/owner/audit", "li"],
  "a public group": () => ["/@lounge", "h1 ~ *"],
  "a link to nothing": () => ["/join/abc", "h1"],
  "no address": () => ["/nonsense", "h1"],
} satisfies Readonly<Record<string, Place>>;

export type PlaceName = keyof typeof PLACES;

/** Walks screens with the looks that the browser is given. */
export function describePlaces(how: string, options: BrowserContextOptions, names: readonly PlaceName[]): void {
  describe.skipIf(executable === undefined)(`keys come to everything, ${how},`, () => {
    let browser: Browser;
    let t: TestService;
    let screen: Screen;
    let page: Page;
    beforeAll(async () => {
      t = await startWithClient();
      await fillWorld(t);
      browser = await launch(executable!);
      const english = await Screen.signIn(browser, t, "alice");
      const { cookies } = await english.page.context().storageState();
      const storageState = { cookies, origins: [] };
      screen = await Screen.open(browser, t.url, { reducedMotion: "reduce", storageState, ...options });
      await english.close();
      ({ page } = screen);
      await watch(page);
    });
    afterAll(async () => {
      await browser.close();
      await t.stop();
    });

    test.each(names)("on %s", async (name) => {
      const [path, come] = PLACES[name](t);
      await page.goto(path);
      await page.locator(come).first().waitFor();
      await screen.still();
      expect(await walk(page)).toEqual([]);
    });
  });
}
