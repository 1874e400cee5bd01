/** The pages of OpenID providers in a browser: sign-in, refusals, connected accounts, and the switch of passwords. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LoopbackServer, providerOptions, serveProvider, type Accounts } from "../support/oidc.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const ID = "company";
const PASSWORD = "correct horse battery";

describe.skipIf(executable === undefined)("providers", () => {
  let browser: Browser;
  let t: TestService;
  let server: LoopbackServer;
  let provider: { signs_in: string };
  let screen: Screen;
  let page: Page;
  const accounts: Accounts = { alice: { given_name: "Alice" }, wendy: { given_name: "Wendy" } };

  beforeAll(async () => {
    // A site of its own for the browser, as providers are.
    server = await LoopbackServer.open("127.0.0.1", "localhost");
    const options = { id: ID, issuer: server.url, accounts: { anyone: true } };
    t = await startWithClient(undefined, undefined, { providers: [providerOptions(options)] });
    provider = serveProvider({ server, accounts, services: [t.url], id: ID });
    browser = await openBrowser(executable!);
    screen = await Screen.open(browser, t.url, { reducedMotion: "reduce" });
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
    await server.close();
  });
  recoverAfterFailures(() => [screen]);

  test("the page of the sign-in has a button for the provider, which the keyboard reaches", async () => {
    await page.goto(`${t.url}/sign-in`);
    const button = page.getByRole("link", { name: "Company account" });
    await button.waitFor();
    expect(await screen.violations()).toEqual([]);
    provider.signs_in = "";
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The provider has not let you in.").waitFor();
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
  });

  test("a sign-in opens the page that was asked for, and a sign-out leads to the provider", async () => {
    await page.goto(`${t.url}/settings`);
    provider.signs_in = "wendy";
    await page.getByRole("link", { name: "Company account" }).click();
    await page.getByLabel("First name").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Wendy");
    await page.getByText("You have no password yet.").first().waitFor();
    expect(await page.getByLabel("Old password").count()).toBe(0);
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.waitForURL((url) => url.origin === server.url);
    await page.context().clearCookies();
  });

  test("an account is connected and disconnected in the settings; passwords are turned off by an owner", async () => {
    const alice = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    const own = alice.page;
    await alice.openPath("/settings");
    await own.getByRole("link", { name: "Connected accounts" }).click();
    provider.signs_in = "alice";
    await own.getByRole("button", { name: "Connect: Company account" }).click();
    await own.getByLabel("Your password").fill(PASSWORD);
    expect(await alice.violations()).toEqual([]);
    await own.getByRole("button", { name: "Continue" }).click();
    await own.getByRole("button", { name: "Disconnect: Company account" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.openPath("/owner/invitations");
    const toggle = own.getByRole("switch", { name: "Sign-in by password" });
    await toggle.click();
    await own.getByText("People sign in with providers alone.").waitFor();
    expect(await alice.violations()).toEqual([]);
    await page.goto(`${t.url}/sign-in`);
    await page.getByRole("link", { name: "Company account" }).waitFor();
    expect(await page.getByLabel("User name").count()).toBe(0);
    const { code } = await t.as("alice", "createInvitation", { max_uses: 1 });
    await page.goto(`${t.url}/invite/${code}`);
    await page.getByRole("heading", { name: "Nobody uses a password here" }).waitFor();
    await page.getByRole("link", { name: "Company account" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await toggle.click();
    await own.getByText("Turned off, they do so with providers alone").waitFor();
    await alice.openPath("/settings/connections");
    await own.getByRole("button", { name: "Disconnect: Company account" }).click();
    await own.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await own.getByText("Not connected").waitFor();
    await alice.close();
  });
});
