/** Topics of a group: the list of them, reading and writing in one. */
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
    // The person's other screens have it too, and what these change appears here.
    const draft = { chat_id: team(), message_thread_id: release };
    const listing = { chat_id: team(), message_thread_ids: [release] };
    const saved = async () => (await t.as("bob", "listTopics", listing)).topics[0].draft?.text;
    await expect.poll(saved).toBe("Not yet");
    await t.as("bob", "saveDraft", { ...draft, text: "Not today" });
    await expect.poll(() => field.inputValue()).toBe("Not today");
    await open("Support");
    await topic(/^Release.*Draft:.*Not today/).waitFor();
    await t.as("bob", "saveDraft", { ...draft, text: "" });
    await topic(/^Release(?!.*Draft)/).waitFor();
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

  const chats = () => bob.page.getByRole("navigation", { name: "Chats" });

  test("what is unread in a muted topic is not counted in the chat, here and after a reload", async () => {
    await bob.openPath("/");
    await t.as("bob", "readMessages", { chat_id: team(), message_id: 1_000_000 });
    const row = chats().locator(`[data-chat="${team()}"]`);
    const counts = (words: RegExp) => row.filter({ hasText: words }).waitFor();
    await say("alice", "Heard", 0);
    await say("alice", "Not heard", release);
    await counts(/2 unread messages/);
    await t.as("bob", "muteTopic", { chat_id: team(), message_thread_id: release });
    await counts(/1 unread message/);
    await bob.page.reload();
    await counts(/1 unread message/);
    await say("alice", "Not heard either", release);
    await counts(/Not heard either.*1 unread message/);
    await t.as("bob", "unmuteTopic", { chat_id: team(), message_thread_id: release });
    await counts(/3 unread messages/);
  });

  test("the button for mentions stays in the topic", async () => {
    const other = await say("alice", "@bob elsewhere");
    for (let n = 0; n < 30; n++) await say("alice", `Line ${n}\n2\n3`, release);
    await say("alice", "@bob last of the topic", release);
    await bob.openPath(`/chat/${team()}`);
    await open("Release");
    const button = bob.page.getByRole("button", { name: "To the next mention of you" });
    await button.waitFor();
    await button.click();
    await bob.message(/last of the topic/).waitFor();
    await button.waitFor({ state: "detached" });
    const unread = async () => (await t.as("bob", "getMentions", { chat_id: team() })).messages;
    await expect.poll(async () => (await unread()).map((each: Json) => each.message_id)).toEqual([other.message_id]);
  });

  test("shown as one chat, messages name their topic and lead to it; one forwards and replies into a topic", async () => {
    const { page } = bob;
    await t.as("bob", "readMessages", { chat_id: team(), message_id: 1_000_000 });
    await t.as("bob", "openChat", { user_id: t.id("alice") });
    await t.as("alice", "sendMessage", { chat_id: t.id("bob"), text: "For the others" });
    await bob.openPath(`/chat/${team()}`);
    await page.getByRole("button", { name: "What to do with the topics" }).click();
    await page.getByRole("menuitem", { name: "View as one chat" }).click();
    const label = bob.message(/last of the topic/).getByRole("link", { name: "Topic: Release" });
    await label.waitFor();
    expect(await bob.violations()).toEqual([]);
    await label.click();
    await page.getByRole("region", { name: /^Release · Team/ }).waitFor();
    await bob.openPath(`/chat/${t.id("alice")}`);
    const choose = async (item: string) => {
      await bob.message(/For the others/).click({ button: "right" });
      await page.getByRole("menuitem", { name: item }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Team", expanded: false }).press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      return dialog;
    };
    const dialog = await choose("Forward");
    expect(await bob.violations()).toEqual([]);
    await dialog.getByRole("checkbox", { name: /^Release/ }).check();
    await dialog.getByRole("button", { name: "Forward 1 message" }).click();
    await page.getByRole("region", { name: /^Release · Team/ }).waitFor();
    await bob.message(/You, For the others/).waitFor();
    await bob.openPath(`/chat/${t.id("alice")}`);
    await (await choose("Reply in another chat…")).getByRole("button", { name: /^Release/ }).press("Enter");
    await page.getByRole("region", { name: /^Release · Team/ }).waitFor();
    await page.getByText("Reply to Alice").waitFor();
    await bob.write("It is there");
    await bob.sent("It is there").waitFor();
    const { messages } = await t.as("alice", "getHistory", { chat_id: team(), message_thread_id: release, limit: 2 });
    expect(messages.map(({ forward_origin, external_reply }: Json) => [!!forward_origin, !!external_reply])).toEqual([
      [true, false],
      [false, true],
    ]);
    await bob.openPath(`/chat/${team()}`);
    await page.getByRole("button", { name: "What to do with this chat" }).click();
    await page.getByRole("menuitem", { name: "View as topics" }).click();
  });

  test.runIf(LONG_RUN)(
    "the topics of a bot are beside its chat, and people make topics where the bot's page says so",
    async () => {
      const alice = await Screen.signIn(browser, t, "alice");
      const { page } = alice;
      await page.setViewportSize(WIDE);
      const bot = t.id("echo_bot");
      await t.as("alice", "openChat", { user_id: bot });
      await t.as("alice", "startBot", { user_id: bot });
      await alice.openPath(`/settings/bots/${bot}`);
      await page.getByRole("combobox", { name: "Topics" }).selectOption({ label: "The bot makes topics" });
      await expect
        .poll(async () => (await t.as("alice", "listTopics", { chat_id: bot })).can_create)
        .not.toBe("NOT_A_FORUM");
      await page.goto(`/chat/${bot}`);
      const list = page.getByRole("navigation", { name: "Topics" });
      await list.getByText("No topics yet").waitFor();
      await page.getByRole("button", { name: "New topic", disabled: true }).waitFor();
      expect(await alice.violations()).toEqual([]);
      await t.as("alice", "editBot", { bot_id: bot, topics: "people" });
      await page.reload();
      await page.getByRole("button", { name: "New topic" }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Task 1");
      await page.getByRole("button", { name: "Make topic" }).click();
      await page.getByRole("region", { name: "Task 1 · Echo" }).waitFor();
      await alice.write("Begin");
      await alice.sent("Begin").waitFor();
      const { topics } = await t.as("alice", "listTopics", { chat_id: bot });
      const { message_thread_id } = topics.find(({ topic }: Json) => topic.name === "Task 1").topic;
      await list.getByRole("link", { name: /^General/ }).waitFor();
      await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "Step one", message_thread_id });
      await alice.message(/Step one/).waitFor();
      await alice.openPath(`/chat/${bot}`);
      await alice
        .message(/Step one/)
        .getByRole("link", { name: "Topic: Task 1" })
        .waitFor();
      await list.getByRole("link", { name: /^Task 1/ }).waitFor();
      expect(await alice.violations()).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await list.filter({ visible: true }).count()).toBe(0);
      await page.getByRole("button", { name: "What to do with this chat" }).click();
      await page.getByRole("menuitem", { name: "View as topics" }).click();
      await list.getByRole("link", { name: /^Task 1/ }).click();
      await alice.message(/Step one/).waitFor();
      expect(await alice.violations()).toEqual([]);
      await alice.close();
    },
  );

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
