/** Asking to join: one asks, another answers, and each sees at once what the other did. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, focused, gone, LOOKS, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwo, type Two } from "./two.ts";

const executable = findChromium();

/** A group of Alice's that others ask to join. */
async function makeGuarded(t: TestService): Promise<number> {
  const { chat } = await t.as("alice", "createChat", { title: "Guarded" });
  return chat.id;
}

async function makeDoor(t: TestService, chat_id: number): Promise<string> {
  const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id, creates_join_request: true });
  return new URL(invite_link).pathname;
}

describe.skipIf(executable === undefined)("asking to join", () => {
  let two: Two;
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let chat_id: number;
  let door: string;
  beforeAll(async () => {
    two = await startTwo();
    ({ t, alice, bob } = two);
    chat_id = await makeGuarded(t);
  });
  afterAll(() => two.close());
  recoverAfterFailures(() => [alice, bob]);
  const ask = () => bob.page.getByRole("button", { name: "Ask to join" });
  const status = (words: string) => bob.page.getByRole("status").filter({ hasText: words });

  test("a link that asks has no number of people", async () => {
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
    door = new URL(made.invite_link).pathname;
  });

  test("who is declined reads so, and may ask again and take it back", async () => {
    await alice.go(`/chat/${chat_id}`);
    await bob.page.goto(door);
    await ask().press("Enter");
    await status("Your request was sent.").waitFor();
    await alice.page.getByRole("link", { name: "1 person asks to join" }).press("Enter");
    await alice.panel.getByRole("button", { name: "Decline: Bob" }).press("Enter");
    await status("Your request was declined.").waitFor();
    await alice.panel.getByText("Nobody is waiting to be let in.").waitFor();
    await gone(alice.page.getByRole("link", { name: "asks to join" }));
    await ask().press("Enter");
    await alice.panel.getByRole("button", { name: "Let in: Bob" }).waitFor();
    await bob.page.getByRole("button", { name: "Withdraw the request" }).press("Enter");
    await gone(alice.panel.getByRole("button", { name: "Let in: Bob" }));
    await ask().waitFor();
  });

  test("the keyboard goes from one answer to the next, and who is let in finds the chat open", async () => {
    await ask().press("Enter");
    await status("Your request was sent.").waitFor();
    const path = { invite_link: door.split("/").at(-1) };
    await t.as("carla", "askToJoin", path);
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

  test("a member without the right reads why they cannot answer", async () => {
    const panel = await bob.openPanel(chat_id);
    await panel.getByRole("button", { name: "Join requests" }).press("Enter");
    const reason = "Answering who asks to join takes an administrator's right";
    await bob.page.getByText(reason).filter({ visible: true }).waitFor();
    await bob.go(`/chat/${chat_id}/info/requests`);
    await panel.getByRole("heading", { level: 1, name: "Join requests" }).waitFor();
    await panel.getByText(reason).filter({ visible: true }).waitFor();
  });

  test("who asked reads that the way is closed as soon as the chat is deleted", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Doomed" });
    await bob.page.goto(await makeDoor(t, chat.id));
    await ask().press("Enter");
    await status("Your request was sent.").waitFor();
    await t.as("alice", "deleteChat", { chat_id: chat.id });
    await bob.page.getByRole("heading", { name: "This way is closed" }).waitFor();
  });

  test("nothing of it made a console complain", () => {
    expect([...alice.faults, ...bob.faults]).toEqual([]);
  });
});

const VARIANTS = [
  ...LOOKS.map(([name, options]) => [name, options, "English"] as const),
  ["in Arabic", { reducedMotion: "reduce" }, "العربية"] as const,
];

describe.skipIf(executable === undefined)("axe finds nothing in asking to join,", () => {
  let two: Two;
  let chat_id: number;
  beforeAll(async () => {
    two = await startTwo();
    chat_id = await makeGuarded(two.t);
    const door = await makeDoor(two.t, chat_id);
    await two.t.as("carla", "askToJoin", { invite_link: door.split("/").at(-1) });
  });
  afterAll(() => two.close());

  test.each(VARIANTS)("%s", async (_name, options, language) => {
    const { browser, t } = two;
    const [owner, guest] = [await two.alice.again(browser, t, options), await two.bob.again(browser, t, options)];
    for (const { page } of [owner, guest]) {
      await page.goto("/settings");
      await page.getByLabel("Language").selectOption({ label: language });
    }
    await guest.page.goto(await makeDoor(t, chat_id));
    const deed = guest.page.locator("button[type=submit]");
    await deed.waitFor();
    expect(await guest.violations()).toEqual([]);
    await owner.page.goto(`/chat/${chat_id}/info/requests`);
    const lines = owner.page.locator("section section li");
    await lines.first().waitFor();
    const before = await lines.count();
    await deed.click();
    await expect.poll(() => lines.count()).toBe(before + 1);
    expect(await owner.violations()).toEqual([]);
    expect(await guest.violations()).toEqual([]);
    await deed.click();
    await expect.poll(() => lines.count()).toBe(before);
    await owner.page.goto(`/chat/${chat_id}/info/links`);
    await owner.page.getByRole("button", { name: /^(Make a link|إنشاء رابط)$/ }).click();
    await owner.page.getByRole("switch").press("Space");
    expect(await owner.violations()).toEqual([]);
    expect([...owner.faults, ...guest.faults]).toEqual([]);
    await owner.close();
    await guest.close();
  });
});
