/** Passkeys in a browser, with an authenticator that the browser plays: added, used in place of the password, and after it. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { setFactorRule } from "heliogram/app/accounts/second-factor-rule.ts";
import type { FactorScope } from "@heliogram/shared/second-factor.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { claimCode } from "./device-code.ts";

const executable = findChromium();
const PASSWORD = "correct horse battery";

describe.skipIf(executable === undefined)("passkeys", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;

  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    // Browsers have no passkeys at an IP address.
    const baseURL = t.url.replace("127.0.0.1", "localhost");
    screen = await Screen.signIn(browser, t, "bob", { baseURL });
    ({ page } = screen);
    cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const device = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true };
    ({ authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options }));
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [screen]);

  /** The request that stays open for suggestions would be answered at once. */
  const present = (enabled: boolean) =>
    cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });

  /** The form that is open in place of the list; other forms of the page have a password as well. */
  const form = () => page.locator("form").filter({ has: page.getByRole("button", { name: "Cancel" }) });

  async function signOut(): Promise<void> {
    await present(false);
    await page.context().clearCookies();
    await page.goto("/sign-in");
  }

  const requireOf = (required_of: FactorScope) => {
    const { deps } = t.service;
    return deps.db.write((tx) => setFactorRule(tx, "operator", { required_of }, Math.floor(deps.clock.now() / 1000)));
  };

  test("the settings add one, with recovery codes, and nothing asks for a second factor any more", async () => {
    await requireOf("everybody");
    // The profile that tells of the rule is loaded with the page.
    await page.goto("/settings");
    const banner = page.getByRole("note").filter({ hasText: "This service requires a second factor." });
    await banner.waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await form().getByLabel("Name", { exact: true }).fill("Laptop");
    await form().getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    const codes = page.getByRole("list", { name: "Recovery codes" });
    await codes.waitFor();
    await waitUntilGone(banner);
    await requireOf("nobody");
    expect(await codes.getByRole("listitem").count()).toBe(10);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText("not used yet").waitFor();
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
  });

  test("it signs in in place of the password", async () => {
    await signOut();
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    expect(await screen.violations()).toEqual([]);
    await present(true);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Chats" }).waitFor();
    expect((await t.as("bob", "listSessions")).some(({ way }: { way?: string }) => way === "passkey")).toBe(true);
  });

  test("where the browser cannot suggest passkeys, the button alone asks for a challenge", async () => {
    const other = await Screen.open(browser, t.url, { baseURL: new URL(page.url()).origin });
    await other.page.addInitScript(() => (PublicKeyCredential.isConditionalMediationAvailable = async () => false));
    const asked: string[] = [];
    other.page.on("request", (request) => {
      if (request.url().endsWith("/api/beginPasskeySignIn")) asked.push(request.url());
    });
    await other.page.goto("/sign-in");
    const button = other.page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    const answered = other.page.waitForResponse("**/api/beginPasskeySignIn");
    await button.click();
    await answered;
    expect(asked).toHaveLength(1);
    await other.page.context().close();
  });

  test("it is the second factor after the password", async () => {
    await signOut();
    await page.getByLabel("User name").fill("bob");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const button = page.getByRole("button", { name: "Use a passkey" });
    await button.waitFor();
    expect(await screen.violations()).toEqual([]);
    await present(true);
    await button.click();
    await page.getByRole("navigation", { name: "Chats" }).waitFor();
    expect((await t.as("bob", "listSessions"))[0].way).toBe("password_and_passkey");
  });

  test("the settings rename and remove it", async () => {
    await screen.openPath("/settings");
    await page.getByRole("button", { name: "Rename: Laptop" }).click();
    await form().getByLabel("Name", { exact: true }).fill("Old laptop");
    await form().getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove: Old laptop" }).click();
    await form().getByLabel("Your password").fill(PASSWORD);
    await form().getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Add a passkey" }).waitFor();
    expect(await t.as("bob", "listPasskeys")).toEqual([]);
  });

  test("where the service requires one, a sign-in without any adds it, with recovery codes", async () => {
    await requireOf("everybody");
    await signOut();
    await page.getByLabel("User name").fill("bob");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const button = page.getByRole("button", { name: "Add a passkey and sign in" });
    await button.waitFor();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    await present(true);
    // The keyboard is there already.
    await page.keyboard.press("Enter");
    const codes = page.getByRole("list", { name: "Recovery codes" });
    await codes.waitFor();
    expect(await codes.getByRole("listitem").count()).toBe(10);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("navigation", { name: "Chats" }).waitFor();
    await requireOf("nobody");
    expect((await t.as("bob", "listSessions"))[0].way).toBe("password_and_passkey");
    expect(await t.as("bob", "listPasskeys")).toMatchObject([{ name: expect.stringContaining("Chrome") }]);
  });

  test("it confirms another device, which is not let in without it", async () => {
    await screen.openPath("/settings/device");
    const address = await page.getByLabel("Or open this address there").inputValue();
    await claimCode(t, address.split("#")[1]!, "phone");
    const button = page.getByRole("button", { name: "The numbers are the same: confirm with a passkey" });
    await button.waitFor();
    await page.getByLabel("Recovery code").fill("not-a-code");
    await page.getByRole("button", { name: "The numbers are the same: sign it in" }).click();
    await page.getByRole("alert").filter({ hasText: "code" }).waitFor();
    expect(await screen.violations()).toEqual([]);
    expect(await screen.beyondNarrowPhone()).toBeLessThanOrEqual(0);
    await button.click();
    await page.getByText("is signed in. You see it in the settings").waitFor();
    expect(screen.errors.filter((error) => !error.includes("403"))).toEqual([]);
  });
});
