/** The pages of a service that sends mail, in a browser. What mails say and who gets them is tested in tests/mail. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveMailAddress } from "heliogram/store/queries/mail/mail-addresses.ts";
import { MailServer } from "../support/mail-server.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1280, height: 800 };
const ALICE = "alice@example.org";

describe.skipIf(executable === undefined)("mail", () => {
  let browser: Browser;
  let t: TestService;
  let server: MailServer;
  let screen: Screen;
  let page: Page;

  beforeAll(async () => {
    server = await MailServer.start();
    t = await startWithClient(undefined, undefined, { mail: server.options() });
    const address = { person_id: t.id("alice"), address: ALICE, verified_at: 0 };
    await t.service.db.write((tx) => saveMailAddress(tx, address, ALICE));
    browser = await openBrowser(executable!);
    screen = await Screen.open(browser, t.url, { reducedMotion: "reduce" });
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
    await server.stop();
  });
  recoverAfterFailures(() => [screen]);

  const fitsPhone = async () => {
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.setViewportSize(DESKTOP);
  };
  const codeOf = async (address: string, count = 1): Promise<string> => {
    const code = await server.codeTo(address, count);
    t.canary.remember(code);
    return code;
  };

  test("a forgotten password: by keyboard from the sign-in to the mail, and by its link into the chats", async () => {
    await page.goto(`${t.url}/sign-in`);
    const link = page.getByRole("link", { name: "Forgot the password?" });
    await link.waitFor();
    expect(await screen.violations()).toEqual([]);
    await fitsPhone();
    await link.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${t.url}/reset`);
    expect((await page.reload())?.status()).toBe(200);
    const name = page.getByLabel("User name or mail address");
    await name.waitFor();
    expect(await screen.violations()).toEqual([]);
    await fitsPhone();
    await name.fill("alice");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("a mail is on its way").waitFor();
    expect(await screen.violations()).toEqual([]);
    await page.goto(`${t.url}/reset/${await codeOf(ALICE)}`);
    await page.getByLabel("New password", { exact: true }).fill("battery staple");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /Team/ }).waitFor();
  });
});
