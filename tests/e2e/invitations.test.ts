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
    // The service of this test sends no mail.
    expect(await dialog.getByLabel("How they are invited").count()).toBe(0);
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
    await page.locator(`a[data-chat="${t.id("Private")}"]`).click();
    await page.getByText("Dora joined by link").filter({ visible: true }).first().waitFor();
    expect(await page.locator(`a[data-chat="${t.id("alice")}"]`).count()).toBe(0);
  });

  test("the inviter gets a notice about it, and the list of invitations shows the name", async () => {
    const { page } = alice;
    await page.locator(`a[data-chat="${t.id("alice")}"]`).click();
    await page.getByText("Dora signed up with your invitation").filter({ visible: true }).first().waitFor();
    expect(await alice.violations()).toEqual([]);
    await page.goto("/owner/invitations");
    await page.getByText("Used by Dora").waitFor();
    await page.getByText("Used 1 of 3 times").waitFor();
    await page.getByText("Into Private").waitFor();
    expect(await alice.violations()).toEqual([]);
  });

  test("many who come by a link are one line, which opens to all names", async () => {
    const { page } = alice;
    const chat_ids = [t.id("Private")];
    const { code } = await t.as("alice", "createInvitation", { max_uses: 9, chat_ids });
    for (const first_name of ["Ada", "Ben", "Cem", "Eva", "Finn"]) {
      const username = `${first_name.toLowerCase()}_came`;
      await t.post("/api/signUp", { invitation: code, first_name, username, password: PASSWORD });
    }
    await page.goto(`/chat/${t.id("Private")}`);
    const line = page.getByRole("button", { name: "Dora, Ada, Ben, and 3 others joined by link" });
    await line.waitFor();
    expect(await alice.violations()).toEqual([]);
    await line.press("Enter");
    const whole = page.getByRole("button", { name: "Dora, Ada, Ben, Cem, Eva, and Finn joined by link" });
    await whole.waitFor();
    expect(await whole.getAttribute("aria-expanded")).toBe("true");
  });

  test("an invitation for one person opens a chat with the inviter", async () => {
    const { code } = await t.as("alice", "createInvitation");
    const guest = await Screen.open(browser, t.url);
    const { page } = guest;
    await page.goto(`/invite/${code}`);
    await page.getByLabel("First name").fill("Gina");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.locator(`a[data-chat="${t.id("alice")}"]`).click();
    await page.getByText("Gina accepted the invitation").filter({ visible: true }).first().waitFor();
    await guest.close();
    await alice.page.locator("a[data-chat]", { hasText: "Gina accepted the invitation" }).waitFor();
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
    await page.getByRole("listitem").filter({ hasText: "Private" }).getByText("8 members").waitFor();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await guest.violations()).toEqual([]);
    await page.goto("/@team");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(0);
    await guest.close();
  });
});
