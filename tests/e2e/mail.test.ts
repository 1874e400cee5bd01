/** The pages of a service that sends mail, in a browser. What mails say and who gets them is tested in tests/mail. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MailServer } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const ALICE = "alice@example.org";

describe.skipIf(executable === undefined)("mail", () => {
  let browser: Browser;
  let mailed: MailedService;
  let t: TestService;
  let server: MailServer;
  let screen: Screen;
  let page: Page;

  beforeAll(async () => {
    mailed = await MailedService.start((mail) => startWithClient(undefined, undefined, mail));
    ({ t, server } = mailed);
    await mailed.confirm("alice", ALICE);
    browser = await openBrowser(executable!);
    screen = await Screen.open(browser, t.url, { reducedMotion: "reduce" });
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await mailed.stop();
  });
  recoverAfterFailures(() => [screen]);

  test("a forgotten password: by keyboard from the sign-in to the mail, and by its link into the chats", async () => {
    await page.goto(`${t.url}/sign-in`);
    const link = page.getByRole("link", { name: "Forgot the password?" });
    await link.waitFor();
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
    await link.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${t.url}/reset`);
    expect((await page.reload())?.status()).toBe(200);
    const name = page.getByLabel("User name or mail address");
    await name.waitFor();
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
    await name.fill("alice");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("a mail is on its way").waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.goto(`${t.url}/reset/${await server.codeTo(ALICE)}`);
    await page.getByLabel("New password", { exact: true }).fill("battery staple");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /Team/ }).waitFor();
  });

  test("an owner invites two people by mail, sends one again and takes it back", async () => {
    await t.operate("person make-owner", { username: "alice" });
    await page.goto(`${t.url}/owner/invitations`);
    await page.getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("How they are invited").selectOption("mail");
    await dialog.getByLabel("Mail addresses").fill(`dora@example.org\n${ALICE}`);
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
    await dialog.getByRole("button", { name: "Send the invitations" }).click();
    await dialog.getByText("Has an account").waitFor();
    await dialog.getByText("A mail is on its way").waitFor();
    expect(await screen.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    await server.codeTo("dora@example.org");
    await page.getByText("Mailed to dora@example.org").waitFor();
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Send again: invitation 1" }).click();
    await server.codeTo("dora@example.org", 2);
    await page.getByRole("button", { name: "Take back invitation 1" }).click();
    await page.getByText("Taken back", { exact: true }).waitFor();
  });
});
