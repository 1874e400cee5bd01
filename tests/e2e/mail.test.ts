/** The pages of a service that sends mail, in a browser. What mails say and who gets them is tested in tests/mail. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digestEndPath } from "heliogram/app/mail/mail-digests.ts";
import type { MailServer } from "../support/mail-server.ts";
import { MailedService } from "../support/mailed-service.ts";
import type { TestService } from "../support/service.ts";
import {
  findChromium,
  hasValue,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
} from "./browser.ts";

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
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Look into your mailbox");
    expect(await screen.violations()).toEqual([]);
    await page.goto(`${t.url}/reset/expired`);
    await page.getByRole("link", { name: "Ask for another link" }).waitFor();
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
    await dialog.getByLabel("Mail addresses").fill(`dora@example.org, ${ALICE} dora@`);
    await dialog.getByRole("button", { name: "Send the invitations" }).click();
    await dialog.getByText("This is no mail address: dora@").waitFor();
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

  test("settings that another page has changed are shown at once; the link in a mail ends digests by keyboard", async () => {
    await page.goto(`${t.url}/settings`);
    const digests = page.getByLabel("Mails about mentions that you have not read");
    await digests.selectOption("hourly");
    const other = await page.context().newPage();
    await other.goto(`${t.url}/settings`);
    await hasValue(other.getByLabel("Mails about mentions that you have not read"), "hourly");
    expect(await screen.violations()).toEqual([]);
    await other.goto(t.url + digestEndPath(t.service.deps.seal, t.id("alice")));
    await other.keyboard.press("Tab");
    await other.keyboard.press("Enter");
    await other.getByText("You get no more mails about mentions.").waitFor();
    await hasValue(digests, "off");
    await other.getByRole("link", { name: "Open the settings" }).click();
    const form = other.locator("form").filter({ has: other.getByLabel("New mail address") });
    await form.getByLabel("New mail address").fill("other@example.org");
    await form.getByLabel("Your password").fill("battery staple");
    await form.getByLabel("Your password").press("Enter");
    await page.getByText("on its way to other@example.org").waitFor();
    await other.goto(`${t.url}/mail/${await server.codeTo("other@example.org")}`);
    await other.getByRole("button", { name: "Confirm the address" }).click();
    await page.getByText("The address other@example.org is yours.").waitFor();
    expect((await other.goto(`${t.url}/unsubscribe/broken`))?.status()).toBe(404);
    expect(await other.getByRole("heading").textContent()).toContain("This link is not one of this service.");
    await other.close();
  });
});
