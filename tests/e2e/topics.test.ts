/** Topics of a group: the list of them, reading and writing in one. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import {
  CLIPBOARD,
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("topics", () => {
  let browser: Browser;
  let t: TestService;
  let bob: Screen;
  let release = 0;
  let support = 0;
  const team = () => t.id("Team");
  beforeAll(async () => {
    t = await startWithClient();
    await t.as("alice", "setForum", { chat_id: team(), is_forum: true });
    const create = (name: string) => t.as("alice", "createForumTopic", { chat_id: team(), name });
    release = (await create("Release")).message_thread_id;
    support = (await create("Support")).message_thread_id;
    await say("alice", "The release is on Monday", release);
    browser = await openBrowser(executable!);
    bob = await Screen.signIn(browser, t, "bob", CLIPBOARD);
    await bob.page.setViewportSize(WIDE);
  });
  // Wide enough for the list beside the topic.
  const WIDE = { width: 1360, height: 800 };
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [bob]);

  const say = (who: string, text: string, message_thread_id?: number) =>
    t.as(who, "sendMessage", { chat_id: team(), text, ...(message_thread_id ? { message_thread_id } : {}) });
  const topic = (name: string | RegExp) =>
    bob.page.getByRole("navigation", { name: "Topics" }).getByRole("link", { name });
  const open = async (name: string) => {
    await topic(new RegExp(`^${name}`)).click();
    await bob.page.getByRole("region", { name: new RegExp(`^${name} · Team`) }).waitFor();
  };

  test("opening the group shows its topics, and opening one shows its messages alone", async () => {
    await bob.page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: /Team/ }).click();
    await topic(/^Release.*The release is on Monday.*2 unread messages/).waitFor();
    await topic(/^General/).waitFor();
    expect(await bob.violations()).toEqual([]);
    await open("Release");
    await bob.message(/The release is on Monday/).waitFor();
    await bob.message(/created the topic “Release”/).waitFor();
    expect(await bob.page.getByRole("article").filter({ hasText: "created the topic “Support”" }).count()).toBe(0);
    await expect.poll(() => bob.page.title()).toContain("Release · Team · Heliogram");
    await topic(/^Release(?!.*unread)/).waitFor();
    expect(await bob.violations()).toEqual([]);
  });

  test("a message is sent to the open topic, and a draft belongs to its topic", async () => {
    const field = bob.page.getByRole("textbox", { name: "Message", exact: true });
    await field.fill("On Tuesday rather");
    await field.press("Enter");
    await bob.message(/On Tuesday rather/).waitFor();
    await expect
      .poll(async () => {
        const { messages } = await t.as("alice", "getHistory", { chat_id: team(), message_thread_id: release });
        return messages.at(-1).text;
      })
      .toBe("On Tuesday rather");
    await field.fill("Not yet");
    await open("Support");
    await expect.poll(() => field.inputValue()).toBe("");
    await topic(/^Release.*Draft:.*Not yet/).waitFor();
    await open("Release");
    await expect.poll(() => field.inputValue()).toBe("Not yet");
    await field.fill("");
  });

  test("messages elsewhere are counted in their topic, and one in General is read there", async () => {
    await open("Support");
    await say("alice", "Somebody waits", release);
    await topic(/^Release.*Somebody waits.*1 unread message/).waitFor();
    await say("alice", "Hello all");
    await topic(/^General.*Hello all.*unread/).waitFor();
    await open("General");
    await bob.message(/Hello all/).waitFor();
    await topic(/^General(?!.*unread)/).waitFor();
    await expect
      .poll(async () => {
        const { topics } = await t.as("bob", "listTopics", { chat_id: team(), message_thread_ids: [1, release] });
        return topics.map(({ unread_count }: { unread_count: number }) => unread_count).toSorted();
      })
      .toEqual([0, 1]);
  });

  test("in a closed topic a sentence says why nobody writes", async () => {
    await open("Support");
    await t.as("alice", "closeForumTopic", { chat_id: team(), message_thread_id: support });
    await bob.page.getByText("This topic is closed.").waitFor();
    await topic(/^Support.*Closed/).waitFor();
    await t.as("alice", "reopenForumTopic", { chat_id: team(), message_thread_id: support });
    await bob.page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  });

  test("an address of a message opens its topic, and a deleted topic is gone", async () => {
    const { message_id } = await say("alice", "The place to go", support);
    await bob.openPath(`/chat/${team()}?message=${message_id}`);
    await bob.page.getByRole("region", { name: /^Support · Team/ }).waitFor();
    await bob.message(/The place to go/).waitFor();
    await t.as("alice", "deleteForumTopic", { chat_id: team(), message_thread_id: support });
    await bob.page.getByText("This topic does not exist, or it was deleted.").waitFor();
    await bob.page.getByRole("link", { name: "To the topics" }).click();
    await topic(/^Release/).waitFor();
    expect(await topic(/^Support/).count()).toBe(0);
  });

  test("who manages topics creates, edits, closes and deletes one, and turns topics off and on", async () => {
    const alice = await Screen.signIn(browser, t, "alice", CLIPBOARD);
    await alice.page.setViewportSize(WIDE);
    const { page } = alice;
    const links = page.getByRole("navigation", { name: "Topics" }).getByRole("link");
    const menu = async (of: string, item: string) => {
      await links.filter({ hasText: of }).click({ button: "right" });
      await page.getByRole("menuitem", { name: item, exact: true }).click();
    };
    await alice.openPath(`/chat/${team()}`);
    await page.getByRole("button", { name: "New topic" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Ideas");
    await dialog.getByRole("radio", { name: "Green" }).check();
    expect(await alice.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Make topic" }).click();
    await page.getByRole("region", { name: "Ideas · Team" }).waitFor();
    await menu("Ideas", "Edit topic");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Plans");
    await dialog.getByRole("radio", { name: "💡" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("region", { name: "Plans · Team" }).waitFor();
    await links.filter({ hasText: "Plans" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Close topic" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await page.getByRole("menuitem", { name: "Close topic" }).click();
    await links.filter({ hasText: "Plans" }).getByRole("img", { name: "Closed" }).waitFor();
    await menu("Plans", "Mute");
    await links.filter({ hasText: "Plans" }).getByRole("img", { name: "Muted" }).waitFor();
    await menu("Plans", "Copy link");
    const id = await links.filter({ hasText: "Plans" }).getAttribute("data-topic");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`topic=${id}`);
    await menu("Plans", "Delete topic");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete topic" }).click();
    await expect.poll(() => links.filter({ hasText: "Plans" }).count()).toBe(0);
    await page.getByRole("button", { name: "What to do with the topics" }).click();
    await page.getByRole("menuitem", { name: "View as one chat" }).click();
    await alice.message(/Hello all/).waitFor();
    await page.getByRole("button", { name: "What to do with this chat" }).click();
    await page.getByRole("menuitem", { name: "View as topics" }).click();
    await links.filter({ hasText: "Release" }).waitFor();
    await alice.openPath(`/chat/${team()}/info/edit`);
    await page.getByRole("switch", { name: "Topics" }).click();
    await alice.message(/Hello all/).waitFor();
    expect(await alice.violations()).toEqual([]);
    await page.getByRole("switch", { name: "Topics" }).click();
    await page.getByRole("switch", { name: "Topics", checked: true }).waitFor();
    await alice.close();
  });

  test("on a phone the list, a topic and the list again", async () => {
    await bob.page.setViewportSize({ width: 390, height: 800 });
    await bob.openPath(`/chat/${team()}`);
    await open("Release");
    expect(
      await topic(/^General/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    expect(await bob.violations()).toEqual([]);
    await bob.page.getByRole("link", { name: "Back to the topics" }).click();
    await topic(/^General/)
      .filter({ visible: true })
      .waitFor();
    await bob.page.setViewportSize(WIDE);
  });
});
