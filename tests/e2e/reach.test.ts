/** Every screen, walked by keys: what a pointer can press, the keyboard comes to, in sight and in order. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, launch, Screen, startWithClient } from "./browser.ts";
import { watch } from "./reach/page.ts";
import { walk } from "./reach/walk.ts";
import { fillWorld } from "./reach/world.ts";

const executable = findChromium();

/** Where each screen is, and by what one sees that it has come. */
type Place = (t: TestService) => readonly [path: string, come: string];

const info =
  (page: string, come: string): Place =>
  (t) => [`/chat/${t.id("Team")}/info${page}`, come];

const PLACES: Readonly<Record<string, Place>> = {
  "the list of chats": () => ["/", "nav a"],
  "a group with messages of all kinds": (t) => [`/chat/${t.id("Team")}`, "article"],
  "a channel": (t) => [`/chat/${t.id("News")}`, "textarea"],
  "a bot with a keyboard": (t) => [`/chat/${t.id("echo_bot")}`, "textarea ~ *"],
  "a bot that is not started": (t) => [`/chat/${t.id("stranger_bot")}`, "section button"],
  "about the group": info("", "section h2"),
  "about the group, its name": info("/edit", "section input:visible"),
  "about the group, permissions": info("/permissions", "section input[role=switch]"),
  "about the group, administrators": info("/administrators", "section li"),
  "about the group, a new administrator": info("/administrators/add", "section li"),
  "about the group, the restricted": info("/restricted", "section li"),
  "about the group, the banned": info("/banned", "section li"),
  "about the group, links": info("/links", "section li"),
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
};

describe.skipIf(executable === undefined)("keys come to everything", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await fillWorld(t);
    browser = await launch(executable!);
    screen = await Screen.signIn(browser, t, "alice", {
      viewport: { width: 1440, height: 1000 },
      reducedMotion: "reduce",
    });
    ({ page } = screen);
    await watch(page);
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  test.each(Object.entries(PLACES))("on %s", async (_name, place) => {
    const [path, come] = place(t);
    await page.goto(path);
    await page.locator(come).first().waitFor();
    await screen.still();
    expect(await walk(page)).toEqual([]);
  });
});
