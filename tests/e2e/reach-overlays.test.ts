/** Every menu, dialog and question, by keys: in, through all of it, and back by Escape to what opened it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, launch, Screen, startWithClient } from "./browser.ts";
import { ALERT, DIALOG, MENU, through, type Overlay } from "./reach/overlay.ts";
import { watch } from "./reach/page.ts";
import { fillWorld } from "./reach/world.ts";

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
const ofMessage = { path: team, opener: own };
const ofPerson = { path: () => "/owner", opener: button("What to do about Bob") };
const ofMember = { path: info(), opener: button("What to do with Bob") };

const CASES: Readonly<Record<string, Case>> = {
  "the main menu": { ...mainMenu, shows: MENU, kind: "menu" },
  "a new group": { ...mainMenu, entry: "New group", shows: DIALOG, kind: "dialog" },
  "a new channel": { ...mainMenu, entry: "New channel", shows: DIALOG, kind: "dialog" },
  "an invitation": { ...mainMenu, entry: "Invite people", shows: DIALOG, kind: "dialog" },
  "the switcher": { path: home, opener: button("Search"), shows: DIALOG, kind: "dialog" },
  "the switcher by its key": {
    path: team,
    opener: ({ field }) => field,
    key: "Control+k",
    shows: DIALOG,
    kind: "dialog",
  },
  "the menu of a chat in the list": {
    path: home,
    opener: ({ page }) => page.locator("[data-chat]").first(),
    key: "Shift+F10",
    shows: MENU,
    kind: "menu",
  },
  "the menu of the open chat": { path: team, opener: button("What to do with this chat"), shows: MENU, kind: "menu" },
  "the menu of a message": { ...ofMessage, shows: MENU, kind: "menu" },
  "the menu of a message by its other key": { ...ofMessage, key: "Shift+F10", shows: MENU, kind: "menu" },
  "the question before deleting": { ...ofMessage, entry: "Delete", shows: ALERT, kind: "dialog" },
  forwarding: { ...ofMessage, entry: "Forward", shows: DIALOG, kind: "dialog" },
  "the readers of a message": { ...ofMessage, entry: /^Read by|^Not read/, shows: DIALOG, kind: "dialog" },
  "a photo": {
    path: team,
    opener: (screen) => screen.message(/Photo/).last().getByRole("button", { name: "Photo" }),
    shows: DIALOG,
    kind: "dialog",
  },
  emoji: { path: team, opener: button("Emoji"), shows: `${DIALOG}:has(input)`, kind: "popover" },
  "the list of shortcuts": { path: home, opener: button("Menu"), key: "Control+/", shows: DIALOG, kind: "dialog" },
  "the list of shortcuts from the settings": {
    path: () => "/settings",
    opener: button(/^Keyboard shortcuts/),
    shows: DIALOG,
    kind: "dialog",
  },
  "a member's menu": { ...ofMember, shows: MENU, kind: "menu" },
  "a ban": { ...ofMember, entry: "Remove or ban", shows: DIALOG, kind: "dialog" },
  leaving: { path: info(), opener: button("Leave the group"), shows: ALERT, kind: "dialog" },
  "deleting the group": { path: info(), opener: button("Delete the group"), shows: ALERT, kind: "dialog" },
  "handing on the group": {
    path: (t) => `/chat/${t.id("Team")}/info/member/${t.id("bob")}`,
    opener: button("Transfer ownership"),
    shows: ALERT,
    kind: "dialog",
  },
  "a ban from a member's page": {
    path: (t) => `/chat/${t.id("Team")}/info/member/${t.id("bob")}`,
    opener: button("Remove or ban"),
    shows: DIALOG,
    kind: "dialog",
  },
  blocking: {
    path: (t) => `/chat/${t.id("echo_bot")}/info`,
    opener: button(/block/i),
    shows: ALERT,
    kind: "dialog",
  },
  "a new link": { path: info("/links"), opener: button("Make a link"), shows: DIALOG, kind: "dialog" },
  "the end of a link": { path: info("/links"), opener: button(/^Close it/), shows: ALERT, kind: "dialog" },
  "the end of other sessions": {
    path: () => "/settings",
    opener: button("Sign out everywhere else"),
    shows: ALERT,
    kind: "dialog",
  },
  "a new bot": { path: () => "/settings/bots", opener: button("New bot"), shows: DIALOG, kind: "dialog" },
  "a new token": { path: bot, opener: button("New token"), shows: ALERT, kind: "dialog" },
  "the end of a bot": { path: bot, opener: button("Delete"), shows: ALERT, kind: "dialog" },
  "the menu of a person": { ...ofPerson, shows: MENU, kind: "menu" },
  "a person's new password": { ...ofPerson, entry: "Reset the password", shows: DIALOG, kind: "dialog" },
  "a person's suspension": { ...ofPerson, entry: "Suspend", shows: ALERT, kind: "dialog" },
  "a person's ownership": { ...ofPerson, entry: "Make an owner", shows: ALERT, kind: "dialog" },
  "an owner's invitation": {
    path: () => "/owner/invitations",
    opener: button("Invite people"),
    shows: DIALOG,
    kind: "dialog",
  },
};

describe.skipIf(executable === undefined)("by keys in and back:", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await fillWorld(t);
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 1 });
    await t.as("bob", "readMessages", { chat_id: t.id("Team"), message_id: messages[0].message_id });
    browser = await launch(executable!);
    screen = await Screen.signIn(browser, t, "alice", {
      viewport: { width: 1440, height: 1000 },
      reducedMotion: "reduce",
    });
    for (const device of ["Old laptop", "Tablet"]) {
      await t.post("/api/signIn", { username: "alice", password: PASSWORD, device });
    }
    ({ page } = screen);
    await watch(page);
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });
  afterEach(() => page.goto("about:blank"));

  test.each(Object.entries(CASES))("%s", async (_name, { path, ...overlay }) => {
    await page.goto(path(t));
    await overlay.opener(screen).waitFor();
    await screen.still();
    expect(await through(screen, overlay)).toEqual([]);
  });
});
