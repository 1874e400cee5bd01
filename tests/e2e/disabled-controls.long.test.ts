/**
 * Disabled controls, because something is missing or the user has no right: they can be focused, and give the reason.
 */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, focused, waitUntilGone, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const chromium = findChromium();

const NO_MOMENT = "Choose a day and time within the next year.";
const NO_DELETING = "Deleting what others sent takes the right to delete messages, which you do not have.";
const NO_POSTING = "Only administrators with the right to post can write in this channel.";
const NO_PINNING = "You cannot pin messages here. This group leaves it to administrators.";

describe.skipIf(chromium === undefined)("disabled controls", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  let team: number;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwoUsers({ before: speak }));
    team = t.id("Team");
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  /** A disabled control has no effect, and gives its reason to users and screen readers. */
  async function says({ page }: Screen, control: Locator, why: string): Promise<void> {
    await expect.poll(() => control.getAttribute("aria-disabled")).toBe("true");
    const described = await control.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(why);
    const reason = page.getByText(why).filter({ visible: true });
    await control.press("Enter");
    await reason.waitFor();
    await page.keyboard.press("Escape");
    await waitUntilGone(reason);
  }

  const entry = (name: string) => bob.page.getByRole("menuitem", { name: new RegExp(`^${name}(?! in )`) });
  /** Menu entries show the reason below their label. */
  async function explains(name: string, why: string): Promise<void> {
    await entry(name).getByText(why).waitFor();
    expect(await entry(name).getAttribute("aria-disabled")).toBe("true");
    expect(await entry(name).evaluate((each) => each.tabIndex)).toBeLessThan(1);
  }

  test("the menu of a message shows actions that the user has no right to, with the reason", async () => {
    await bob.openChat("Team");
    await bob.message("Alice, Where shall we meet?").press("Enter");
    await explains("Pin", NO_PINNING);
    await explains("Delete", NO_DELETING);
    expect(await entry("Reply").getAttribute("aria-disabled")).toBeNull();
    expect(await bob.violations()).toEqual([]);
    // Arrow keys reach the entry, and activating it changes nothing.
    await bob.page.keyboard.press("End");
    await bob.page.keyboard.press("Enter");
    await entry("Delete").waitFor();
    expect(await bob.page.getByRole("alertdialog").count()).toBe(0);
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(entry("Delete"));
  });

  test("it omits actions that make no sense for a message", async () => {
    await bob.message("Alice, Where shall we meet?").press("Enter");
    await entry("Choose").waitFor();
    expect(await entry("Edit").count()).toBe(0);
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(entry("Choose"));
  });

  test("subscribers of a channel see why they cannot reply", async () => {
    await bob.openChat("News");
    await bob.message("News, The office is closed").press("Enter");
    await explains("Reply", NO_POSTING);
    await explains("Delete", NO_DELETING);
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(entry("Reply"));
  });

  test("a protected message says that it cannot be forwarded or copied", async () => {
    await bob.openChat("Team");
    const why = "Whoever sent it lets nobody forward or copy it.";
    await bob.message("Guard, Between us").press("Enter");
    await explains("Forward", why);
    await explains("Copy text", why);
    await entry("Choose").click();
    const toolbar = bob.page.getByRole("toolbar", { name: "Chosen messages" });
    await says(bob, toolbar.getByRole("button", { name: "Delete" }), NO_DELETING);
    expect(await toolbar.getByRole("button", { name: "Forward" }).getAttribute("aria-disabled")).toBe("true");
    await toolbar.getByRole("button", { name: "Choose no messages" }).click();
    await waitUntilGone(toolbar);
  });

  test("forwarding requires a chat, and only chats that may be written to", async () => {
    await t.as("alice", "setChatPermissions", { chat_id: t.id("Private"), permissions: { can_invite_users: true } });
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await t.as("alice", "setChatPermissions", {
      chat_id: t.id("Private"),
      permissions: { can_send_photos: true },
      use_independent_chat_permissions: true,
    });
    await bob.message("Alice, Where shall we meet?").press("Enter");
    await entry("Forward").click();
    const dialog = bob.page.getByRole("dialog", { name: "Forward to" });
    await says(bob, dialog.getByRole("button", { name: "Forward 1 message" }), "Choose a chat first.");
    const refused = dialog.getByRole("checkbox", { name: "Private" });
    await refused.press("Space");
    const why = "You cannot write messages here. This group leaves it to administrators.";
    await bob.page.getByText(why).filter({ visible: true }).waitFor();
    expect(await refused.isChecked()).toBe(false);
    expect(await dialog.getByRole("checkbox", { name: "News" }).count()).toBe(0);
    expect(await bob.violations()).toEqual([]);
    await bob.page.keyboard.press("Escape");
    await dialog.getByRole("checkbox", { name: "Alice" }).check();
    await dialog.getByRole("button", { name: "Forward 1 message" }).click();
    await waitUntilGone(dialog);
    await bob.message("You, Where shall we meet?").waitFor();
  });

  test("a restriction, a ban and a link with an end require a date", async () => {
    const panel = await alice.openPanel(team, `/member/${t.id("bob")}/restrict`);
    await panel.getByRole("switch", { name: "Send messages" }).click();
    await panel.getByLabel("For how long").selectOption("date");
    await says(alice, panel.getByRole("button", { name: "Save" }), NO_MOMENT);

    await alice.openPanel(team);
    await panel.getByRole("button", { name: "What to do with Bob" }).click();
    await alice.page.getByRole("menuitem", { name: "Remove or ban" }).click();
    const ban = alice.page.getByRole("dialog", { name: "Remove Bob?" });
    await ban.getByLabel("Ban for").selectOption("date");
    const button = ban.getByRole("button", { name: "Ban", exact: true });
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    await button.press("Enter");
    await alice.page.getByText(NO_MOMENT).filter({ visible: true }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await ban.getByRole("button", { name: "Cancel" }).click();
    await waitUntilGone(ban);

    await alice.openPanel(team, "/links");
    await panel.getByRole("button", { name: "Make a link" }).click();
    const link = alice.page.getByRole("dialog", { name: "Make a link" });
    await link.getByLabel("Works for").selectOption("date");
    await link.getByRole("button", { name: "Make the link" }).press("Enter");
    await alice.page.getByText(NO_MOMENT).filter({ visible: true }).waitFor();
    await link.getByLabel("Works for").selectOption("3600");
    await link.getByRole("button", { name: "Make the link" }).click();
    await waitUntilGone(link);
  });

  test("a bot has no more commands than the limit", async () => {
    const commands = Array.from({ length: 100 }, (_, n) => ({ command: `c${n}`, description: "Something" }));
    await t.ok("echo_bot", "setMyCommands", { commands });
    await alice.openPath(`/settings/bots/${t.id("echo_bot")}`);
    const add = alice.page.getByRole("button", { name: "Add a command" });
    await says(alice, add, "A bot has at most 100 commands.");
    await alice.page.getByRole("button", { name: "Take command 100 away" }).click();
    await add.click();
    await alice.page.getByRole("textbox", { name: "Command 100", exact: true }).waitFor();
  });

  test("a file moved to the front keeps the focus on its button", async () => {
    await alice.openPath(`/chat/${team}`);
    await alice.field.waitFor();
    await alice.pick(["a.txt", "b.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
    const forward = alice.page.getByRole("button", { name: "Move b.txt forward" });
    await forward.press("Enter");
    await expect.poll(() => forward.getAttribute("aria-disabled")).toBe("true");
    await focused(forward);
    await says(alice, forward, "It is the first already.");
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});

async function speak(t: TestService): Promise<void> {
  await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "Where shall we meet?" });
  await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "The office is closed" });
  await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "Between us", protect_content: true });
}
