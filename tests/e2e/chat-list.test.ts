/** The list of chats and the buttons of bots. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json, TestService } from "../support/service.ts";
import {
  CLIPBOARD,
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("the list of chats, and bots", () => {
  let browser: Browser;
  let t: TestService;
  let bob: Screen;
  beforeAll(async () => {
    t = await startWithClient();
    for (const who of ["alice", "carla"]) await t.as("bob", "openChat", { user_id: t.id(who) });
    await t.as("bob", "openChat", { user_id: t.id("echo_bot") });
    for (const { chat, last_message } of (await t.as("bob", "listChats")).chats) {
      const { message_id } = last_message ?? {};
      if (message_id) await t.as("bob", "readMessages", { chat_id: chat.id, message_id });
    }
    browser = await openBrowser(executable!);
    bob = await Screen.signIn(browser, t, "bob", CLIPBOARD);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [bob]);

  const named = (name: string | RegExp) =>
    bob.page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name });
  const link = (name: string) => bob.page.locator(`a[data-chat="${t.id(name)}"]`);
  const item = async (title: string, name: string) => {
    await link(title).click({ button: "right" });
    await bob.page.getByRole("menuitem", { name, exact: true }).click();
  };
  const row = async (title: string): Promise<Json> =>
    (await t.as("bob", "listChats")).chats.find(({ chat }: Json) => chat.title === title || chat.first_name === title);

  test("a mention has its own badge and a button that goes to it", async () => {
    // Below the position where the chat opens, so that opening it does not read the mention.
    for (let n = 0; n <= 60; n++) {
      await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: n === 40 ? "@bob come here" : `More ${n}` });
    }
    await named(/Team.*1 mention of you.*61 unread messages/).waitFor();
    expect(await bob.violations()).toEqual([]);
    await expect.poll(() => bob.page.title()).toBe("(61) Heliogram");
    await bob.page.locator("link[rel=icon][href^='blob:']").waitFor({ state: "attached" });
    await bob.openChat("Team");
    await bob.page.getByRole("button", { name: "To the next mention of you" }).click();
    await bob.message(/@bob come here/).waitFor();
    await waitUntilGone(named(/Team.*mention/));
    await bob.page.getByRole("button", { name: "To the newest message" }).click();
    await expect.poll(() => bob.page.title()).toBe("Team · Heliogram");
  });

  test("a chat is muted, pinned and marked from its menu, also with the keyboard", async () => {
    await item("alice", "Pin");
    await expect.poll(() => named(/./).first().textContent()).toContain("Alice");
    await item("carla", "Mute");
    await link("carla").getByRole("img", { name: "Muted" }).waitFor();
    await t.as("carla", "sendMessage", { chat_id: t.id("bob"), text: "Psst" });
    await named(/Carla.*1 unread message/).waitFor();
    await t.as("alice", "sendMessage", { chat_id: t.id("Private"), text: "Hello" });
    await expect.poll(() => bob.page.title()).toBe("(1) Team · Heliogram");
    await link("alice").focus();
    await bob.page.keyboard.press("Shift+F10");
    await bob.page.getByRole("menuitem", { name: "Mark as unread" }).waitFor();
    expect(await bob.violations()).toEqual([]);
    await bob.page.getByRole("menuitem", { name: "Mark as unread" }).click();
    await link("alice").getByRole("img", { name: "Marked as unread" }).waitFor();
    await link("alice").click();
    await expect.poll(async () => (await row("Alice")).settings.is_marked_unread).toBe(false);
    await item("carla", "Mark as read");
    await expect.poll(async () => (await row("Carla")).unread_count).toBe(0);
  });

  test("a chat is archived and taken out of the archive", async () => {
    await item("carla", "Archive");
    await link("carla").waitFor({ state: "detached" });
    await bob.page.getByRole("button", { name: "Archive" }).click();
    await link("carla").waitFor();
    expect(await bob.violations()).toEqual([]);
    await item("carla", "Take out of the archive");
    await bob.page.getByRole("button", { name: "Archive" }).waitFor({ state: "detached" });
    await link("alice").waitFor();
    await link("carla").waitFor();
  });

  test("a link starts a bot with a payload; the bot is stopped and started again", async () => {
    await bob.openPath("/@echo_bot?start=hello-1");
    await bob.page.getByRole("button", { name: "Start the bot" }).click();
    await bob.message("You, /start hello-1").waitFor();
    const told = await t.updates("echo_bot");
    expect(told.at(-1).message.text).toBe("/start hello-1");
    await bob.page.getByRole("button", { name: "What to do with this chat" }).click();
    await bob.page.getByRole("menuitem", { name: "Stop and block the bot" }).click();
    expect(await bob.violations()).toEqual([]);
    await bob.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    await bob.page.getByRole("button", { name: "Restart the bot" }).waitFor();
    const refused = await t.bot("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Are you there?" });
    expect(refused.status).toBe(403);
    await bob.page.getByRole("button", { name: "Restart the bot" }).click();
    await bob.field.waitFor();
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Welcome back" });
    await bob.message("Echo, Welcome back").waitFor();
  });

  test("a copy button copies its text, which is displayed nowhere because it may be a secret", async () => {
    const inline_keyboard = [[{ text: "Copy the code", copy_text: { text: "ABC-123" } }]];
    await t.ok("echo_bot", "sendMessage", {
      chat_id: t.id("bob"),
      text: "Your code",
      reply_markup: { inline_keyboard },
    });
    await bob.page.getByRole("button", { name: "Copy the code" }).click();
    await bob.page.getByText("Copied to the clipboard").first().waitFor();
    expect(await bob.page.content()).not.toContain("ABC-123");
    expect(await bob.page.evaluate(() => navigator.clipboard.readText())).toBe("ABC-123");
    expect(await bob.violations()).toEqual([]);
  });

  test("a one-time reply keyboard disappears after use, and a bot sets the field's placeholder", async () => {
    const keyboard = { keyboard: [["Left", "Right"]], one_time_keyboard: true, input_field_placeholder: "Which way?" };
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Where to?", reply_markup: keyboard });
    await bob.page.getByPlaceholder("Which way?").waitFor();
    const group = bob.page.getByRole("group", { name: "Keyboard of the bot" });
    await group.getByRole("button", { name: "Left" }).waitFor();
    expect(await bob.violations()).toEqual([]);
    await group.getByRole("button", { name: "Left" }).click();
    await bob.message("You, Left").waitFor();
    await group.waitFor({ state: "detached" });
    await bob.page.getByRole("button", { name: "Show the keyboard" }).click();
    await group.getByRole("button", { name: "Right" }).waitFor();
    const asks = { force_reply: true, input_field_placeholder: "Your name" };
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Who are you?", reply_markup: asks });
    await bob.page.getByPlaceholder("Your name").waitFor();
    await bob.page.getByText("Reply to Echo", { exact: true }).waitFor();
    await bob.write("Bob");
    await bob.message("You, in reply to Echo, Bob").waitFor();
  });

  test.runIf(LONG_RUN)("a user is blocked and unblocked", async () => {
    await link("carla").click();
    await bob.page.getByRole("heading", { level: 1, name: "Carla" }).waitFor();
    await bob.page.getByRole("button", { name: "What to do with this chat" }).click();
    await bob.page.getByRole("menuitem", { name: "Block" }).click();
    await bob.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    const unblock = bob.page.getByRole("button", { name: "Unblock" });
    await unblock.waitFor();
    const refused = await t.person("carla", "sendMessage", { chat_id: t.id("bob"), text: "Hello?" });
    expect(refused.status).toBe(403);
    await unblock.click();
    await bob.field.waitFor();
    await t.as("carla", "sendMessage", { chat_id: t.id("bob"), text: "Hello again" });
    await bob.message("Carla, Hello again").waitFor();
  });

  test("there were no console errors", () => {
    expect(bob.errors).toEqual([]);
  });
});
