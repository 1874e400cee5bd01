/** What cannot be pressed yet, and what one has no right to: both stay in reach of the keyboard, and say why. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, focused, gone, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwo } from "./two.ts";

const chromium = findChromium();

const NO_MOMENT = "Choose a day and time within the next year.";
const NO_DELETING = "Deleting what others sent takes the right to delete messages, which you do not have.";
const NO_POSTING = "Only administrators with the right to post can write in this channel.";
const NO_PINNING = "You cannot pin messages here. This group leaves it to administrators.";

describe.skipIf(chromium === undefined)("what cannot be pressed", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  let team: number;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwo({ before: speak }));
    team = t.id("Team");
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  /** A control does nothing but say why, to whoever presses it and to screen readers. */
  async function says({ page }: Screen, control: Locator, why: string): Promise<void> {
    await expect.poll(() => control.getAttribute("aria-disabled")).toBe("true");
    const described = await control.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(why);
    const reason = page.getByText(why).filter({ visible: true });
    await control.press("Enter");
    await reason.waitFor();
    await page.keyboard.press("Escape");
    await gone(reason);
  }

  const entry = (name: string) => bob.page.getByRole("menuitem", { name: new RegExp(`^${name}`) });
  /** Entries of menus have their reasons below them. */
  async function explains(name: string, why: string): Promise<void> {
    await entry(name).getByText(why).waitFor();
    expect(await entry(name).getAttribute("aria-disabled")).toBe("true");
    expect(await entry(name).evaluate((each) => each.tabIndex)).toBeLessThan(1);
  }

  test("the menu of a message keeps what one has no right to, with the reason", async () => {
    await bob.openChat("Team");
    await bob.message("Alice, Where shall we meet?").press("Enter");
    await explains("Pin", NO_PINNING);
    await explains("Delete", NO_DELETING);
    expect(await entry("Reply").getAttribute("aria-disabled")).toBeNull();
    expect(await bob.violations()).toEqual([]);
    // By the arrows one comes to it, and pressing it changes nothing.
    await bob.page.keyboard.press("End");
    await bob.page.keyboard.press("Enter");
    await entry("Delete").waitFor();
    expect(await bob.page.getByRole("alertdialog").count()).toBe(0);
    await bob.page.keyboard.press("Escape");
    await gone(entry("Delete"));
  });

  test("it leaves out what makes no sense for a message", async () => {
    await bob.message("Alice, Where shall we meet?").press("Enter");
    await entry("Choose").waitFor();
    expect(await entry("Edit").count()).toBe(0);
    await bob.page.keyboard.press("Escape");
    await gone(entry("Choose"));
  });

  test("whoever only reads a channel learns why they cannot answer", async () => {
    await bob.openChat("News");
    await bob.message("News, The office is closed").press("Enter");
    await explains("Reply", NO_POSTING);
    await explains("Delete", NO_DELETING);
    await bob.page.keyboard.press("Escape");
    await gone(entry("Reply"));
  });

  test("a protected message says that it cannot be taken elsewhere", async () => {
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
    await gone(toolbar);
  });

  test("nothing is forwarded before a chat is chosen, nor to where it may not be said", async () => {
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
    await gone(dialog);
    await bob.message("You, Where shall we meet?").waitFor();
  });

  test("a restriction, a ban and a link up to a moment wait for the moment", async () => {
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
    await gone(ban);

    await alice.openPanel(team, "/links");
    await panel.getByRole("button", { name: "Make a link" }).click();
    const link = alice.page.getByRole("dialog", { name: "Make a link" });
    await link.getByLabel("Works for").selectOption("date");
    await link.getByRole("button", { name: "Make the link" }).press("Enter");
    await alice.page.getByText(NO_MOMENT).filter({ visible: true }).waitFor();
    await link.getByLabel("Works for").selectOption("3600");
    await link.getByRole("button", { name: "Make the link" }).click();
    await gone(link);
  });

  test("a bot has no more commands than it may have", async () => {
    const commands = Array.from({ length: 100 }, (_, n) => ({ command: `c${n}`, description: "Something" }));
    await t.ok("echo_bot", "setMyCommands", { commands });
    await alice.page.goto(`/settings/bots/${t.id("echo_bot")}`);
    const add = alice.page.getByRole("button", { name: "Add a command" });
    await says(alice, add, "A bot has at most 100 commands.");
    await alice.page.getByRole("button", { name: "Take command 100 away" }).click();
    await add.click();
    await alice.page.getByRole("textbox", { name: "Command 100", exact: true }).waitFor();
  });

  test("a file that has come to the front keeps the keyboard where it was", async () => {
    await alice.page.goto(`/chat/${team}`);
    await alice.field.waitFor();
    await alice.pick(["a.txt", "b.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
    const forward = alice.page.getByRole("button", { name: "Move b.txt forward" });
    await forward.press("Enter");
    await expect.poll(() => forward.getAttribute("aria-disabled")).toBe("true");
    await focused(forward);
    await says(alice, forward, "It is the first already.");
  });

  test("nothing of it made the console complain", () => {
    expect([...alice.faults, ...bob.faults]).toEqual([]);
  });
});

async function speak(t: TestService): Promise<void> {
  await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "Where shall we meet?" });
  await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "The office is closed" });
  await t.ok("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "Between us", protect_content: true });
}
