/** When the focused element disappears, the focus moves to something nearby and is not lost. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { choose } from "./tab-order/overlay.ts";
import { fillService } from "./tab-order/fixtures.ts";

const executable = findChromium();
const PASSWORD = "correct horse battery";

describe.skipIf(executable === undefined)("the focus is kept", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  let team: number;
  beforeAll(async () => {
    t = await startWithClient();
    await fillService(t);
    team = t.id("Team");
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).first();
  const say = (text: string, who = "alice") => t.as(who, "sendMessage", { chat_id: team, text });

  /** Waits until the focus is within an element and stays there. */
  async function within(place: Locator): Promise<void> {
    await screen.settle();
    await expect
      .poll(
        () =>
          place.evaluate((each) => {
            const { activeElement, body } = each.ownerDocument;
            const kept = activeElement !== body && each.contains(activeElement);
            return kept || activeElement?.outerHTML.slice(0, 200);
          }),
        { timeout: 5000 },
      )
      .toBe(true);
  }

  /** Presses a button with the keyboard, and answers the confirmation dialog, if there is one. */
  async function press(what: Locator, answer?: string): Promise<void> {
    await what.press("Enter");
    if (answer !== undefined) {
      await page.getByRole("alertdialog").getByRole("button", { name: answer, exact: true }).press("Enter");
      await waitUntilGone(page.getByRole("alertdialog"));
    }
  }

  test("when a message is deleted, by oneself and by others", async () => {
    await say("First of all");
    await page.goto(`/chat/${team}`);
    await screen.sent("First of all").press("Enter");
    await choose(screen, "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await waitUntilGone(screen.message(/First of all/));
    await within(screen.message("Alice removed Dave"));
    const { message_id } = await say("Short-lived", "bob");
    await say("Long-lived", "bob");
    await screen.message("Short-lived").focus();
    await t.as("bob", "deleteMessages", { chat_id: team, message_ids: [message_id] });
    await waitUntilGone(screen.message("Short-lived"));
    await within(page.getByRole("group", { name: "Messages" }));
  });

  test("when a reply or an edit is cancelled", async () => {
    await page.goto(`/chat/${team}`);
    for (const [entry, end] of [
      ["Reply", "Do not reply"],
      ["Edit", "Stop editing"],
    ] as const) {
      await screen.message(/^You, Own words/).press("Enter");
      await choose(screen, entry);
      await press(button(end));
      await waitUntilGone(button(end));
      await within(screen.field);
    }
  });

  test("when the selection of messages ends", async () => {
    await page.goto(`/chat/${team}`);
    await screen.message(/^You, Own words/).press(" ");
    await press(button("Choose no messages"));
    await waitUntilGone(page.getByRole("toolbar", { name: "Chosen messages" }));
    await within(page.getByRole("region", { name: "Team" }));
  });

  test("when the search in the chat or the bar of pinned messages is closed", async () => {
    await page.goto(`/chat/${team}`);
    await screen.field.press("Control+f");
    await press(button("Close the search"));
    await within(screen.field);
    await press(button("Unpin this message"));
    await waitUntilGone(page.getByRole("region", { name: "Pinned messages" }));
    await within(page.getByRole("region", { name: "Team" }));
  });

  test("when a bot's keyboard is hidden and shown", async () => {
    await page.goto(`/chat/${t.id("echo_bot")}`);
    await press(button("Hide the keyboard"));
    await within(button("Show the keyboard"));
    await press(button("Show the keyboard"));
    await within(page.getByRole("group", { name: "Keyboard of the bot" }));
  });

  test("when a file is removed from the attach dialog", async () => {
    await page.goto(`/chat/${team}`);
    await screen.pick(["a.txt", "b.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
    const dialog = page.getByRole("dialog", { name: "Send files" });
    await press(dialog.getByRole("button", { name: "Take out a.txt" }));
    await waitUntilGone(dialog.getByText("a.txt"));
    await within(dialog);
    await page.keyboard.press("Escape");
    await waitUntilGone(dialog);
    await within(page.getByRole("region", { name: "Team" }));
  });

  test("when a chat is archived and unarchived", async () => {
    const link = page.locator(`[data-chat="${t.id("News")}"]`);
    await page.goto("/");
    await link.press("Shift+F10");
    await choose(screen, "Archive");
    await waitUntilGone(link);
    await within(page.getByRole("navigation", { name: "Chats" }));
    await press(page.getByRole("navigation", { name: "Chats" }).getByRole("button"));
    await within(page.getByRole("main"));
    await link.press("Shift+F10");
    await choose(screen, "Take out of the archive");
    await page.getByRole("button", { name: "Search", exact: true }).waitFor();
    await within(page.getByRole("main"));
  });

  test("when a link is revoked, a ban lifted, a member added", async () => {
    await page.goto(`/chat/${team}/info/links`);
    await press(button(/^Close it/), "Close the link");
    await waitUntilGone(button(/^Close it/));
    await within(screen.panel);
    await page.goto(`/chat/${team}/info/banned`);
    await press(button("Lift the ban of Dave"));
    await page.getByText("Nobody is banned.").waitFor();
    await within(screen.panel);
    await page.goto(`/chat/${team}/info/add`);
    await press(button("Add Stranger"));
    await waitUntilGone(button("Add Stranger"));
    await within(screen.panel);
  });

  test("when a session is ended", async () => {
    for (const device of ["Laptop", "Tablet"]) {
      await t.post("/api/signIn", { username: "alice", password: PASSWORD, device });
    }
    await page.goto("/settings");
    await press(button("Sign out: Laptop"));
    await waitUntilGone(button("Sign out: Laptop"));
    await within(page.locator("section").filter({ hasText: "Where you are signed in" }));
    await press(button("Sign out everywhere else"), "Sign out");
    await waitUntilGone(button("Sign out everywhere else"));
    await within(page.getByRole("main"));
  });

  test("when an invitation is revoked, and a person suspended and restored", async () => {
    await page.goto("/owner/invitations");
    await press(button(/^Take back/));
    await waitUntilGone(button(/^Take back/));
    await within(page.getByRole("main"));
    await page.goto("/owner");
    await button("What to do about Dave").press("Enter");
    await choose(screen, "Suspend");
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Suspend", exact: true }));
    const people = page.getByRole("list", { name: "People" }).getByRole("listitem");
    await people.filter({ hasText: "Suspended" }).waitFor();
    await within(people.filter({ hasText: "Dave" }));
  });

  test("when a bot's command is removed, and its commands are saved", async () => {
    await page.goto(`/settings/bots/${t.id("guard_bot")}`);
    await press(button("Take command 1 away"));
    await waitUntilGone(button("Take command 1 away"));
    await within(page.getByRole("main"));
    await press(button("Save commands"));
    await page.getByText("Saved").first().waitFor();
    await within(page.getByRole("main"));
  });

  test("when the player is closed", async () => {
    await page.goto(`/chat/${team}`);
    await press(screen.message(/tune/).getByRole("button", { name: /^Play/ }));
    await press(button("Close the player"));
    await waitUntilGone(button("Close the player"));
    await within(page.getByRole("main"));
  });

  test("when the user leaves a chat, and when others delete a chat", async () => {
    await page.goto(`/chat/${t.id("News")}/info`);
    await press(button("Leave the channel"), "Leave");
    await waitUntilGone(page.locator(`[data-chat="${t.id("News")}"]`));
    await within(page.getByRole("main"));
    const { chat } = await t.as("bob", "createChat", { title: "Short-lived" });
    await t.as("bob", "addMember", { chat_id: chat.id, user_id: t.id("alice") });
    await page.goto(`/chat/${chat.id}`);
    await screen.field.focus();
    await t.as("bob", "deleteChat", { chat_id: chat.id });
    await waitUntilGone(screen.field);
    await within(page.getByRole("main"));
  });
});
