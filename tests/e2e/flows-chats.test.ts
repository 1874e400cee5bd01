/**
 * Scenarios in groups and channels: privacy mode, channels, anonymity, service messages, blocking, the end of a
 * session.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { Json, TestService } from "../support/service.ts";
import { findChromium, waitUntilGone, hasValue, Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("flows in chats", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const commands = [{ command: "weather", description: "Outside" }];
    const before = (service: TestService) => service.ok("echo_bot", "setMyCommands", { commands });
    ({ browser, t, alice, bob, close } = await startTwoUsers({ before }));
  });
  afterAll(() => close());

  const last = async (chat_id: number): Promise<Json> =>
    (await t.as("bob", "getHistory", { chat_id, limit: 1 })).messages[0];

  test("the composer says which bots are in privacy mode while a command is typed", async () => {
    await alice.openChat("Team");
    const line = alice.page.getByText("Echo sees only commands, mentions and replies to it.");
    const begin = async () => {
      await alice.field.fill("");
      await alice.page.getByRole("option", { name: /weather/ }).waitFor({ state: "detached" });
      await alice.field.fill("/");
      await alice.page.getByRole("option", { name: /weather/ }).waitFor();
    };
    const echo = { bot_id: t.id("echo_bot") };
    await begin();
    await line.waitFor();
    await t.as("alice", "editBot", { ...echo, privacy: false });
    await begin();
    await line.waitFor({ state: "detached" });
    await t.as("alice", "editBot", { ...echo, privacy: true });
    await begin();
    await line.waitFor();
    const echo_in_team = { chat_id: t.id("Team"), user_id: t.id("echo_bot") };
    await t.as("alice", "promoteChatMember", { ...echo_in_team, can_pin_messages: true });
    await line.waitFor({ state: "detached" });
    await t.as("alice", "promoteChatMember", { ...echo_in_team, can_pin_messages: false });
    await line.waitFor();
    await alice.field.fill("");
  });

  test("a channel posts to its subscribers, who see why they cannot write", async () => {
    await alice.choose("New channel");
    const dialog = alice.page.getByRole("dialog", { name: "New channel" });
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour news");
    await dialog.getByRole("button", { name: "Make channel" }).click();
    await alice.page.getByRole("heading", { level: 1, name: "Harbour news" }).waitFor();
    await alice.field.waitFor();
    const chat_id = Number(new URL(alice.page.url()).pathname.split("/").at(-1));
    await t.as("alice", "addMember", { chat_id, user_id: t.id("bob") });
    await bob.openChat("Harbour news");
    await bob.page.getByText("Only administrators with the right to post can write in this channel.").waitFor();
    expect(await bob.field.count()).toBe(0);
    await alice.field.fill("The tide is out");
    await alice.page.getByRole("button", { name: "Send", exact: true }).click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: "Send without a sound" }).click();
    await bob.message("Harbour news, The tide is out").waitFor();
    const post = await last(chat_id);
    expect(post).toMatchObject({ is_silent: true, sender_chat: { id: chat_id } });
    expect(post.from).toBeUndefined();
    await alice.message("Harbour news, The tide is out").waitFor();
    await alice.field.press("ArrowUp");
    await alice.page.getByText("Edit the message").waitFor();
    await alice.write("The tide is in");
    await bob.message(/^Harbour news, The tide is in.*edited$/).waitFor();
    const rights = { chat_id, user_id: t.id("bob"), can_post_messages: true };
    await t.as("alice", "promoteChatMember", rights);
    await bob.write("A ship comes");
    await alice.message("Harbour news, A ship comes").waitFor();
    expect(JSON.stringify(await last(chat_id))).not.toContain("Bob");
  });

  test.runIf(LONG_RUN)(
    "administrators who may edit posts edit those of others, even without the right to post, and a bot's post keeps its buttons",
    async () => {
      const chat_id = t.id("News");
      const cannot = "Only administrators with the right to post can write in this channel.";
      const inline_keyboard = [[{ text: "More", callback_data: "more" }]];
      const post = { chat_id, text: "High watre at noon", reply_markup: { inline_keyboard } };
      await t.ok("guard_bot", "sendMessage", post);
      await bob.openChat("News");
      const menu = bob.page.getByRole("menu", { name: "What to do with this message" });
      await bob.message("News, High watre at noon").press("Enter");
      await menu.getByRole("menuitem", { name: "Forward" }).waitFor();
      expect(await menu.getByRole("menuitem", { name: "Edit" }).count()).toBe(0);
      await bob.page.keyboard.press("Escape");
      await waitUntilGone(menu);
      await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_edit_messages: true });
      await bob.page.getByText(cannot).waitFor();
      await expect
        .poll(async () => {
          await bob.message("News, High watre at noon").press("Enter");
          await menu.waitFor();
          const offered = await menu.getByRole("menuitem", { name: "Edit" }).count();
          await bob.page.keyboard.press("Escape");
          await waitUntilGone(menu);
          return offered;
        })
        .toBe(1);
      await bob.message("News, High watre at noon").press("Enter");
      await menu.getByRole("menuitem", { name: "Edit" }).click();
      await hasValue(bob.field, "High watre at noon");
      await bob.write("High water at noon");
      await bob.page.getByText(cannot).waitFor();
      await alice.openChat("News");
      const edited = alice.message(/^News, High water at noon.*edited$/);
      await edited.getByRole("button", { name: "More" }).waitFor();
      expect((await last(chat_id)).reply_markup).toEqual({ inline_keyboard });
    },
  );

  test.runIf(LONG_RUN)("an anonymous administrator writes as the group, with their title", async () => {
    await t.as("alice", "promoteChatMember", {
      chat_id: t.id("Private"),
      user_id: t.id("bob"),
      can_manage_chat: false,
    });
    await alice.openPath(`/chat/${t.id("Private")}/info/administrators`);
    const { panel } = alice;
    await panel.getByRole("link", { name: "Add an administrator" }).click();
    await panel.getByRole("link", { name: /Bob/ }).click();
    await panel.getByLabel("Title").fill("Night watch");
    await panel.getByRole("switch", { name: /Stay anonymous/ }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    const bobs = { chat_id: t.id("Private"), user_id: t.id("bob") };
    await expect
      .poll(() => t.as("alice", "getChatMember", bobs))
      .toMatchObject({ is_anonymous: true, custom_title: "Night watch" });
    // The page goes back by itself after saving.
    await panel.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await alice.page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await bob.openChat("Private");
    await bob.write("We move at dawn");
    const said = alice.message("Private, We move at dawn");
    await said.getByText("Night watch").waitFor();
    expect(await alice.message(/^Bob/).count()).toBe(0);
    await bob.message(/^Private, We move at dawn(?!.*sending)/).waitFor();
    await bob.field.press("ArrowUp");
    await bob.page.getByText("Edit the message").waitFor();
    await bob.write("We move at noon");
    await alice.message(/^Private, We move at noon.*edited$/).waitFor();
  });

  test("service messages have a text", async () => {
    const { chat } = await t.as("alice", "createChat", { type: "supergroup", title: "Boats" });
    const chat_id = chat.id;
    const carla = { chat_id, user_id: t.id("carla") };
    await t.as("alice", "addMember", { chat_id, user_id: t.id("bob") });
    await bob.openChat("Boats");
    await bob.message("Alice added Bob").waitFor();
    await t.as("alice", "setChatTitle", { chat_id, title: "Ships" });
    await bob.message("Alice named the chat “Ships”").waitFor();
    const photo = await drawPicture(300, 300, "#2a7", "jpeg");
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    form.set("photo", new File([new Uint8Array(photo)], "ship.jpg", { type: "image/jpeg" }));
    await t.as("alice", "setChatPhoto", form);
    await bob.message("Alice changed the chat's photo").waitFor();
    await t.as("alice", "deleteChatPhoto", { chat_id });
    await bob.message("Alice removed the chat's photo").waitFor();
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Mind the gap" });
    await t.as("alice", "pinChatMessage", { chat_id, message_id });
    await bob.message("Alice pinned a message").getByRole("button").click();
    await bob.message("Alice, Mind the gap").waitFor();
    await t.as("alice", "addMember", carla);
    await bob.message("Alice added Carla").waitFor();
    await t.as("alice", "banChatMember", carla);
    await bob.message("Alice removed Carla").waitFor();
    await t.as("alice", "setChatUsername", { chat_id, username: "ships" });
    await t.as("dave", "joinChat", { username: "ships" });
    await bob.message("Dave joined").waitFor();
    await t.as("dave", "leaveChat", { chat_id });
    await bob.message("Dave left").waitFor();
    expect(await bob.violations()).toEqual([]);
  });

  test("a blocked user sees the reason in place of the composer, and has their draft again afterwards", async () => {
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await bob.openPath(`/chat/${t.id("alice")}`);
    await bob.field.fill("Are you there?");
    await alice.openPath(`/chat/${t.id("bob")}`);
    await alice.page.getByRole("button", { name: "What to do with this chat" }).click();
    await alice.page.getByRole("menuitem", { name: "Block" }).click();
    await alice.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    const note = bob.page.getByText("Your messages are not received here.");
    await note.waitFor();
    expect(await bob.field.count()).toBe(0);
    await alice.page.getByRole("button", { name: "Unblock" }).click();
    await alice.field.waitFor();
    await note.waitFor({ state: "detached" });
    await expect.poll(() => bob.field.inputValue()).toBe("Are you there?");
    await bob.field.press("Enter");
    await alice.message("Bob, Are you there?").waitFor();
  });

  test("a session ended on another device discards the draft, and the next user sees nothing of it", async () => {
    const screen = await Screen.signIn(browser, t, "carla");
    const { page } = screen;
    await screen.openChat("Team");
    const mine = (await t.as("carla", "listSessions")).filter(({ label }: Json) => label.startsWith("Chrome"));
    await screen.field.pressSequentially("A secret of Carla");
    for (const { id } of mine) await t.as("carla", "endSession", { session_id: id });
    // Typing goes on after the session has ended; the user looks at the keyboard and not at the page.
    await screen.field.pressSequentially("'s that nobody", { timeout: 2000 }).catch(() => {});
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await page.getByLabel("User name").fill("bob");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Sign in" }).click();
    await screen.openChat("Team");
    await screen.field.waitFor();
    await screen.write("Bob here");
    await screen.message(/^You, Bob here(?!.*sending)/).waitFor();
    const kept = await page.evaluate(() => JSON.stringify(localStorage) + document.body.textContent);
    expect(kept).not.toMatch(/secret of Carla|nobody/);
    expect(await screen.field.inputValue()).toBe("");
    const drafts = async () => (await t.as("bob", "listChats")).chats.filter(({ settings }: Json) => settings.draft);
    await expect.poll(drafts).toEqual([]);
    expect(screen.errors).toEqual([]);
    await screen.close();
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
