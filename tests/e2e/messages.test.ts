/** Actions on messages: selecting, forwarding, pinning, linking, searching, and who has read them. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { Json, TestService } from "../support/service.ts";
import {
  findChromium,
  focused,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("messages", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  const ids: number[] = [];
  beforeAll(async () => {
    t = await startWithClient();
    for (let n = 1; n <= 120; n++) {
      const text = n % 40 === 0 ? `Milestone ${n}` : `Line ${n}`;
      ids[n] = (await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text })).message_id;
    }
    await t.as("alice", "readMessages", { chat_id: t.id("Team"), message_id: ids[120] });
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    await alice.openChat("Team");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [alice]);

  const menu = async (message: Locator, item: string) => {
    await message.click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: item, exact: true }).click();
    await waitUntilGone(alice.page.getByRole("menu"));
  };

  test("messages are selected with the keyboard and forwarded to several chats", async () => {
    await alice.message("Bob, Line 119").focus();
    await alice.page.keyboard.press("Space");
    await alice.page.keyboard.press("ArrowUp");
    await focused(alice.message("Bob, Line 118"));
    await alice.page.keyboard.press("Space");
    await alice.page.getByRole("toolbar", { name: "Chosen messages" }).getByText("2 messages").waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.getByRole("button", { name: "Forward" }).click();
    const dialog = alice.page.getByRole("dialog", { name: "Forward to" });
    await dialog.getByRole("checkbox", { name: "Bob" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await dialog.getByRole("searchbox").fill("ech");
    await waitUntilGone(dialog.getByRole("checkbox", { name: "Bob" }));
    await dialog.getByRole("checkbox", { name: "Echo" }).check();
    await dialog.getByRole("searchbox").fill("");
    await dialog.getByRole("checkbox", { name: "Bob" }).check();
    await dialog.getByRole("button", { name: "Forward 2 messages" }).click();
    await alice.page.getByText("Forwarded", { exact: true }).waitFor();
    for (const name of ["bob", "echo_bot"]) {
      const { messages } = await t.as("alice", "getHistory", { chat_id: t.id(name), limit: 2 });
      expect(messages.map(({ text }: Json) => text)).toEqual(["Line 118", "Line 119"]);
      expect(messages[0].forward_origin.sender_user.id).toBe(t.id("bob"));
    }
    await waitUntilGone(alice.page.getByRole("toolbar", { name: "Chosen messages" }));
  });

  test("a reply to a message of another chat shows whose it is, and leads there", async () => {
    const closed = t.id("Private");
    const origin = await t.as("bob", "sendMessage", { chat_id: closed, text: "Asked in the other group" });
    const reply_parameters = { message_id: origin.message_id, chat_id: closed, quote: "Asked in the other" };
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "Answered here", reply_parameters });
    const quote = alice.message("Answered here").getByRole("link", { name: "In reply to Bob" });
    expect(await quote.innerText()).toMatch(/Private\s+Asked in the other$/);
    expect(await alice.violations()).toEqual([]);
    await quote.click();
    await alice.page.getByRole("heading", { level: 1, name: "Private" }).waitFor();
    await alice.message("Bob, Asked in the other group").waitFor();
    await alice.openChat("Team");
  });

  test("one replies by keyboard in another chat, and the draft keeps the reply until it is sent", async () => {
    const { page } = alice;
    await alice.message("Bob, Line 119").focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Reply in another chat…" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Reply in" });
    await dialog.getByRole("searchbox").fill("priv");
    await waitUntilGone(dialog.getByRole("button", { name: "Echo" }));
    expect(await alice.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Private" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Private" }).waitFor();
    await focused(alice.field);
    await page.getByText("Reply to Bob from Team").waitFor();
    expect(await alice.violations()).toEqual([]);
    const chat_id = t.id("Private");
    const draft = async () =>
      (await t.as("alice", "listChats")).chats.find(({ chat }: Json) => chat.id === chat_id).settings.draft?.text;
    await alice.field.fill("It is in the");
    await expect.poll(draft).toBe("It is in the");
    await t.as("alice", "saveDraft", { chat_id, text: "It is in the other group" });
    await expect.poll(() => alice.field.inputValue()).toBe("It is in the other group");
    await page.getByText("Reply to Bob from Team").waitFor();
    await page.reload();
    await page.getByText("Reply to Bob from Team").waitFor();
    await alice.field.press("Enter");
    await alice.sent("It is in the other group").getByRole("link", { name: "In reply to Bob" }).waitFor();
    const { messages } = await t.as("bob", "getHistory", { chat_id, limit: 1 });
    expect(messages[0]).toMatchObject({ external_reply: { message_id: ids[119] }, quote: { text: "Line 119" } });
    await alice.openChat("Team");
  });

  test("one replies in private to the author of a group's message, and not to oneself", async () => {
    await menu(alice.message("Bob, Line 119"), "Reply in private");
    await alice.page.getByRole("heading", { level: 1, name: "Bob" }).waitFor();
    await alice.page.getByText("Reply to Bob from Team").waitFor();
    await alice.write("Between us");
    await alice.sent("Between us").getByText("Line 119").waitFor();
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("alice"), limit: 1 });
    expect(messages[0].external_reply).toMatchObject({ chat: { title: "Team" }, message_id: ids[119] });
    await alice.openChat("Team");
    await alice.write("Mine 0");
    await alice.sent("Mine 0").click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: "Reply in another chat…" }).waitFor();
    expect(await alice.page.getByRole("menuitem", { name: "Reply in private" }).count()).toBe(0);
    await alice.page.keyboard.press("Escape");
  });

  test("Escape clears the selection; selected messages of one's own are deleted together", async () => {
    const toolbar = alice.page.getByRole("toolbar", { name: "Chosen messages" });
    await menu(alice.message("Bob, Line 117"), "Choose");
    await toolbar.waitFor();
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(toolbar);
    for (const words of ["Mine 1", "Mine 2"]) await alice.write(words);
    await alice.sent("Mine 2").waitFor();
    await menu(alice.sent("Mine 1"), "Choose");
    await alice.message("You, Mine 2").click();
    await toolbar.getByText("2 messages").waitFor();
    await alice.page.getByRole("button", { name: "Delete", exact: true }).click();
    await alice.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await alice.message("You, Mine 2").waitFor({ state: "detached" });
    await alice.message("You, Mine 1").waitFor({ state: "detached" });
  });

  test("the bar of pinned messages goes from one to the next", async () => {
    const bar = alice.page.getByRole("region", { name: "Pinned messages" });
    await menu(alice.message("Bob, Milestone 120"), "Pin");
    await bar.getByText("Milestone 120").waitFor();
    for (const n of [40, 80]) {
      await t.as("alice", "pinChatMessage", { chat_id: t.id("Team"), message_id: ids[n] });
    }
    await bar.getByText("Milestone 80").waitFor();
    await bar.getByText("Pinned message 3").waitFor();
    expect(await alice.violations()).toEqual([]);
    for (const words of ["Milestone 80", "Milestone 40", "Milestone 120"]) {
      await bar.getByText(words).waitFor();
      await bar.getByRole("button").first().click();
      await alice.message(`Bob, ${words}`).waitFor();
    }
    for (const words of ["Milestone 80", "Milestone 40", "Milestone 120"]) {
      await bar.getByText(words).waitFor();
      await bar.getByRole("button", { name: "Unpin this message" }).click();
    }
    await waitUntilGone(bar);
    expect(await t.as("bob", "getPinnedMessages", { chat_id: t.id("Team") })).toEqual([]);
  });

  test("a link leads to its message", async () => {
    await alice.page.goto(`/@team?message=${ids[7]}`);
    await alice.message("Bob, Line 7,").waitFor();
    await alice.page.waitForURL(/\/chat\/-\d+$/);
  });

  test.runIf(LONG_RUN)("messages are found in the chat and from anywhere", async () => {
    await alice.page.getByRole("button", { name: "What to do with this chat" }).click();
    await alice.page.getByRole("menuitem", { name: "Search in this chat" }).click();
    await alice.page.getByRole("searchbox", { name: "Search in this chat" }).fill("milestone");
    await alice.page.getByText("1 of 3").waitFor();
    await alice.message("Bob, Milestone 120").waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.keyboard.press("Enter");
    await alice.page.getByText("2 of 3").waitFor();
    await alice.message("Bob, Milestone 80").waitFor();
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(alice.page.getByRole("searchbox", { name: "Search in this chat" }));
    await alice.page.keyboard.press("Control+k");
    await alice.page.getByRole("combobox").fill("Line 33");
    await alice.page.getByRole("option", { name: /Team.*Bob: Line 33/ }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.keyboard.press("Enter");
    await alice.message("Bob, Line 33,").waitFor();
  });

  test("the readers of one's own message are shown", async () => {
    await alice.page.getByRole("button", { name: "To the newest message" }).click();
    await alice.write("Read me");
    await alice.sent("Read me").waitFor();
    const { message_id } = (await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 1 })).messages[0];
    await t.as("carla", "readMessages", { chat_id: t.id("Team"), message_id });
    await alice.message("You, Read me").click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: "Read by 1 person" }).click();
    await alice.page.getByRole("dialog", { name: "Read by" }).getByText("Carla").waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.keyboard.press("Escape");
  });

  test("messages are forwarded to people and public groups without an existing chat", async () => {
    await t.as("bob", "createChat", { title: "Open talk", username: "open_talk" });
    await alice.openChat("Team");
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "Pass it on" });
    await menu(alice.message("Bob, Pass it on"), "Forward");
    const dialog = alice.page.getByRole("dialog", { name: "Forward to" });
    await dialog.getByRole("searchbox").fill("dav");
    await dialog.getByRole("checkbox", { name: "Dave" }).check();
    await dialog.getByRole("searchbox").fill("open_t");
    await dialog.getByRole("checkbox", { name: "Open talk you join it" }).check();
    expect(await alice.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Forward 1 message" }).click();
    await waitUntilGone(dialog);
    for (const who of ["dave", "bob"]) {
      const { chats } = await t.as(who, "listChats");
      expect(chats.map((row: Json) => row.last_message?.text)).toContain("Pass it on");
    }
  });

  test("links and mentions in a description lead to their targets", async () => {
    await t.as("alice", "setChatDescription", {
      chat_id: t.id("Team"),
      description: "See https://example.org or @bob.",
    });
    await t.as("bob", "editProfile", { about: "Mail me: bob@example.org" });
    const panel = await alice.openPanel(t.id("Team"));
    const link = panel.getByRole("link", { name: "https://example.org" });
    expect(await link.getAttribute("href")).toBe("https://example.org/");
    expect(await panel.getByRole("link", { name: "@bob", exact: true }).getAttribute("href")).toBe("/@bob");
    expect(await alice.violations()).toEqual([]);
    const person = await alice.openPanel(t.id("bob"));
    expect(await person.getByRole("link", { name: "bob@example.org" }).getAttribute("href")).toBe(
      "mailto:bob@example.org",
    );
  });

  test("an anonymous administrator has the photo of the group", async () => {
    const chat_id = t.id("Team");
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    form.set("photo", new Blob([new Uint8Array(await drawPicture(200, 200, "#0a7"))]), "group.png");
    expect((await t.person("alice", "setChatPhoto", form)).status).toBe(200);
    const rights = { can_manage_chat: true, is_anonymous: true };
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("carla"), ...rights });
    await t.as("carla", "sendMessage", { chat_id, text: "Who am I?" });
    await alice.openChat("Team");
    const post = alice.message("Team, Who am I?");
    await post.waitFor();
    await post.locator("..").locator("img").first().waitFor();
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
