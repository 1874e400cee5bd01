/** The owner's pages: what they show, what they change, that others do not get them, and what axe finds. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, launch, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const PASSWORD = "another long password";

describe.skipIf(executable === undefined)("the owner's pages", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await launch(executable!);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    ({ page } = screen);
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  const list = (name: string) => page.getByRole("list", { name });
  const entry = (name: string, words: string) => list(name).locator("> li").filter({ hasText: words });
  const go = (tab: string) => page.getByRole("navigation", { name: "Pages of the owner" }).getByText(tab).click();
  const choose = async (person: string, item: string) => {
    await page.getByRole("button", { name: `What to do about ${person}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };

  test("the menu leads to them", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("menuitem", { name: "This service" }).click();
    await entry("People", "Bob").waitFor();
    expect(await list("People").locator("> li").count()).toBe(4);
    expect(await screen.violations()).toEqual([]);
  });

  test("people are found by name", async () => {
    await page.getByRole("searchbox", { name: "Search people" }).fill("car");
    await entry("People", "Alice").waitFor({ state: "detached" });
    expect(await list("People").locator("> li").allInnerTexts()).toEqual([expect.stringContaining("@carla")]);
    await page.getByRole("searchbox", { name: "Search people" }).fill("zzz");
    await page.getByText("Nobody of this name.").waitFor();
    await page.getByRole("searchbox", { name: "Search people" }).fill("");
    await entry("People", "Alice").waitFor();
  });

  test("a person is suspended after a question, and restored", async () => {
    await choose("Dave", "Suspend");
    await page.getByRole("alertdialog", { name: "Suspend Dave?" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "Suspend" }).click();
    await entry("People", "Dave").getByText("Suspended").waitFor();
    expect((await t.person("dave", "listChats")).status).toBe(401);
    await choose("Dave", "Restore");
    await entry("People", "Dave").getByText("Suspended").waitFor({ state: "detached" });
  });

  test("ownership is given and taken away, but not from the last owner", async () => {
    await choose("Bob", "Make an owner");
    await page.getByRole("button", { name: "Make an owner" }).click();
    await entry("People", "Bob").getByText("Owner").waitFor();
    await choose("Bob", "Take ownership away");
    await page.getByRole("button", { name: "Take ownership away" }).click();
    await entry("People", "Bob").getByText("Owner").waitFor({ state: "detached" });
    await choose("Alice", "Take ownership away");
    await page.getByRole("button", { name: "Take ownership away" }).click();
    await page.getByText("The service must have an owner").first().waitFor();
  });

  test("a reset gives a link, by which its person chooses a password and is in", async () => {
    await choose("Carla", "Reset the password");
    await page.getByRole("button", { name: "Make the link" }).click();
    const link = await page.getByLabel("Link to a new password").inputValue();
    expect(await screen.violations()).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    const carla = await Screen.open(browser, t.url);
    await carla.page.goto(new URL(link).pathname);
    await carla.page.getByLabel("New password").fill(PASSWORD);
    expect(await carla.violations()).toEqual([]);
    await carla.page.getByRole("button", { name: "Set the password and sign in" }).click();
    await carla.page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: "Team" }).waitFor();
    const again = await Screen.open(browser, t.url);
    await again.page.goto(new URL(link).pathname);
    await again.page.getByLabel("New password").fill(PASSWORD);
    await again.page.getByRole("button", { name: "Set the password and sign in" }).click();
    await again.page.getByText("This link was used or replaced").waitFor();
    await Promise.all([carla.close(), again.close()]);
  });

  test("chats and bots of everybody; a bot is suspended and restored", async () => {
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

  test("an invitation is made, listed, and taken back; a used one says by whom", async () => {
    const { code } = await t.as("alice", "createInvitation");
    await t.post("/api/signUp", { invitation: code, first_name: "Eve", username: "eve_new", password: PASSWORD });
    await go("Invitations");
    await entry("Invitations", "Used by Eve").waitFor();
    await page.getByRole("button", { name: "Invite somebody" }).click();
    expect(await page.getByLabel("Invitation link").inputValue()).toContain("/invite/");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Take invitation \d+ back$/ }).click();
    await entry("Invitations", "Taken back").waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("storage is measured", async () => {
    await go("Storage");
    await page.getByRole("meter", { name: "Database" }).waitFor();
    expect(await screen.violations()).toEqual([]);
  });

  test("the audit log is filtered, and comes a page at a time", async () => {
    for (let i = 0; i < 60; i++) await t.as("alice", "createInvitation");
    await go("Audit log");
    const rows = list("Audit log").locator("> li");
    await page.getByRole("button", { name: "Show more" }).waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await rows.nth(60).waitFor();
    await page.getByLabel("What was done").selectOption({ label: "Person suspended" });
    await rows.filter({ hasText: "Invitation made" }).first().waitFor({ state: "detached" });
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/Person suspended\s+Dave[\s\S]*By Alice/)]);
    expect(await screen.violations()).toEqual([]);
    await page.getByLabel("By whom").selectOption({ label: "The operator" });
    await page.getByText("Nothing of this kind has happened.").waitFor();
  });

  test.each(["dark", "on a phone"])("axe finds nothing, %s", async (look) => {
    const options = look === "dark" ? ({ colorScheme: "dark" } as const) : { viewport: { width: 390, height: 780 } };
    const other = await Screen.signIn(browser, t, "alice", { ...options, reducedMotion: "reduce" });
    for (const path of ["", "/chats", "/bots", "/invitations", "/storage", "/audit"]) {
      await other.page.goto(`/owner${path}`);
      await other.page.locator("ul[aria-label] > li, [role=meter]").nth(3).waitFor();
      await other.page.waitForLoadState("networkidle");
      expect([path, await other.violations()]).toEqual([path, []]);
    }
    await other.close();
  });

  test("nobody else gets them", async () => {
    const bob = await Screen.signIn(browser, t, "bob");
    await bob.page.getByRole("button", { name: "Menu" }).click();
    await bob.page.getByRole("menuitem", { name: "Your bots" }).waitFor();
    expect(await bob.page.getByRole("menuitem", { name: "This service" }).count()).toBe(0);
    await bob.page.goto("/owner/audit");
    await bob.page.getByText("There is nothing here").waitFor();
    await bob.close();
  });

  test("nothing of it made the console complain", () => {
    expect(screen.faults).toEqual([]);
  });
});
