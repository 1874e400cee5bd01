/** Signing in on another device by the QR code that an open session shows: two browsers. */
import { TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { newAppSecret } from "heliogram/app/accounts/authenticator-app.ts";
import { setUpApp } from "heliogram/app/accounts/second-factor.ts";
import { listSessions } from "heliogram/store/queries/accounts/people.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("another device", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const button = (name: string) => screen.page.getByRole("button", { name, exact: true });
  /** Opens the address in the QR code on a device of its own. */
  const scan = async (): Promise<Screen> => {
    await screen.page.getByRole("img", { name: "QR code for the other device" }).waitFor();
    const address = await screen.page.getByLabel("Or open this address there").inputValue();
    const device = await Screen.open(browser, t.url, { reducedMotion: "reduce" });
    await device.page.goto(address);
    return device;
  };

  test("shows the same number, waits, and is signed in once the session confirms it", async () => {
    await screen.openPath("/settings");
    await screen.page.getByRole("link", { name: "Sign in on another device" }).click();
    const device = await scan();
    const { page } = device;
    await page.getByText("Waiting for the confirmation on your other device").waitFor();
    // The code is neither in the address bar nor in the history.
    expect(await page.evaluate(() => location.href)).toBe(`${t.url}/device`);
    expect(await device.violations()).toEqual([]);
    const number = await page.locator("strong").innerText();
    expect(number).toMatch(/^\d\d \d\d$/);
    await screen.page.getByRole("heading", { name: "Is this your device?" }).waitFor();
    expect(await screen.page.locator("strong").innerText()).toBe(number);
    expect(await screen.violations()).toEqual([]);
    await button("The numbers are the same: sign it in").click();
    await page.getByRole("navigation", { name: "Chats" }).waitFor();
    await screen.page.getByText("is signed in. You see it in the settings").waitFor();
    const [newest] = await t.as("alice", "listSessions");
    expect(newest.way).toBe("approved");
    await page.goto("/device#code");
    await page.getByText("You are signed in here already").waitFor();
    await page.context().close();
  });

  test("is told that it was refused, and a code is used once", async () => {
    await button("Show a new code").click();
    const device = await scan();
    await screen.page.getByRole("heading", { name: "Is this your device?" }).waitFor();
    await button("This is not my device").click();
    await device.page.getByText("The sign-in was refused on your other device.").waitFor();
    await screen.page.getByText("The device was refused.").waitFor();
    await device.page.goto("/sign-in");
    await device.page.goto("/device#used");
    await device.page.getByText("This code was used or has expired.").waitFor();
    expect(await device.violations()).toEqual([]);
    await device.page.context().close();
  });

  test("is let in with a code, where the person has an authenticator app", async () => {
    const { db, deps } = t.service;
    const secret = newAppSecret(deps.random.bytes);
    const now_s = Math.floor(deps.clock.now() / 1000);
    await db.write((tx) => setUpApp(tx, deps, t.id("alice"), { secret, step: 0 }, now_s));
    await button("Show a new code").click();
    const device = await scan();
    await screen.page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate());
    expect(await screen.violations()).toEqual([]);
    await button("The numbers are the same: sign it in").click();
    await device.page.getByRole("navigation", { name: "Chats" }).waitFor();
    await device.page.context().close();
  });

  test("is listed with its place, and is signed out with all others", async () => {
    await screen.openPath("/settings");
    const here = screen.page.getByRole("listitem").filter({ hasText: "Approved on another device" });
    await here.getByText("127.0.0.1").first().waitFor();
    await button("Sign out everywhere").click();
    await screen.page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await screen.page.getByRole("heading", { name: "Welcome back" }).waitFor();
    const left: Json[] = await t.service.db.read((tx) =>
      listSessions(tx, t.id("alice"), Math.floor(t.service.deps.clock.now() / 1000)),
    );
    expect(left).toEqual([]);
    expect(screen.errors).toEqual([]);
  });
});
