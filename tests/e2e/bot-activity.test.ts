/** The page of a bot shows its owner what the bot has called and received, and follows it while it is open. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Receiver } from "../support/receiver.ts";
import type { TestService } from "../support/service.ts";
import { CLIPBOARD, findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";
import { until } from "../support/until.ts";

const executable = findChromium();
const BOT = "echo_bot";

describe.skipIf(executable === undefined)("a bot's page", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", CLIPBOARD);
    ({ page } = screen);
    await page.clock.install();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const section = () =>
    page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: "Activity" }) });
  const rows = (list: string) => section().getByRole("list", { name: list }).getByRole("listitem");
  /** The value of a fact by its name. */
  const fact = (name: string) => section().locator("dt", { hasText: name }).locator("+ dd");
  /** Until the page is told what is expected of it. */
  const follow = async (isShown: () => Promise<unknown>) => {
    await page.clock.fastForward(5000);
    await isShown();
  };

  test("shows its calls and updates, and follows them", async () => {
    await page.goto(`/settings/bots/${t.id(BOT)}`);
    await section().getByText("by polling, but not since").waitFor();
    await section().getByText("It has called nothing yet.").waitFor();
    const said = await t.person("alice", "sendMessage", { chat_id: t.id(BOT), text: "a private word" });
    await follow(() => rows("Last updates").first().getByText("Queued").waitFor());
    expect(await fact("Updates waiting").textContent()).toBe("1");
    const [{ update_id }] = await t.ok(BOT, "getUpdates");
    await t.ok(BOT, "getUpdates", { offset: update_id + 1 });
    const refused = await t.bot(BOT, "sendMessage", { chat_id: 424_242, text: "another word" });
    await follow(() => rows("Last updates").first().getByText("Confirmed").waitFor());
    expect(await fact("Updates waiting").textContent()).toBe("0");
    expect(await rows("Last updates").first().textContent()).toMatch(/^message\d+Confirmed.*by getUpdates after/);
    expect(await rows("Last calls").allTextContents()).toEqual([
      expect.stringMatching(/^sendMessage404.*chat not found/),
      expect.stringMatching(/^getUpdates× 2200/),
    ]);
    expect(await fact("Last failed call").textContent()).toContain(refused.body.description);
    expect(await section().textContent()).not.toContain("word");
    await section().getByRole("button", { name: "Copy the trace of sendMessage" }).click();
    await page.getByText("The trace is copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(refused.headers.get("x-trace-id"));
    await section()
      .getByRole("button", { name: `Copy the trace of message ${update_id}` })
      .click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(said.headers.get("x-trace-id"));
    expect(await screen.violations()).toEqual([]);
  });

  test("shows all entries on request, also on a phone", async () => {
    for (const method of ["getMe", "getMyCommands", "getWebhookInfo", "getMe"]) await t.ok(BOT, method);
    await follow(() => section().getByRole("button", { name: "Show all 6" }).waitFor());
    expect(await rows("Last calls").count()).toBe(5);
    await section().getByRole("button", { name: "Show all 6" }).press("Enter");
    expect(await rows("Last calls").count()).toBe(6);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await screen.violations()).toEqual([]);
    await section().getByRole("button", { name: "Show fewer" }).press("Enter");
    expect(await rows("Last calls").count()).toBe(5);
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  test("shows the webhook and its last error", async () => {
    const receiver = new Receiver();
    receiver.answer = (_delivery, res) => void res.writeHead(503).end();
    const url = await receiver.listen();
    await t.ok(BOT, "setWebhook", { url });
    await t.as("alice", "sendMessage", { chat_id: t.id(BOT), text: "hello" });
    await receiver.until(1);
    await until(async () => (await t.ok(BOT, "getWebhookInfo")).last_error_message, "an error of the webhook");
    await follow(() => fact("Last error of the webhook").getByText("Wrong response from the webhook: 503").waitFor());
    expect(await fact("Receives updates").textContent()).toBe(`at its webhook ${url}`);
    await rows("Last updates").first().getByText("failed attempts of the webhook").waitFor();
    await t.ok(BOT, "deleteWebhook");
    await receiver.close();
  });
});
