/** The developer's pages of webhooks, people and the clock; and that none of them exists outside developer mode. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { develop } from "../developer/developer-calls.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { Receiver } from "../support/receiver.ts";
import { WORLD, type TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("the developer's pages", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { developer: true });
    browser = await openBrowser(executable!);
    // Under this name, as developers type it, people have host names of their own.
    screen = await Screen.open(browser, t.url.replace("127.0.0.1", "localhost"));
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const entries = (list: string, words: string | RegExp) =>
    page.getByRole("list", { name: list, exact: true }).getByRole("link").filter({ hasText: words });
  const region = (name: string) => page.getByRole("region", { name });

  test("two people are played in two tabs of one browser", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Developer: be anybody without a password" }).click();
    await page.getByRole("searchbox", { name: "Search people" }).fill("o");
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("searchbox", { name: "Search people" }).fill("");
    const openTab = async (name: string) => {
      const opened = page.context().waitForEvent("page");
      await page.getByRole("link", { name: `Open a tab as ${name}` }).click();
      const tab = await opened;
      await tab.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: "Team" }).click();
      return tab;
    };
    const alice = await openTab("Alice");
    const bob = await openTab("Bob");
    expect([alice, bob].map((tab) => new URL(tab.url()).hostname)).toEqual(["alice.localhost", "bob.localhost"]);
    const write = async (tab: Page, text: string) => {
      await tab.getByRole("textbox", { name: "Message" }).fill(text);
      await tab.getByRole("textbox", { name: "Message" }).press("Enter");
    };
    await write(alice, "hello Bob");
    await bob.getByRole("article", { name: /^Alice, hello Bob/ }).waitFor();
    await write(bob, "hello Alice");
    await alice.getByRole("article", { name: /^Bob, hello Alice/ }).waitFor();
    await alice.reload();
    await alice.getByRole("article", { name: /^You, hello Bob/ }).waitFor();
    // The link does not open another session for whoever is there already.
    const sessions = (await t.as("alice", "listSessions")).length;
    const again = await openTab("Alice");
    await again.getByRole("article", { name: /^You, hello Bob/ }).waitFor();
    expect(await t.as("alice", "listSessions")).toHaveLength(sessions);
    for (const tab of [alice, bob, again]) await tab.close();
  });

  test.runIf(LONG_RUN)(
    "a world is made and chosen, its people are played, and it is saved, restored and dropped",
    async () => {
      const title = (name: string) => page.getByRole("heading", { level: 2, name });
      await page.goto("/developer/worlds");
      await page.getByRole("button", { name: "Copy this world" }).click();
      const token = await page.getByLabel("Token of Echo").inputValue();
      t.canary.remember(token);
      expect(token).toMatch(/^\d+:w\d+-/);
      await page.getByRole("link", { name: "Show this world" }).click();
      await title("The world w1").waitFor();
      const pages = page.getByRole("navigation", { name: "Pages of the developer" });
      await pages.getByText("People").click();
      const opened = page.context().waitForEvent("page");
      await page.getByRole("link", { name: "Open a tab as Alice" }).click();
      const alice = await opened;
      await alice.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: "Team" }).click();
      expect(new URL(alice.url()).hostname).toBe("alice.w1.localhost");
      await pages.getByText("Worlds").click();
      await page.getByLabel("Name of a snapshot").fill("empty");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Restore empty" }).waitFor();
      expect(await screen.violations()).toEqual([]);
      await alice.getByRole("textbox", { name: "Message" }).fill("in the copy");
      await alice.getByRole("textbox", { name: "Message" }).press("Enter");
      const article = alice.getByRole("article", { name: /in the copy/ });
      await article.waitFor();
      await pages.getByText("Calls").click();
      // Calls of people are left out until they are asked for.
      await page.getByText("Nobody has called anything of this kind yet.").waitFor();
      await page.getByRole("button", { name: "Filter" }).click();
      await page.getByRole("switch", { name: "Also calls of people" }).click();
      await entries("Calls", "sendMessage").filter({ hasText: "Alice" }).first().click();
      await region("Response").getByText('"in the copy"').waitFor();
      const { calls } = await develop(t, "listCalls", { method: "sendMessage", with_bodies: true });
      expect(JSON.stringify(calls)).not.toContain("in the copy");
      await alice.getByRole("button", { name: "Calls and updates of this chat" }).click();
      await alice.getByRole("link", { name: "Show them on the developer's pages" }).click();
      await expect.poll(() => new URL(alice.url()).searchParams.get("world")).toBe("w1");
      await alice.goBack();
      await alice.getByRole("button", { name: "Close", exact: true }).click();

      await pages.getByText("Worlds").click();
      await page.getByRole("button", { name: "Restore empty" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
      await page.getByText("The snapshot is restored.").waitFor();
      await waitUntilGone(article);
      await alice.close();
      await page.getByRole("button", { name: "Drop" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Drop" }).click();
      await title("The main world").waitFor();
      expect((await develop(t, "listWorlds")).worlds.map(({ world }: { world: string }) => world)).toEqual(["main"]);
      await page.goto("/developer?world=w1");
      await page.getByText("There is no world w1").waitFor();
      await page.getByRole("link", { name: "To the main world" }).click();
      await waitUntilGone(page.getByText("There is no world w1"));
      await pages.getByText("Worlds").click();
      await title("The main world").waitFor();
    },
  );

  test("attempts of webhooks are shown with what was answered and when the next one is due", async () => {
    await t.updates("guard_bot");
    const receiver = new Receiver();
    receiver.answer = (_delivery, res) => res.writeHead(500).end("not today");
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen(), secret_token: "a-secret-word" });
    // Otherwise the second attempt is due while the page is looked at.
    await develop(t, "freezeClock");
    await page.goto("/developer/webhooks");
    await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "for the webhook" });
    await entries("Attempts", "attempt 1").filter({ hasText: "500" }).click();
    await region("Body of the request").getByText('"for the webhook"').waitFor();
    await region("Headers of the request").getByText('"[secret]"').first().waitFor();
    await region("Body of the response").getByText("not today").waitFor();
    await page.getByText("Next attempt").waitFor();
    expect(await screen.violations()).toEqual([]);
    receiver.answer = (_delivery, res) => res.end();
    await develop(t, "advanceClock", { seconds: 60 });
    await entries("Attempts", "attempt 2").filter({ hasText: "200" }).click();
    await page.getByRole("link", { name: "Updates of this bot" }).click();
    await entries("Updates", "Confirmed").first().click();
    await page.getByText("Attempt 1 to deliver it to the webhook failed").waitFor();
    await page.getByText("Delivered to the webhook by attempt 2").waitFor();
    await page.getByRole("link", { name: "Attempts to deliver it" }).click();
    await expect.poll(() => entries("Attempts", "").count()).toBe(2);
    await develop(t, "resumeClock");
    await receiver.close();
  });

  test.runIf(LONG_RUN)("a webhook is paused and resumed, and a request is sent again", async () => {
    const receiver = new Receiver();
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen(), drop_pending_updates: true });
    await page.goto("/developer/webhooks");
    const webhook = page.getByRole("list", { name: "Webhooks of bots" }).getByRole("listitem");
    await webhook.getByRole("button", { name: "Pause deliveries to Guard" }).click();
    await webhook.getByText("Paused").waitFor();
    await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "later" });
    await webhook.getByText("1 update waits").waitFor();
    expect(receiver.deliveries).toHaveLength(0);
    await webhook.getByRole("button", { name: "Resume deliveries to Guard" }).click();
    await receiver.until(1);
    const { update_id } = receiver.deliveries[0]!.body;
    await entries("Attempts", `Update ${update_id}, attempt 1`).filter({ hasText: "200" }).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await receiver.until(2);
    expect(receiver.deliveries[1]!.text).toBe(receiver.deliveries[0]!.text);
    await page.getByRole("link", { name: "To its outcome" }).click();
    await entries("Attempts", "Sent again").filter({ hasText: "200" }).waitFor();
    await receiver.close();
  });

  test.runIf(LONG_RUN)("fault rules are added, listed as sentences and removed", async () => {
    await page.goto("/developer/faults");
    await page.getByText("Nothing fails by a rule.").waitFor();
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByRole("alert").filter({ hasText: "the rule is empty" }).waitFor();
    await page.getByLabel("Code").fill("429");
    await page.getByLabel("Seconds to wait").fill("3");
    await page.getByRole("combobox", { name: "Bot" }).selectOption({ label: "Echo" });
    await page.getByRole("textbox", { name: "Method" }).fill("sendMessage");
    await page.getByLabel("At most so often").fill("1");
    await page.getByRole("button", { name: "Add the rule" }).click();
    const rules = page.getByRole("list", { name: "Fault rules" }).locator("> li");
    const rule = rules.filter({ hasText: "Calls fail: Too Many Requests: retry after 3" });
    await rule.filter({ hasText: "Bot: Echo" }).filter({ hasText: "Method: sendMessage" }).waitFor();
    const { status, body } = await t.bot("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "hi" });
    expect([status, body.parameters]).toEqual([429, { retry_after: 3 }]);
    await rule.getByText("Over", { exact: true }).waitFor();
    await rule.getByText("Applied to 1 of 1 matches").waitFor();

    await page.getByLabel("What happens").selectOption("Updates: twice");
    expect(await page.getByRole("textbox", { name: "Method" }).count()).toBe(0);
    await page.getByLabel("Probability in percent").fill("150");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.getByRole("alert").filter({ hasText: "probability" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.getByLabel("Probability in percent").fill("");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await rules.filter({ hasText: "Updates come twice" }).waitFor();
    await page.getByRole("button", { name: "Remove the rule: Updates come twice" }).click();
    await expect.poll(() => rules.count()).toBe(1);
    expect((await develop(t, "listFaults")).faults).toHaveLength(1);

    await page.getByRole("navigation", { name: "Pages of the developer" }).getByText("Calls").click();
    await entries("Calls", "sendMessage").filter({ hasText: "429" }).filter({ hasText: "Fault" }).click();
    await page.getByText("1: error 429").waitFor();
    // Nobody is signed in here, which this page has asked when it was loaded.
    expect(await entries("Calls", "getProfile").filter({ hasText: "401" }).count()).toBe(0);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("switch", { name: "Also calls of these pages" }).click();
    await entries("Calls", "getProfile").filter({ hasText: "401" }).first().waitFor();
  });

  test.runIf(LONG_RUN)("the clock is frozen, advanced, and set to the next timer", async () => {
    await page.goto("/developer/clock");
    await page.getByRole("button", { name: "Freeze" }).click();
    await page.getByRole("status").filter({ hasText: "Frozen" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    const before = await develop(t, "getClock");
    expect(before.is_frozen).toBe(true);
    await page.getByLabel("By").fill("90");
    await page.getByLabel("Unit").selectOption("seconds");
    await page.getByRole("button", { name: "Advance" }).click();
    const ahead_s = async () => Math.round(((await develop(t, "getClock")).now_ms - before.now_ms) / 1000);
    await expect.poll(ahead_s).toBe(90);
    const poll = t.ok("echo_bot", "getUpdates", { timeout: 1 });
    await t.waiting(1);
    // Nothing else is due so soon.
    await page.getByText("1 second", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Run to the next timer" }).click();
    expect(await poll).toEqual([]);
    expect(await ahead_s()).toBe(91);
    await page.getByRole("button", { name: "Let it go on" }).click();
    await expect.poll(async () => (await develop(t, "getClock")).is_frozen).toBe(false);
    await page.getByLabel("By").fill("40");
    await page.getByLabel("Unit").selectOption("days");
    await page.getByText("More than nothing, and at most 31 days.").waitFor();
  });

  test("outside developer mode nothing leads to them, and they do not exist", async () => {
    const usual = await startWithClient(WORLD);
    const visitor = await Screen.signIn(browser, usual, "alice");
    await visitor.page.getByRole("button", { name: "Menu", exact: true }).click();
    await visitor.page.getByRole("menuitem", { name: "Your bots" }).waitFor();
    expect(await visitor.page.getByRole("menuitem", { name: "Developer" }).count()).toBe(0);
    for (const path of ["/developer", "/developer/calls", "/developer/as/bob"]) {
      expect((await visitor.page.goto(path))!.status()).toBe(404);
    }
    await visitor.page.goto("/developer/clock");
    await visitor.page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await usual.as("alice", "getProfile")).not.toHaveProperty("developer");
    await visitor.close();
    await usual.stop();
  });
});
