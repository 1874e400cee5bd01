/**
 * From an invitation to the first chat: what newcomers see before they sign up, where they arrive, and who is informed.
 */
import type { Browser } from "playwright-core";
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

const executable = findChromium();
const PASSWORD = "another long password";

describe.skipIf(executable === undefined)("invitations and the directory", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let dora: Screen;
  let link: string;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    dora = await Screen.open(browser, t.url);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [alice, dora]);

  test("an owner creates one for several people that leads to a chat", async () => {
    const { page } = alice;
    await alice.choose("Invite people");
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    await dialog.getByLabel("For how many people").fill("3");
    await dialog.getByLabel("Works for").selectOption({ label: "30 days" });
    await dialog.getByRole("checkbox", { name: "Private" }).check();
    expect(await alice.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await dialog.getByText("3 people can sign up with this link").waitFor();
    link = await dialog.getByLabel("Invitation link").inputValue();
    await page.keyboard.press("Escape");
    await waitUntilGone(dialog);
  });

  test("it shows who invites and to which chat, and the chat opens after sign-up", async () => {
    const { page } = dora;
    await page.goto(link);
    await page.getByText("Alice has invited you to this Heliogram.").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Private" }).getByText("2 members").waitFor();
    expect(await dora.violations()).toEqual([]);
    await page.getByLabel("First name").fill("Dora");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.locator(`a[data-chat="${t.id("Private")}"]`).waitFor();
    await page.locator(`a[data-chat="${t.id("alice")}"]`).click();
    await page.getByText("Dora accepted the invitation").filter({ visible: true }).first().waitFor();
  });

  test("the inviter gets a message about it, and the list of invitations shows the name", async () => {
    const { page } = alice;
    await page.getByRole("link", { name: /^Dora/ }).click();
    await page.getByText("Dora accepted the invitation").filter({ visible: true }).first().waitFor();
    await page.goto("/owner/invitations");
    await page.getByText("Used by Dora").waitFor();
    await page.getByText("Used 1 of 3 times").waitFor();
    await page.getByText("Into Private").waitFor();
    expect(await alice.violations()).toEqual([]);
  });

  test("the directory lists people and public chats", async () => {
    const { page } = dora;
    await dora.choose("People and public chats");
    await page.getByRole("searchbox", { name: "Search people" }).fill("car");
    await page.getByRole("link", { name: "Write to Carla" }).waitFor();
    await waitUntilGone(page.getByRole("link", { name: "Write to Bob" }));
    expect(await dora.violations()).toEqual([]);
    await page.getByRole("link", { name: "Public chats" }).click();
    await page.getByRole("link", { name: "Look at Team" }).click();
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Team" }).first().waitFor();
    await page.goto("/directory");
    await page.getByRole("link", { name: "Write to Carla" }).click();
    await page.waitForURL(`**/chat/${t.id("carla")}`);
  });

  test("a link to a chat shows a preview of it before signing in", async () => {
    const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id: t.id("Private") });
    const guest = await Screen.open(browser, t.url);
    const { page } = guest;
    await page.goto(new URL(invite_link).pathname);
    await page.getByRole("listitem").filter({ hasText: "Private" }).getByText("3 members").waitFor();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await guest.violations()).toEqual([]);
    await page.goto("/@team");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(0);
    await guest.close();
  });
});
