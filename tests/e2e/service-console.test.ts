/** The developer console of a service: an owner turns it on, sees a call as it happens, and turns it off; others see that it is on. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NODES } from "../support/behind-balancer.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { Receiver } from "../support/receiver.ts";
import type { TestService } from "../support/service.ts";
import {
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();
const BESIDE = "Calls and updates of this chat";
const NOTE = /^The developer console has been on since .*: owners of the service can read what bots send and receive/;

// Behind a balancer, each request of a page may be answered by another node, which has its own records.
describe.skipIf(executable === undefined || NODES > 1)("the developer console of a service", () => {
  let browser: Browser;
  let t: TestService;
  let owner: Screen;
  let other: Screen;
  let page: Page;
  let receiver: Receiver;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    owner = await Screen.signIn(browser, t, "alice");
    other = await Screen.signIn(browser, t, "bob");
    ({ page } = owner);
    receiver = new Receiver();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
    await receiver.close();
  });
  recoverAfterFailures(() => [owner, other]);

  const consoleSwitch = () => page.getByRole("switch", { name: "Developer console" });
  const note = (where: Page): Locator => where.getByRole("note").filter({ hasText: NOTE });
  const entries = (list: string, words: string | RegExp) =>
    page.getByRole("list", { name: list, exact: true }).getByRole("link").filter({ hasText: words });
  const region = (name: string) => page.getByRole("region", { name });
  const tabs = () => page.getByRole("navigation", { name: "Pages of the developer" });

  test("while it is off, nothing of it is there but its switch", async () => {
    await owner.openChat("Echo");
    await page.getByRole("button", { name: "What to do with this chat" }).waitFor();
    expect(await page.getByRole("button", { name: BESIDE }).count()).toBe(0);
    await page.goto("/developer");
    await page.getByText("The developer console is off. What it had recorded is gone.").waitFor();
    await page.getByRole("link", { name: "To its switch" }).click();
    await consoleSwitch().waitFor();
    expect(await consoleSwitch().isChecked()).toBe(false);
    expect(await page.getByText("Open the console").count()).toBe(0);
    expect(await owner.violations()).toEqual([]);
  });

  test("turned on, its pages show what bots call, receive and do wrong, and nothing that acts", async () => {
    await consoleSwitch().click();
    await page.getByText(/^On since /).waitFor();
    await page.getByRole("link", { name: "Open the console" }).click();
    await page.getByText("Nobody has called anything of this kind yet.").waitFor();
    expect(await tabs().getByRole("link").allInnerTexts()).toEqual(["Calls", "Updates", "Webhooks", "Findings"]);
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("Team"), text: "to the team", no_such_parameter: 1 });
    await entries("Calls", "sendMessage").filter({ hasText: "200" }).click();
    await region("Parameters").getByText('"text": "to the team"').waitFor();
    await region("Response").getByText('"message_id"').waitFor();
    await page.getByRole("button", { name: "Copy as…" }).waitFor();
    const form = new FormData();
    form.set("chat_id", String(t.id("Team")));
    form.set("document", new File(["one line"], "notes.txt"));
    await t.post(`/bot${t.token("echo_bot")}/sendDocument`, form);
    await entries("Calls", "sendDocument").click();
    await page.getByRole("list", { name: "Files" }).getByText("notes.txt").waitFor();
    expect(await page.getByRole("link", { name: "notes.txt" }).count()).toBe(0);
    for (const name of ["Run again", "Record bodies"]) expect(await page.getByText(name).count()).toBe(0);
    expect(await owner.violations()).toEqual([]);

    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "for no bot" });
    await tabs().getByText("Updates").click();
    await entries("Updates", "Echo").filter({ hasText: "Not made" }).first().waitFor();

    await t.ok("echo_bot", "setWebhook", { url: await receiver.listen() });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "to the webhook" });
    await tabs().getByText("Webhooks").click();
    await entries("Attempts", "Echo").filter({ hasText: "200" }).click();
    await region("Body of the request").getByText('"text": "to the webhook"').waitFor();
    for (const name of ["Send again", "Pause deliveries to Echo", "Deliver to Echo now"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await owner.violations()).toEqual([]);

    await tabs().getByText("Findings").click();
    await page.getByRole("list", { name: "Findings" }).getByText("unknown_parameter").waitFor();
    const answer = await page.goto("/developer/faults");
    expect(answer!.status()).toBe(404);
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
  });

  test("beside a chat, it shows the calls and updates of that chat", async () => {
    await page.goto("/");
    await owner.openChat("Team");
    await page.getByRole("button", { name: BESIDE }).click();
    const pane = region(BESIDE);
    await pane.getByRole("list", { name: "Calls" }).getByText("sendMessage").waitFor();
    await t.ok("guard_bot", "sendChatAction", { chat_id: t.id("Team"), action: "typing" });
    await pane.getByRole("list", { name: "Calls" }).getByText("sendChatAction").waitFor();
    await pane.getByText("Updates", { exact: true }).click();
    await pane.getByRole("list", { name: "Updates" }).getByText("Guard").first().waitFor();
    expect(await owner.violations()).toEqual([]);
  });

  test("others see that it is on, and nothing of what it shows", async () => {
    const theirs = other.page;
    await theirs.goto("/settings");
    await note(theirs).waitFor();
    expect(await other.violations()).toEqual([]);
    await page.goto(`/settings/bots/${t.id("echo_bot")}`);
    await note(page).waitFor();
    await theirs.goto("/");
    await other.openChat("Team");
    await theirs.getByRole("button", { name: "What to do with this chat" }).waitFor();
    expect(await theirs.getByRole("button", { name: BESIDE }).count()).toBe(0);
    await theirs.goto("/developer");
    await theirs.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await theirs.getByText("sendMessage").count()).toBe(0);
    await theirs.goto(`/chat/${t.id("Team")}/developer`);
    await expect.poll(() => new URL(theirs.url()).pathname).toBe(`/chat/${t.id("Team")}`);
  });

  test.runIf(LONG_RUN)("turned off, the open page of another tab shows nothing any more", async () => {
    const second = await owner.again(browser, t);
    await second.page.goto("/developer");
    await second.page.getByRole("list", { name: "Calls", exact: true }).getByRole("link").first().waitFor();
    await page.goto("/owner/bots");
    await consoleSwitch().click();
    await waitUntilGone(page.getByText(/^On since /));
    await second.page.getByText("The developer console is off. What it had recorded is gone.").waitFor();
    expect(await second.page.getByText("sendMessage").count()).toBe(0);
    await other.page.goto("/settings");
    await other.page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(await note(other.page).count()).toBe(0);
    expect([...owner.errors, ...other.errors, ...second.errors]).toEqual([]);
  });
});
