/** The tab order of every menu, dialog and confirmation; Escape returns the focus to the control that opened it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";
import { ALERT, DIALOG, MENU, walkOverlay, type Overlay } from "./tab-order/overlay.ts";
import { installInPage } from "./tab-order/page.ts";
import { fillService } from "./tab-order/fixtures.ts";

const executable = findChromium();
const PASSWORD = "correct horse battery";

type Case = Overlay & { readonly path: (t: TestService) => string };

const button =
  (name: string | RegExp): Overlay["opener"] =>
  ({ page }) =>
    page.getByRole("button", { name, exact: typeof name === "string" }).first();
const own: Overlay["opener"] = (screen) => screen.message(/^You, Own words/);
const home = () => "/";
const team = (t: TestService) => `/chat/${t.id("Team")}`;
const info =
  (page = "") =>
  (t: TestService) =>
    `/chat/${t.id("Team")}/info${page}`;
const bot = (t: TestService) => `/settings/bots/${t.id("echo_bot")}`;
const mainMenu = { path: home, opener: button("Menu") };
const messageMenu = { path: team, opener: own };
const personMenu = { path: () => "/owner", opener: button("What to do about Bob") };
const memberMenu = { path: info(), opener: button("What to do with Bob") };

const CASES: Readonly<Record<string, Case>> = {
  "the main menu": { ...mainMenu, selector: MENU, kind: "menu" },
  "a new group": { ...mainMenu, entry: "New group", selector: DIALOG, kind: "dialog" },
  "a new channel": { ...mainMenu, entry: "New channel", selector: DIALOG, kind: "dialog" },
  "the dialog of a new invitation": { ...mainMenu, entry: "Invite people", selector: DIALOG, kind: "dialog" },
  "the chat switcher": { path: home, opener: button("Search"), selector: DIALOG, kind: "dialog" },
  "the chat switcher, opened by its shortcut": {
    path: team,
    opener: ({ field }) => field,
    key: "Control+k",
    selector: DIALOG,
    kind: "dialog",
  },
  "the menu of a chat in the list": {
    path: home,
    opener: ({ page }) => page.locator("[data-chat]").first(),
    key: "Shift+F10",
    selector: MENU,
    kind: "menu",
  },
  "the menu of the open chat": {
    path: team,
    opener: button("What to do with this chat"),
    selector: MENU,
    kind: "menu",
  },
  "the menu of a message": { ...messageMenu, selector: MENU, kind: "menu" },
  "the menu of a message, opened by its shortcut": { ...messageMenu, key: "Shift+F10", selector: MENU, kind: "menu" },
  "the confirmation before a message is deleted": { ...messageMenu, entry: "Delete", selector: ALERT, kind: "dialog" },
  "the forward dialog": { ...messageMenu, entry: "Forward", selector: DIALOG, kind: "dialog" },
  "the readers of a message": { ...messageMenu, entry: /^Read by|^Not read/, selector: DIALOG, kind: "dialog" },
  "the media viewer": {
    path: team,
    opener: (screen) => screen.message(/Photo/).last().getByRole("button", { name: "Photo" }),
    selector: DIALOG,
    kind: "dialog",
  },
  "the emoji picker": { path: team, opener: button("Emoji"), selector: `${DIALOG}:has(input)`, kind: "popover" },
  "the list of shortcuts": { path: home, opener: button("Menu"), key: "Control+/", selector: DIALOG, kind: "dialog" },
  "the list of shortcuts from the settings": {
    path: () => "/settings",
    opener: button(/^Keyboard shortcuts/),
    selector: DIALOG,
    kind: "dialog",
  },
  "the menu of a member": { ...memberMenu, selector: MENU, kind: "menu" },
  "the ban dialog": { ...memberMenu, entry: "Remove or ban", selector: DIALOG, kind: "dialog" },
  "the confirmation before a chat is left": {
    path: info(),
    opener: button("Leave the group"),
    selector: ALERT,
    kind: "dialog",
  },
  "the confirmation before a group is deleted": {
    path: info(),
    opener: button("Delete the group"),
    selector: ALERT,
    kind: "dialog",
  },
  "the confirmation before ownership is transferred": {
    path: (t) => `/chat/${t.id("Team")}/info/member/${t.id("bob")}`,
    opener: button("Transfer ownership"),
    selector: ALERT,
    kind: "dialog",
  },
  "the ban dialog, opened from a member's page": {
    path: (t) => `/chat/${t.id("Team")}/info/member/${t.id("bob")}`,
    opener: button("Remove or ban"),
    selector: DIALOG,
    kind: "dialog",
  },
  "the confirmation before a user is blocked": {
    path: (t) => `/chat/${t.id("echo_bot")}/info`,
    opener: button(/block/i),
    selector: ALERT,
    kind: "dialog",
  },
  "the dialog of a new invite link": {
    path: info("/links"),
    opener: button("Make a link"),
    selector: DIALOG,
    kind: "dialog",
  },
  "the confirmation before an invite link is revoked": {
    path: info("/links"),
    opener: button(/^Close it/),
    selector: ALERT,
    kind: "dialog",
  },
  "the confirmation before other sessions are ended": {
    path: () => "/settings",
    opener: button("Sign out everywhere else"),
    selector: ALERT,
    kind: "dialog",
  },
  "the dialog of a new bot": {
    path: () => "/settings/bots",
    opener: button("New bot"),
    selector: DIALOG,
    kind: "dialog",
  },
  "the confirmation before a token is replaced": {
    path: bot,
    opener: button("New token"),
    selector: ALERT,
    kind: "dialog",
  },
  "the confirmation before a bot is deleted": { path: bot, opener: button("Delete"), selector: ALERT, kind: "dialog" },
  "the owner's menu of a user": { ...personMenu, selector: MENU, kind: "menu" },
  "the dialog that resets a password": { ...personMenu, entry: "Reset the password", selector: DIALOG, kind: "dialog" },
  "the confirmation before a user is suspended": { ...personMenu, entry: "Suspend", selector: ALERT, kind: "dialog" },
  "the confirmation before a user becomes an owner": {
    ...personMenu,
    entry: "Make an owner",
    selector: ALERT,
    kind: "dialog",
  },
  "the dialog of an invitation, opened by an owner": {
    path: () => "/owner/invitations",
    opener: button("Invite people"),
    selector: DIALOG,
    kind: "dialog",
  },
};

describe.skipIf(executable === undefined)("the tab order of overlays:", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await fillService(t);
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 1 });
    await t.as("bob", "readMessages", { chat_id: t.id("Team"), message_id: messages[0].message_id });
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", {
      viewport: { width: 1440, height: 1000 },
      reducedMotion: "reduce",
    });
    for (const device of ["Old laptop", "Tablet"]) {
      await t.post("/api/signIn", { username: "alice", password: PASSWORD, device });
    }
    ({ page } = screen);
    await installInPage(page);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  afterEach(() => page.goto("about:blank"));

  test.each(Object.entries(CASES))("%s", async (_name, { path, ...overlay }) => {
    await page.goto(path(t));
    await overlay.opener(screen).waitFor();
    await screen.settle();
    expect(await walkOverlay(screen, overlay)).toEqual([]);
  });
});
