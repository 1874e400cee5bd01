/** The developer's pages: calls, updates and webhooks as they happen, the way between them and the messages, and axe. */
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { develop } from "../developer/developer-calls.ts";
import { WORLD, type TestService } from "../support/service.ts";
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

describe.skipIf(executable === undefined)("the developer's pages", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { developer: true });
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", CLIPBOARD);
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [screen]);

  const entries = (list: string, words: string | RegExp) =>
    page.getByRole("list", { name: list, exact: true }).getByRole("link").filter({ hasText: words });
  const region = (name: string) => page.getByRole("region", { name });
  const go = (tab: string) => page.getByRole("navigation", { name: "Pages of the developer" }).getByText(tab).click();
  const filter = async (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const copied = () => page.evaluate<string>(() => navigator.clipboard.readText());

  describe("calls", () => {
    test("are shown as they are answered, with parameters, response and files", async () => {
      await screen.choose("Developer");
      const form = new FormData();
      form.set("chat_id", String(t.id("alice")));
      form.set("document", new Blob(["four"], { type: "text/plain" }), "notes.txt");
      await t.post(`/bot${t.token("echo_bot")}/sendDocument`, form);
      await entries("Calls", "sendDocument").filter({ hasText: "Echo" }).filter({ hasText: "200" }).click();
      await region("Parameters")
        .getByText(`"chat_id": "${t.id("alice")}"`)
        .waitFor();
      await region("Response").getByText('"file_name"').waitFor();
      const file = page.getByRole("list", { name: "Files" }).getByRole("listitem");
      expect(await file.innerText()).toMatch(/notes\.txt.*text\/plain.*4 bytes/s);
      // Calls of people are left out until they are asked for.
      expect(await entries("Calls", "listChats").count()).toBe(0);
      expect(await screen.violations()).toEqual([]);
    });

    test("are filtered, and the filter is in the address", async () => {
      await t.bot("guard_bot", "sendMessage", { chat_id: 1, text: "to nobody" });
      await filter("Filter");
      await page.getByLabel("Bot", { exact: true }).selectOption({ label: "Guard" });
      await page.getByLabel("Status").fill("404");
      await waitUntilGone(entries("Calls", "200"));
      await entries("Calls", "sendMessage").waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe(`?bot=${t.id("guard_bot")}&code=404`);
      await page.getByRole("textbox", { name: "Chat" }).fill("@no_such_chat");
      await page.getByRole("alert").filter({ hasText: "There is nobody of this kind here." }).waitFor();
      await filter("Show all");
      await entries("Calls", "sendDocument").waitFor();
    });

    test("are copied as programs, and run again", async () => {
      await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "it's\nlong" });
      await entries("Calls", "sendMessage").filter({ hasText: "200" }).first().click();
      await page.getByRole("button", { name: "Copy as…" }).click();
      await page.getByRole("menuitem", { name: "curl" }).click();
      await expect.poll(copied).toContain(`curl "${t.url}/bot$BOT_TOKEN/sendMessage"`);
      const before = (await develop(t, "listCalls", { method: "sendMessage" })).calls.length;
      await page.getByRole("button", { name: "Run again" }).click();
      await expect.poll(() => entries("Calls", "sendMessage").filter({ hasText: "200" }).count()).toBe(2);
      const { calls } = await develop(t, "listCalls", { method: "sendMessage", with_bodies: true });
      expect(calls).toHaveLength(before + 1);
      expect(calls.at(-1)).toMatchObject({ status: 200, params: { text: "it's\nlong" } });
      await page
        .getByRole("listitem")
        .locator(`[data-entry="${calls.at(-1).id}"][aria-current=page]`)
        .waitFor();
    });

    test("are brought by a request that was waiting for them", async () => {
      const asked: Request[] = [];
      page.on("request", (request) => void (request.url().endsWith("/developer/listCalls") && asked.push(request)));
      await t.ok("guard_bot", "getWebhookInfo");
      const { revision } = await develop(t, "listCalls", { method: "getWebhookInfo" });
      const after = (request: Request | undefined) => (request?.postDataJSON() as { after?: number })?.after ?? 0;
      await expect.poll(() => after(asked.at(-1))).toBeGreaterThanOrEqual(revision);
      const waiting = asked.at(-1)!;
      await t.ok("guard_bot", "getMyCommands");
      const { result } = await (await waiting.response())!.json();
      expect(result.calls).toMatchObject([{ method: "getMyCommands" }]);
      await entries("Calls", "getMyCommands").waitFor();
    });

    test("have no bodies while these are not recorded", async () => {
      const recording = page.getByRole("switch", { name: "Record bodies" });
      await recording.click();
      await expect.poll(() => recording.isChecked()).toBe(false);
      expect(await develop(t, "getRecording")).toEqual({ bodies: false });
      await t.ok("guard_bot", "getMe");
      await entries("Calls", "getMe").click();
      await page.getByText("The parameters and the response were not recorded.").waitFor();
      await recording.click();
      await expect.poll(() => develop(t, "getRecording")).toEqual({ bodies: true });
    });

    test("ten thousand of them are as fast as a few", async () => {
      const log = t.service.deps.developer!.calls;
      for (let n = 0; n < 10_000; n++) log.begin("bot", "getMyName", `trace ${n}`).end(200, "{}", 0);
      await expect.poll(() => entries("Calls", "getMyName").count()).toBeGreaterThan(5);
      const list = page.getByRole("list", { name: "Calls" });
      await expect.poll(() => list.getByRole("listitem").first().getAttribute("aria-setsize")).toBe("1000");
      const newest = String(log.log.read({ after: undefined, limit: 1, matches: () => true })[0]!.id);
      await expect.poll(() => list.getByRole("link").first().getAttribute("data-entry")).toBe(newest);
      expect(await list.getByRole("listitem").count()).toBeLessThan(100);
      await list.getByRole("link").first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "getMyName" }).waitFor();
    });
  });

  test("updates show what has become of them, or why they were not made", async () => {
    await go("Updates");
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "not for bots" });
    await entries("Updates", "Privacy mode is on").filter({ hasText: "Not made" }).click();
    await page.getByText("The bot did not get this update. Privacy mode is on").waitFor();
    // The other bot is an administrator, and gets it.
    await t.updates("guard_bot");
    const update = entries("Updates", "Guard").first();
    await update.filter({ hasText: "Confirmed" }).waitFor();
    await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "for the bot" });
    await update.filter({ hasText: "Queued" }).click();
    await region("The object that the bot gets").getByText('"for the bot"').waitFor();
    await t.updates("guard_bot");
    await page.getByText("Delivered by getUpdates").waitFor();
    await page.getByText("Confirmed by the bot").waitFor();
    await update.filter({ hasText: "Confirmed" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("link", { name: "The call that caused it" }).click();
    await region("Parameters").getByText('"for the bot"').waitFor();
  });

  test("the topic of a message, and who has reacted with what, are beside the objects", async () => {
    const team = { chat_id: t.id("Team") };
    const fact = (name: string) =>
      page.getByRole("definition").filter({ has: page.locator(`xpath=../dt[.="${name}"]`) });
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["message", "message_reaction"] });
    await t.as("alice", "setForum", { ...team, is_forum: true });
    const { message_thread_id } = await t.as("alice", "createForumTopic", { ...team, name: "Release" });
    const { message_id } = await t.as("bob", "sendMessage", { ...team, message_thread_id, text: "in a topic" });
    await t.as("alice", "setForum", { ...team, is_forum: false });
    await go("Updates");
    await entries("Updates", "Guard").first().click();
    await page.getByText(`Release (${message_thread_id})`).waitFor();
    const reaction = [{ type: "emoji", emoji: "👍" }];
    await t.as("bob", "setMessageReaction", { ...team, message_id, reaction });
    await entries("Updates", "message_reaction").filter({ hasText: "Guard" }).click();
    await expect.poll(() => fact("Who has reacted").innerText()).toBe("Bob");
    expect([await fact("Reactions before").innerText(), await fact("Reactions").innerText()]).toEqual(["None", "👍"]);
    await t.ok("guard_bot", "setMessageReaction", { ...team, message_id, reaction });
    await t.updates("guard_bot");
    await go("Calls");
    await entries("Calls", "setMessageReaction").filter({ hasText: "Guard" }).click();
    await expect.poll(() => fact("Reactions").innerText()).toBe("👍");
    await page.getByRole("link", { name: "Open the message" }).waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("mistakes of bots are listed, each with its call or its update", async () => {
    await go("Findings");
    await page.getByText("No mistake is found.").waitFor();
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "misspelt", pars_mode: "HTML" });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "again and again" });
    for (let polls = 0; polls < 5; polls++) await t.ok("echo_bot", "getUpdates");
    const finding = (rule: string) =>
      page.getByRole("list", { name: "Findings", exact: true }).locator("> li").filter({ hasText: rule });
    await finding("unknown_parameter").filter({ hasText: "Warning" }).filter({ hasText: "Echo" }).waitFor();
    expect(await finding("unknown_parameter").innerText()).toContain("sendMessage has no parameter pars_mode");
    await finding("update_unconfirmed").filter({ hasText: "Error" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await finding("unknown_parameter").getByRole("link", { name: "Show the call" }).click();
    await region("Parameters").getByText('"pars_mode"').waitFor();
    await page.goBack();
    await finding("update_unconfirmed").getByRole("link", { name: "Show the update" }).click();
    await region("The object that the bot gets").getByText('"again and again"').waitFor();
  });

  test("a message leads to its call and its updates, and these lead back", async () => {
    await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "from the bot" });
    await page.getByRole("link", { name: "Back to the chats" }).click();
    await screen.openChat("Team");
    await screen.message(/from the bot/).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show the call" }).click();
    await region("Response").getByText('"from the bot"').waitFor();
    expect(await entries("Calls", "").count()).toBe(1);
    await page.getByRole("link", { name: "Open the message" }).click();
    await screen.message(/from the bot/).waitFor();
    await page.locator(`a[data-chat="${t.id("guard_bot")}"]`).click();
    await screen.message(/for the bot/).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show the updates" }).click();
    await page.locator("[data-entry][aria-current=page]").filter({ hasText: "Confirmed" }).waitFor();
    await page.getByRole("link", { name: "Open the message" }).click();
    await screen.message(/for the bot/).waitFor();
  });

  test("beside a chat, its calls and updates are shown as they happen, and lead to its messages", async () => {
    const pane = region("Calls and updates of this chat");
    const back = page.getByRole("link", { name: "Back to the list" });
    const beside = page.getByRole("button", { name: "Calls and updates of this chat" });
    await beside.click();
    await entries("Calls", "sendMessage").filter({ hasText: "Alice" }).first().waitFor();
    expect(await entries("Calls", "getMyName").count()).toBe(0);
    // On a screen of this width it covers the chat.
    expect(await screen.message(/for the bot/).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1400, height: 900 });
    await screen.message(/for the bot/).waitFor();
    const sent = () => entries("Calls", "sendMessage").count();
    const before = await sent();
    await screen.write("seen beside");
    await expect.poll(sent).toBe(before + 1);
    await entries("Calls", "sendMessage").first().click();
    await region("Response").getByText('"seen beside"').waitFor();
    expect(await screen.violations()).toEqual([]);
    await back.click();

    await screen.message(/for the bot/).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show the updates" }).click();
    await pane.getByText("Confirmed by the bot").waitFor();
    await pane.getByRole("link", { name: "Open the message" }).click();
    await screen.message(/for the bot/).waitFor();
    await pane.getByRole("link", { name: "Show all" }).click();
    await entries("Updates", "Queued").first().waitFor();
    expect(await beside.getAttribute("aria-pressed")).toBe("true");
    await beside.click();
    await waitUntilGone(pane);
    await beside.click();
    await pane.getByRole("link", { name: "Show them on the developer's pages" }).click();
    await page.getByRole("navigation", { name: "Pages of the developer" }).waitFor();
    await entries("Calls", "sendMessage").filter({ hasText: "Alice" }).first().waitFor();
    await page.setViewportSize({ width: 1200, height: 800 });
  });
});
