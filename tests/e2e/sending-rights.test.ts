/** What a user may send and what not: the composer shows it before anything is picked, recorded or written. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, waitUntilGone, MICROPHONE, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const chromium = findChromium();

const LEFT_TO_THEM = "This group leaves it to administrators.";
const NO_TEXT = `You cannot write messages here. ${LEFT_TO_THEM}`;
const NO_FILES = `You cannot send files here. ${LEFT_TO_THEM}`;
const NO_PHOTOS = `You cannot send photos here. ${LEFT_TO_THEM}`;
const NO_VOICE = `You cannot send voice messages here. ${LEFT_TO_THEM}`;

/** In the page: pastes a file. */
function pasteTable(): void {
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
  const files = [new File(["a,b"], "table.csv", { type: "text/csv" })];
  Object.defineProperty(event, "clipboardData", { value: { files, getData: () => "" } });
  document.body.dispatchEvent(event);
}

/** In the page: a file that is dragged. */
function dragTable(): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(new File(["a,b"], "table.csv", { type: "text/csv" }));
  return transfer;
}

const REPORT = { name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };

async function picture(name: string) {
  return { name, mimeType: "image/png", buffer: await drawPicture(320, 200, "#2a7") };
}

describe.skipIf(chromium === undefined)("the composer with restricted permissions", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  let dialog: Locator;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwoUsers({ flags: MICROPHONE, chat: "Team" }));
    dialog = bob.page.getByRole("dialog", { name: "Send files", exact: true });
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  /** Gives members exactly these permissions. */
  const leave = (...names: string[]) =>
    t.as("alice", "setChatPermissions", {
      chat_id: t.id("Team"),
      permissions: Object.fromEntries(names.map((name) => [name, true])),
      use_independent_chat_permissions: true,
    });
  const attach = () => bob.page.getByRole("button", { name: "Attach", exact: true });
  const record = () => bob.page.getByRole("button", { name: "Record a voice message" });
  const shown = (words: string) => bob.page.getByText(words).filter({ visible: true });

  /** A toast shows its button only on hover. */
  const putAway = () => bob.page.getByRole("button", { name: "Close", exact: true, includeHidden: true }).click();

  /** A disabled control can be focused, and gives the reason when it is pressed. */
  async function says(control: Locator, why: string): Promise<void> {
    await expect.poll(() => control.getAttribute("aria-disabled")).toBe("true");
    const described = await control.getAttribute("aria-describedby");
    expect(await bob.page.locator(`[id="${described}"]`).textContent()).toBe(why);
    await control.press("Enter");
    await shown(why).waitFor();
    expect(await bob.violations()).toEqual([]);
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(shown(why));
  }

  /** The menu of what can be attached says why files cannot. */
  async function saysNoFiles(): Promise<void> {
    await attach().press("Enter");
    const files = bob.page.getByRole("menuitem", { name: /^Files/ });
    await expect.poll(() => files.getAttribute("aria-disabled")).toBe("true");
    const described = await files.getAttribute("aria-describedby");
    expect(await bob.page.locator(`[id="${described}"]`).textContent()).toBe(NO_FILES);
    expect(await bob.violations()).toEqual([]);
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(files);
  }

  test("a user who may only send text sees it at the attach and record buttons", async () => {
    await leave("can_send_messages");
    await saysNoFiles();
    await says(record(), NO_VOICE);
    await waitUntilGone(bob.page.getByRole("timer", { name: "Length" }));
    await bob.write("Words are left to me");
    await alice.message("Bob, Words are left to me").waitFor();
  });

  test("pasting or dropping files that may not be sent shows the reason", async () => {
    const { page } = bob;
    await page.evaluate(pasteTable);
    await shown(NO_FILES).waitFor();
    await putAway();
    await waitUntilGone(shown(NO_FILES));
    const dataTransfer = await page.evaluateHandle(dragTable);
    await page.dispatchEvent("main", "dragenter", { dataTransfer });
    await shown(NO_FILES).waitFor();
    await waitUntilGone(page.getByText("Let the files go to send them"));
    await page.dispatchEvent("main", "drop", { dataTransfer });
    await shown(NO_FILES).waitFor();
    expect(await dialog.count()).toBe(0);
    await putAway();
  });

  test("a user who may send photos but no text sends a photo with a caption", async () => {
    await leave("can_send_photos");
    await shown(NO_TEXT).waitFor();
    await waitUntilGone(bob.field);
    await says(record(), NO_VOICE);
    await bob.page.keyboard.press("Tab");
    await bob.pick([await picture("hill.png"), REPORT]);
    await dialog.getByText("report.pdf").waitFor();
    await dialog.getByRole("alert").getByText(NO_FILES).waitFor();
    expect(await bob.violations()).toEqual([]);
    await dialog.getByLabel("Caption").fill("From up here");
    await dialog.getByRole("button", { name: "Send 1 file" }).click();
    await alice.message("Bob, Photo, From up here").waitFor();
    await waitUntilGone(bob.page.getByText("Not sent"));
    expect(await alice.message(/report\.pdf/).count()).toBe(0);
  });

  test("a photo can be sent as a file where only files are allowed", async () => {
    await leave("can_send_documents");
    await shown(NO_TEXT).waitFor();
    await bob.pick(await picture("map.png"));
    await dialog.getByRole("alert").getByText(NO_PHOTOS).waitFor();
    const send = dialog.getByRole("button", { name: /^Send/ });
    expect(await send.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByRole("checkbox", { name: "Send without compression, as files" }).check();
    await waitUntilGone(dialog.getByText(NO_PHOTOS));
    await dialog.getByRole("button", { name: "Send 1 file" }).click();
    await alice.message("Bob, map.png").waitFor();
  });

  test("a user who may send neither text nor files can send voice messages", async () => {
    await leave("can_send_voice_notes");
    await shown(NO_TEXT).waitFor();
    await saysNoFiles();
    await record().click();
    await bob.page.getByRole("timer", { name: "Length" }).getByText("0:01").waitFor();
    await bob.page.getByRole("button", { name: "Send the voice message" }).click();
    await alice.message("Bob, Voice message").waitFor();
  });

  test("a user who may send photos can edit an old caption, but not an old text", async () => {
    await leave("can_send_photos");
    const item = bob.page.getByRole("menuitem", { name: "Edit" });
    await bob.sent("Words are left to me").press("Enter");
    await shown(NO_TEXT).nth(1).waitFor();
    expect(await item.getAttribute("aria-disabled")).toBe("true");
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(item);
    await bob.sent("Photo, From up here").press("Enter");
    await item.click();
    await bob.field.fill("From further up");
    await bob.field.press("Enter");
    await alice.message("Bob, Photo, From further up").waitFor();
    await waitUntilGone(bob.field);
  });

  test("if nothing may be sent, the reason replaces the composer, and is shown for dropped files", async () => {
    await leave("can_invite_users");
    await shown(NO_TEXT).waitFor();
    await waitUntilGone(attach());
    await waitUntilGone(record());
    const { page } = bob;
    const dataTransfer = await page.evaluateHandle(dragTable);
    await page.dispatchEvent("main", "dragenter", { dataTransfer });
    await shown(NO_TEXT).nth(1).waitFor();
    await page.dispatchEvent("main", "drop", { dataTransfer });
    await putAway();
    await expect.poll(() => shown(NO_TEXT).count()).toBe(1);
    expect(await bob.violations()).toEqual([]);
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
