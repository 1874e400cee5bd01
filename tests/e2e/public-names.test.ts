/** Public names, photos, and the deletion of a chat. Others see each change at once. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { TestService } from "../support/service.ts";
import { CLIPBOARD, findChromium, type Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

/** The properties of an image element. */
interface Picture {
  readonly naturalWidth: number;
}

describe.skipIf(executable === undefined)("public names and photos", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwoUsers({ alice: CLIPBOARD }));
  });
  afterAll(() => close());

  test("a channel is created with a public name, and others join by its link", async () => {
    const { page } = alice;
    await alice.choose("New channel");
    const dialog = page.getByRole("dialog", { name: "New channel" });
    await dialog.getByLabel("Name", { exact: true }).fill("Garden");
    await dialog.getByLabel("Public name").fill("team");
    await dialog.getByRole("button", { name: "Make channel" }).click();
    await dialog.getByText("Somebody else has this user name.").waitFor();
    expect(await alice.violations()).toEqual([]);
    await dialog.getByLabel("Public name").fill("garden");
    await dialog.getByRole("button", { name: "Make channel" }).click();
    await page.getByRole("heading", { level: 1, name: "Garden" }).waitFor();
    await page.getByTitle("About this chat").click();
    const link = alice.panel.getByLabel("Public link");
    expect(await link.inputValue()).toBe(`${t.url}/@garden`);
    await alice.panel.getByRole("button", { name: "Copy" }).click();
    await alice.panel.getByText("Copied to the clipboard").waitFor({ state: "attached" });
    await bob.page.goto(String(await page.evaluate(() => navigator.clipboard.readText())));
    await bob.page.getByRole("button", { name: "Join" }).click();
    // The page before has the same heading.
    await bob.page.waitForURL(/\/chat\//);
    await bob.page.getByRole("heading", { level: 1, name: "Garden" }).waitFor();
  });

  test("its owner changes the public name, which others see at once", async () => {
    const team = t.id("Team");
    const theirs = await bob.openPanel(team);
    expect(await theirs.getByLabel("Public link").inputValue()).toBe(`${t.url}/@team`);
    const panel = await alice.openPanel(team, "/edit");
    await panel.getByLabel("Public name").fill("garden");
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Somebody else has this user name.").waitFor();
    await panel.getByLabel("Public name").fill("the_crew");
    await panel.getByRole("button", { name: "Save" }).click();
    await theirs.getByText("@the_crew").waitFor();
    expect(await theirs.getByLabel("Public link").inputValue()).toBe(`${t.url}/@the_crew`);
    await (await alice.openPanel(team, "/edit")).getByLabel("Public name").fill("");
    await panel.getByRole("button", { name: "Save" }).click();
    await theirs.getByLabel("Public link").waitFor({ state: "detached" });
  });

  test("members who do not own the chat see why they cannot change its public name", async () => {
    const chat_id = t.id("Team");
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_change_info: true });
    const panel = await bob.openPanel(chat_id, "/edit");
    const field = panel.getByLabel("Public name");
    await panel.getByText("Only the owner of the chat can change this.").waitFor();
    expect(await field.getAttribute("readonly")).not.toBeNull();
    expect(await bob.violations()).toEqual([]);
    // Users who do not own the chat can still change what they have the right to.
    await panel.getByLabel("Name", { exact: true }).fill("Crew");
    await panel.getByRole("button", { name: "Save" }).click();
    await alice.page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: "Crew" }).waitFor();
  });

  test("its owner deletes a chat after confirmation, and it disappears from every list at once", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Doomed" });
    await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id("bob") });
    await bob.openChat("Doomed");
    const theirs = await bob.openPanel(chat.id);
    await theirs.getByRole("button", { name: "Leave the group" }).waitFor();
    expect(await theirs.getByRole("button", { name: "Delete the group" }).count()).toBe(0);
    const panel = await alice.openPanel(chat.id);
    await panel.getByRole("button", { name: "Delete the group" }).click();
    const question = alice.page.getByRole("alertdialog", { name: "Delete Doomed?" });
    expect(await alice.violations()).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await panel.getByRole("button", { name: "Delete the group" }).click();
    await question.getByRole("button", { name: "Delete for everybody" }).click();
    for (const { page } of [alice, bob]) {
      const list = page.getByRole("navigation", { name: "Chats" });
      await list.getByRole("link", { name: "Doomed" }).waitFor({ state: "detached" });
    }
    await bob.page.getByText("This chat is not yours to see").waitFor();
    expect(new URL(alice.page.url()).pathname).toBe("/");
  });

  /** Avatars with a loaded image. */
  const pictures = (place: Locator) =>
    place
      .locator("img[alt='']")
      .evaluateAll((images) => images.filter((image) => (image as unknown as Picture).naturalWidth > 0).length);

  test.runIf(LONG_RUN)("a user's photo appears on others' screens at once, and disappears likewise", async () => {
    const chat_id = t.id("Private");
    await t.as("alice", "sendMessage", { chat_id, text: "Look at me" });
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await bob.openPath("/");
    await bob.openChat("Private");
    await bob.message(/Look at me/).waitFor();
    const log = bob.page.getByRole("region", { name: "Private" });
    const own = bob.page.locator(`a[data-chat="${t.id("alice")}"]`);
    expect([await pictures(log), await pictures(own)]).toEqual([0, 0]);
    const { page } = alice;
    await alice.openPath("/settings");
    const buffer = await drawPicture(160, 160, "teal");
    await page.getByLabel("Your photo").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Change the photo" }).waitFor();
    // In the header of the settings and in the form.
    await expect.poll(() => pictures(page.locator("body"))).toBeGreaterThanOrEqual(2);
    expect(await alice.violations()).toEqual([]);
    await expect.poll(() => pictures(log)).toBe(1);
    await expect.poll(() => pictures(own)).toBe(1);
    const theirs = await bob.openPanel(t.id("alice"));
    await theirs.getByRole("button", { name: "Photo of Alice" }).click();
    await bob.page.getByRole("img", { name: "Photo of Alice" }).waitFor();
    await bob.page.keyboard.press("Escape");
    const members = await bob.openPanel(chat_id);
    await members.getByRole("link", { name: /Alice/ }).waitFor();
    await expect.poll(() => pictures(members)).toBe(1);
    await page.getByRole("button", { name: "Remove the photo" }).click();
    await page.getByRole("button", { name: "Choose a photo" }).waitFor();
    await expect.poll(() => pictures(members)).toBe(0);
    await expect.poll(() => pictures(own)).toBe(0);
  });

  test("search results have photos, also those of bots whose owner set one", async () => {
    const { page } = alice;
    await alice.openPath(`/settings/bots/${t.id("echo_bot")}`);
    const buffer = await drawPicture(90, 90, "orange");
    await page.getByLabel("Photo of the bot").setInputFiles({ name: "bot.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Change the photo" }).waitFor();
    await bob.openPath("/");
    await bob.page.getByRole("button", { name: "Search" }).click();
    await bob.page.getByRole("combobox").fill("echo");
    const found = bob.page.getByRole("option", { name: /@echo_bot/ });
    await found.waitFor();
    await expect.poll(() => pictures(found)).toBe(1);
    await bob.page.keyboard.press("Escape");
  });

  test("there were no errors on any page", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
