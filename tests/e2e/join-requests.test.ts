/** Join requests: one user asks, another answers, and each sees at once what the other did. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, focused, waitUntilGone, PHONE, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwoUsers, type TwoUsers } from "./two-users.ts";

const executable = findChromium();

/** A group of Alice's with an invite link that requires a join request. */
async function makeGuarded(t: TestService): Promise<number> {
  const { chat } = await t.as("alice", "createChat", { title: "Guarded" });
  return chat.id;
}

async function makeLink(t: TestService, chat_id: number): Promise<string> {
  const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id, creates_join_request: true });
  return new URL(invite_link).pathname;
}

describe.skipIf(executable === undefined)("join requests", () => {
  let two: TwoUsers;
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let chat_id: number;
  let path: string;
  beforeAll(async () => {
    two = await startTwoUsers();
    ({ t, alice, bob } = two);
    chat_id = await makeGuarded(t);
  });
  afterAll(() => two.close());
  recoverAfterFailures(() => [alice, bob]);
  const ask = () => bob.page.getByRole("button", { name: "Ask to join" });
  const status = (words: string) => bob.page.getByRole("status").filter({ hasText: words });

  test("a link that requires a request has no member limit", async () => {
    const panel = await alice.openPanel(chat_id, "/links");
    await panel.getByRole("button", { name: "Make a link" }).click();
    const dialog = alice.page.getByRole("dialog", { name: "Make a link" });
    await dialog.getByLabel("Name").fill("The door");
    const limit = dialog.getByLabel("How many people");
    await limit.fill("3");
    await dialog.getByRole("switch", { name: "Ask before joining" }).press("Space");
    expect([await limit.inputValue(), await limit.isEditable()]).toEqual(["", false]);
    await dialog.getByRole("button", { name: "Make the link" }).press("Enter");
    await panel.getByText("asks before joining").waitFor();
    const [made] = await t.as("alice", "listInviteLinks", { chat_id });
    expect(made).toMatchObject({ name: "The door", creates_join_request: true });
    expect(made).not.toHaveProperty("member_limit");
    path = new URL(made.invite_link).pathname;
  });

  test("a declined user sees it, and can ask again and withdraw", async () => {
    await alice.go(`/chat/${chat_id}`);
    await bob.openPath(path);
    await ask().press("Enter");
    await status("Your request was sent.").waitFor();
    await alice.page.getByRole("link", { name: "1 person asks to join" }).press("Enter");
    await alice.panel.getByRole("button", { name: "Decline: Bob" }).press("Enter");
    await status("Your request was declined.").waitFor();
    await alice.panel.getByText("Nobody is waiting to be let in.").waitFor();
    await waitUntilGone(alice.page.getByRole("link", { name: "asks to join" }));
    await ask().press("Enter");
    await alice.panel.getByRole("button", { name: "Let in: Bob" }).waitFor();
    await bob.page.getByRole("button", { name: "Withdraw the request" }).press("Enter");
    await waitUntilGone(alice.panel.getByRole("button", { name: "Let in: Bob" }));
    await ask().waitFor();
  });

  test("the focus moves from one request to the next, and the chat opens for an accepted user", async () => {
    await ask().press("Enter");
    await status("Your request was sent.").waitFor();
    const link = { invite_link: path.split("/").at(-1) };
    await t.as("carla", "askToJoin", link);
    const panel = await alice.openPanel(chat_id);
    await panel.getByRole("link", { name: "Join requests 2 wait" }).press("Enter");
    await panel.getByRole("button", { name: "Let in: Bob" }).press("Enter");
    await focused(panel.getByRole("button", { name: "Let in: Carla" }));
    await expect.poll(() => new URL(bob.page.url()).pathname).toBe(`/chat/${chat_id}`);
    await bob.page.getByRole("heading", { level: 1, name: "Guarded" }).waitFor();
    await bob.field.waitFor();
    await alice.page.keyboard.press("Enter");
    await panel.getByText("Nobody is waiting to be let in.").waitFor();
    expect(await t.as("carla", "getHistory", { chat_id })).toBeTruthy();
  });

  test("a member without the right sees why they cannot answer", async () => {
    const panel = await bob.openPanel(chat_id);
    await panel.getByRole("button", { name: "Join requests" }).press("Enter");
    const reason = "Answering who asks to join takes an administrator's right";
    await bob.page.getByText(reason).filter({ visible: true }).waitFor();
    await bob.go(`/chat/${chat_id}/info/requests`);
    await panel.getByRole("heading", { level: 1, name: "Join requests" }).waitFor();
    await panel.getByText(reason).filter({ visible: true }).waitFor();
  });

  test("the user who asked sees that the link is closed when the chat is deleted", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Doomed" });
    await bob.openPath(await makeLink(t, chat.id));
    await ask().press("Enter");
    await status("Your request was sent.").waitFor();
    await t.as("alice", "deleteChat", { chat_id: chat.id });
    await bob.page.getByRole("heading", { name: "This way is closed" }).waitFor();
  });

  test.runIf(LONG_RUN).each([
    ["on a phone", PHONE],
    ["in Arabic", { locale: "ar" }],
  ])("axe finds nothing %s", async (_name, options) => {
    const { browser } = two;
    const { id } = (await t.as("alice", "createChat", { title: "Watched" })).chat;
    const other = await makeLink(t, id);
    await t.as("carla", "askToJoin", { invite_link: other.split("/").at(-1) });
    const [owner, guest] = [await two.alice.again(browser, t, options), await two.bob.again(browser, t, options)];
    await guest.openPath(other);
    const submit = guest.page.locator("button[type=submit]");
    await submit.waitFor();
    expect(await guest.violations()).toEqual([]);
    await owner.openPath(`/chat/${id}/info/requests`);
    const lines = owner.page.locator("section section li");
    await lines.first().waitFor();
    const before = await lines.count();
    await submit.click();
    await expect.poll(() => lines.count()).toBe(before + 1);
    expect(await owner.violations()).toEqual([]);
    expect(await guest.violations()).toEqual([]);
    await submit.click();
    await expect.poll(() => lines.count()).toBe(before);
    await owner.openPath(`/chat/${id}/info/links`);
    await owner.page.getByRole("button", { name: /^(Make a link|إنشاء رابط)$/ }).click();
    await owner.page.getByRole("switch").press("Space");
    expect(await owner.violations()).toEqual([]);
    expect([...owner.errors, ...guest.errors]).toEqual([]);
    await owner.close();
    await guest.close();
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
