/** The owner's pages: what they show and change, that others cannot open them, and the violations that axe finds. */
import type { Browser, Page } from "playwright-core";
import { newAppSecret } from "heliogram/app/accounts/authenticator-app.ts";
import { setUpApp } from "heliogram/app/accounts/second-factor.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import {
  findChromium,
  hasValue,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();
const PASSWORD = "another long password";

describe.skipIf(executable === undefined)("the owner's pages", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [screen]);

  const list = (name: string) => page.getByRole("list", { name });
  const entry = (name: string, words: string) => list(name).locator("> li").filter({ hasText: words });
  const go = (tab: string) => page.getByRole("navigation", { name: "Pages of the owner" }).getByText(tab).click();
  const choose = async (person: string, item: string) => {
    await page.getByRole("button", { name: `What to do about ${person}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  /** The name of the file that an action downloads. */
  const downloaded = async (act: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    expect(await download.failure()).toBeNull();
    return download.suggestedFilename();
  };
  /** Answers a confirmation dialog, and waits until it is closed. */
  const confirm = async (label: string) => {
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: label }).click();
    await waitUntilGone(question);
  };

  test("the menu leads to them", async () => {
    await screen.choose("This service");
    await entry("People", "Bob").waitFor();
    await expect.poll(() => list("People").locator("> li").count()).toBe(4);
    expect(await screen.violations()).toEqual([]);
  });

  test("people are found by name", async () => {
    await page.getByRole("searchbox", { name: "Search people" }).fill("car");
    await expect
      .poll(() => list("People").locator("> li").allInnerTexts())
      .toEqual([expect.stringContaining("@carla")]);
    await page.getByRole("searchbox", { name: "Search people" }).fill("zzz");
    await page.getByText("Nobody of this name.").waitFor();
    await page.getByRole("searchbox", { name: "Search people" }).fill("");
    await entry("People", "Alice").waitFor();
    const unprotected = page.getByRole("checkbox", { name: "Only people with a password and no second factor" });
    await unprotected.check();
    await expect
      .poll(() => list("People").locator("> li").allInnerTexts())
      .toEqual([expect.stringContaining("@alice")]);
    await unprotected.uncheck();
    await entry("People", "Bob").waitFor();
  });

  test("a person is suspended after confirmation, and restored", async () => {
    await choose("Dave", "Suspend");
    await page.getByRole("alertdialog", { name: "Suspend Dave?" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await confirm("Suspend");
    await entry("People", "Dave").getByText("Suspended").waitFor();
    expect((await t.person("dave", "listChats")).status).toBe(401);
    await choose("Dave", "Restore");
    await waitUntilGone(entry("People", "Dave").getByText("Suspended"));
  });

  test("ownership is given and taken away, but not from the last owner", async () => {
    await choose("Bob", "Make an owner");
    await confirm("Make an owner");
    await entry("People", "Bob").getByText("Owner").waitFor();
    await choose("Bob", "Take ownership away");
    await confirm("Take ownership away");
    await waitUntilGone(entry("People", "Bob").getByText("Owner"));
    await choose("Alice", "Take ownership away");
    await confirm("Take ownership away");
    await page.getByText("The service must have an owner").first().waitFor();
  });

  test("a password reset creates a link, with which its person sets a password and signs in", async () => {
    await choose("Carla", "Reset the password");
    const dialog = page.getByRole("dialog", { name: "Reset the password" });
    await dialog.getByRole("button", { name: "Make the link" }).click();
    const link = await dialog.getByLabel("Link to a new password").inputValue();
    expect(await screen.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await waitUntilGone(dialog);
    const carla = await Screen.open(browser, t.url);
    await carla.page.goto(new URL(link).pathname);
    await hasValue(carla.page.getByLabel("User name"), "carla");
    await carla.page.getByLabel("New password").fill(PASSWORD);
    expect(await carla.violations()).toEqual([]);
    await carla.page.getByRole("button", { name: "Set the password and sign in" }).click();
    await carla.page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: "Team" }).waitFor();
    const again = await Screen.open(browser, t.url);
    await again.page.goto(new URL(link).pathname);
    await again.page.getByText("This link was used or replaced").waitFor();
    expect(await again.page.getByLabel("New password").count()).toBe(0);
    expect(await again.violations()).toEqual([]);
    await Promise.all([carla.close(), again.close()]);
  });

  test("the second factor of a person is taken away after confirmation", async () => {
    const { db, deps } = t.service;
    const app = { secret: newAppSecret(deps.random.bytes), step: 0 };
    await db.write((tx) => setUpApp(tx, deps, t.id("dave"), app, Math.floor(deps.clock.now() / 1000)));
    await page.getByRole("searchbox", { name: "Search people" }).fill("dave");
    await expect.poll(() => list("People").locator("> li").count()).toBe(1);
    await choose("Dave", "Remove the second factor");
    await page.getByRole("alertdialog", { name: "Remove the second factor of Dave?" }).waitFor();
    await confirm("Remove the second factor");
    const listed = async () => (await t.as("alice", "listPeople", { query: "dave" })).people[0];
    await expect.poll(listed).not.toHaveProperty("has_second_factor");
    await page.getByRole("searchbox", { name: "Search people" }).fill("");
  });

  test("archives of people and chats are downloaded; a private group is put under hold", async () => {
    expect(await downloaded(() => choose("Bob", "Download an archive"))).toBe("bob.tar.gz");
    await go("Chats");
    expect(await downloaded(() => choose("Team", "Download an archive"))).toBe("team.tar.gz");
    await choose("Private", "Put under hold");
    const dialog = page.getByRole("dialog", { name: "Put Private under hold" });
    await dialog.getByLabel("Reason").fill("Case 18");
    expect(await screen.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Put under hold" }).click();
    await waitUntilGone(dialog);
    const { holds } = await t.as("alice", "listHolds");
    expect(holds).toEqual([expect.objectContaining({ chat: { id: t.id("Private"), title: "Private" } })]);
    await t.as("alice", "liftHold", { chat_id: t.id("Private") });
    await page.goto("/settings");
    const own = page.getByRole("button", { name: "Download my data" });
    expect(await downloaded(() => own.click())).toBe("alice.tar.gz");
    await page.getByText("The download has begun.").first().waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.goto("/owner");
  });

  test("they list everybody's chats and bots; a bot is suspended and restored", async () => {
    await go("Chats");
    await entry("Chats", "News").getByText("Channel").waitFor();
    expect(await screen.violations()).toEqual([]);
    await go("Bots");
    await page.getByRole("button", { name: "Suspend Echo" }).click();
    await page.getByRole("button", { name: "Restore Echo" }).waitFor();
    expect((await t.bot("echo_bot", "getMe")).status).toBe(401);
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "Restore Echo" }).click();
    await page.getByRole("button", { name: "Suspend Echo" }).waitFor();
    expect((await t.bot("echo_bot", "getMe")).status).toBe(200);
  });

  test("an invitation is created, listed and revoked; a used one shows by whom", async () => {
    const { code } = await t.as("alice", "createInvitation");
    await t.post("/api/signUp", { invitation: code, first_name: "Eve", username: "eve_new", password: PASSWORD });
    await go("Invitations");
    await entry("Invitations", "Used by Eve").waitFor();
    await page.getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await hasValue(dialog.getByLabel("Invitation link"), expect.stringContaining("/invite/"));
    await dialog.getByRole("button", { name: "Close" }).click();
    await waitUntilGone(dialog);
    await page.getByRole("button", { name: /^Take back invitation \d+$/ }).click();
    await entry("Invitations", "Taken back").waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("storage is measured", async () => {
    await go("Storage");
    await page.getByRole("meter", { name: "Database" }).waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("a period is saved after a look at what it deletes; a hold is set and ended", async () => {
    await go("Retention");
    const days = page.getByLabel("Days for messages", { exact: true });
    await days.fill("3650");
    await page.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("alertdialog", { name: "Keep data for so long?" });
    await question.getByText("0 messages").waitFor();
    expect(await screen.violations()).toEqual([]);
    await confirm("Save");
    await expect.poll(() => t.as("alice", "getRetention")).toEqual({ messages_days: 3650 });
    await page.getByLabel("Person or chat").fill("@team");
    await page.getByLabel("Reason").fill("Case 17");
    await page.getByRole("button", { name: "Put under hold" }).click();
    await entry("Legal holds", "Case 17").getByText("Team").waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "End the hold of Team" }).click();
    await waitUntilGone(entry("Legal holds", "Case 17"));
    await days.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await confirm("Save");
    await expect.poll(() => t.as("alice", "getRetention")).toEqual({});
  });

  test("the owner of a chat chooses within the bounds", async () => {
    await t.as("alice", "setRetention", { messages_days: 90, chat_min_days: 7 });
    await page.goto(`/chat/${t.id("Team")}/info/edit`);
    await page.getByLabel("Messages are deleted after").selectOption({ label: "30 days" });
    const chat_id = t.id("Team");
    await expect
      .poll(async () => (await t.as("bob", "getChatRetention", { chat_id })).effective)
      .toEqual({ messages_days: 30 });
    expect(await screen.violations()).toEqual([]);
    await t.as("alice", "setRetention");
    const archive = page.getByRole("button", { name: "Download an archive" });
    expect(await downloaded(() => archive.click())).toBe("team.tar.gz");
    await page.goto("/owner");
  });

  test("the audit log is filtered and paged", async () => {
    for (let i = 0; i < 60; i++) await t.as("alice", "createInvitation");
    await go("Audit log");
    const rows = list("Audit log").locator("> li");
    await page.getByRole("button", { name: "Show more" }).waitFor();
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await rows.nth(60).waitFor();
    await page.getByLabel("What was done").selectOption({ label: "Person suspended" });
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([expect.stringMatching(/Person suspended\s+Dave[\s\S]*By Alice/)]);
    expect(await screen.violations()).toEqual([]);
    await page.getByLabel("By whom").selectOption({ label: "The operator" });
    await page.getByText("Nothing of this kind has happened.").waitFor();
  });

  test("a person is erased after confirmation", async () => {
    await go("People");
    await choose("Dave", "Erase");
    const question = page.getByRole("alertdialog", { name: "Erase Dave?" });
    await question.getByLabel("Delete their messages too").check();
    expect(await screen.violations()).toEqual([]);
    await confirm("Erase for good");
    await waitUntilGone(entry("People", "Dave"));
    expect((await t.person("dave", "listChats")).status).toBe(401);
  });

  test("nobody else can open them", async () => {
    const bob = await Screen.signIn(browser, t, "bob");
    await bob.page.getByRole("button", { name: "Menu" }).click();
    await bob.page.getByRole("menuitem", { name: "Your bots" }).waitFor();
    expect(await bob.page.getByRole("menuitem", { name: "This service" }).count()).toBe(0);
    await bob.page.goto("/owner/audit");
    await bob.page.getByText("There is nothing here").waitFor();
    await bob.close();
  });

  test("there were no console errors", () => {
    expect(screen.errors).toEqual([]);
  });
});
