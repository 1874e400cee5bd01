/** A page that came over plain http by a name on the local network: what people are given there, and what they can do. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ASSISTANT_ID } from "../assistant/conversation.ts";
import { type TestService, WORLD } from "../kit/service.ts";
import { findChromium, launch, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("at http://chat.lan", () => {
  let t: TestService;
  let browser: Browser;
  let lan: string;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { assistant: true });
    lan = `http://chat.lan:${new URL(t.url).port}`;
    browser = await launch(executable!, ["--host-resolver-rules=MAP chat.lan 127.0.0.1"]);
    alice = await Screen.signIn(browser, t, "alice", { baseURL: lan, serviceWorkers: "allow" });
  });
  afterAll(async () => {
    await browser?.close();
    await t?.stop();
  });
  recoverAfterFailures(() => [alice]);

  test("links to come in, to a new password and to a chat have the address of the page", async () => {
    const { page } = alice;
    expect(await page.evaluate("isSecureContext")).toBe(false);
    await alice.choose("Invite somebody");
    const invitation = page.getByLabel("Invitation link");
    expect(await invitation.inputValue()).toMatch(new RegExp(`^${lan}/invite/`));
    expect(await page.getByText("Works on this machine only").count()).toBe(0);
    await page.goto("/owner");
    await page.getByRole("button", { name: "What to do about Bob" }).click();
    await page.getByRole("menuitem", { name: "Reset the password" }).click();
    await page.getByRole("button", { name: "Make the link" }).click();
    expect(await page.getByLabel("Link to a new password").inputValue()).toMatch(new RegExp(`^${lan}/reset/`));
    const panel = await alice.openPanel(t.id("Team"), "/links");
    await panel.getByRole("button", { name: "Make your link" }).click();
    expect(await panel.getByLabel("Address").inputValue()).toMatch(new RegExp(`^${lan}/join/`));
    await alice.openPanel(t.id("Team"));
    expect(await panel.getByLabel("Public link").inputValue()).toBe(`${lan}/@team`);
  });

  test("programs have it, the client's and the assistant's", async () => {
    const { page } = alice;
    await page.goto("/settings/bots");
    await page.getByRole("button", { name: "New bot" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Warden");
    await page.getByLabel("User name").fill("warden_bot");
    await page.getByRole("button", { name: "Make the bot" }).click();
    await page.getByLabel("Program").getByText(`apiRoot: "${lan}"`).waitFor();
    await t.as("alice", "startBot", { user_id: ASSISTANT_ID });
    await page.goto(`/chat/${ASSISTANT_ID}`);
    await alice.write("/newbot");
    await alice
      .message(/Assistant.*name/)
      .last()
      .waitFor();
    await alice.write("Keeper");
    await alice.message(/Assistant.*Now its user name/).waitFor();
    await alice.write("keeper_bot");
    await alice
      .message(/Keeper is there/)
      .getByText(`apiRoot: "${lan}"`)
      .waitFor();
    expect(await page.getByText("HELIOGRAM_PUBLIC_URL").count()).toBe(0);
  });

  test("nothing of it made a console complain", () => {
    expect(alice.faults).toEqual([]);
  });

  test("by a name that only one machine knows, links say so", async () => {
    const here = await Screen.signIn(browser, t, "alice");
    await here.choose("Invite somebody");
    const invitation = here.page.getByLabel("Invitation link");
    expect(await invitation.inputValue()).toMatch(new RegExp(`^${t.url}/invite/`));
    await here.page.getByText("Works on this machine only").waitFor();
    expect(await here.violations()).toEqual([]);
    await here.close();
  });
});
