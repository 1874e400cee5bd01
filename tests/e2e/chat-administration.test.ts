/** Two users and the rights between them: changes by one reach the other's screen at once, with reasons. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock, type Clock } from "heliogram/ports/clock.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, focused, waitUntilGone, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

/** The system clock with an offset that tests can increase. */
function advancedClock(): Clock & { advance(by_ms: number): void } {
  const machine = systemClock();
  let advanced_ms = 0;
  return {
    now: () => machine.now() + advanced_ms,
    elapsed: machine.elapsed,
    after: machine.after,
    advance: (by_ms) => void (advanced_ms += by_ms),
  };
}

describe.skipIf(executable === undefined)("administration", () => {
  const clock = advancedClock();
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  let team: number;
  let bobId: number;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwoUsers({ clock, chat: "Team" }));
    team = t.id("Team");
    bobId = t.id("bob");
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  test("the chat header opens the panel, and Back and Escape close it", async () => {
    await alice.page.getByTitle("About this chat").click();
    const { panel } = alice;
    await panel.getByRole("heading", { name: "About this group" }).waitFor();
    await panel.getByRole("link", { name: "Administrators" }).click();
    await panel.getByText("Add an administrator").waitFor();
    await alice.page.goBack();
    const heading = panel.getByRole("heading", { name: "About this group" });
    await heading.waitFor();
    await focused(heading);
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(panel);
    expect(new URL(alice.page.url()).pathname).toBe(`/chat/${team}`);
  });

  test("a restricted user's screen shows the reason, and the composer returns when the restriction is lifted", async () => {
    await bob.field.waitFor();
    const panel = await alice.openPanel(team, `/member/${bobId}`);
    await panel.getByRole("button", { name: "Restrict" }).click();
    await panel.getByRole("switch", { name: "Send messages" }).click();
    const others = panel.getByRole("switch", { name: "Pin messages" });
    expect(await others.getAttribute("aria-disabled")).toBe("true");
    await panel.getByLabel("For how long").selectOption({ label: "1 day" });
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Change the restriction").waitFor();
    const note = bob.page.getByText("You cannot write messages here. An administrator has restricted you until");
    await note.waitFor();
    await waitUntilGone(bob.field);
    const seen = await t.as("alice", "getChatMember", { chat_id: team, user_id: bobId });
    expect(seen).toMatchObject({ status: "restricted", can_send_messages: false, can_send_photos: true });
    expect(seen.until_date).toBeGreaterThan(0);
    await panel.getByRole("button", { name: "Change the restriction" }).click();
    await panel.getByRole("button", { name: "Lift the restriction" }).click();
    await bob.field.waitFor();
    await waitUntilGone(note);
  });

  test("the composer returns when a restriction expires", async () => {
    const { page } = bob;
    await page.clock.install();
    await page.goto(`/chat/${team}`);
    const until_date = Math.floor(clock.now() / 1000) + 300;
    await t.as("alice", "restrictChatMember", { chat_id: team, user_id: bobId, permissions: {}, until_date });
    await page.getByText("You cannot write messages here.").waitFor();
    clock.advance(301_000);
    await page.clock.fastForward(303_000);
    await bob.field.waitFor();
  });

  test("a permission taken from all members is explained to each of them", async () => {
    const panel = await alice.openPanel(team, "/permissions");
    await panel.getByRole("switch", { name: "Send messages" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await bob.page.getByText("You cannot write messages here. This group leaves it to administrators.").waitFor();
    // Save is disabled again, because the page has taken over the saved permissions.
    await panel.getByRole("button", { name: "Save", disabled: true }).waitFor();
    const theirs = await bob.openPanel(team, "/permissions");
    const reason = theirs.getByText("This takes the right to restrict members, which you do not have.");
    await reason.filter({ visible: true }).waitFor();
    const own = theirs.getByRole("switch", { name: "Send messages" });
    // To the browser the switch is not disabled: pressing it shows the reason.
    await own.press("Space");
    await bob.page.getByText("This takes the right to restrict members").filter({ visible: true }).nth(1).waitFor();
    expect(await own.isChecked()).toBe(false);
    // An open page follows changes made by others.
    await panel.getByRole("switch", { name: "Send messages" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await theirs.getByRole("switch", { name: "Send messages", checked: true }).waitFor();
  });

  test.runIf(LONG_RUN)(
    "switches show effective permissions, and saving keeps the permissions that bots have set",
    async () => {
      const before = (await t.as("alice", "getChat", { chat_id: team })).permissions;
      const permissions = { can_send_messages: true, can_send_polls: true, can_invite_users: true };
      const use_independent_chat_permissions = true;
      await t.as("alice", "setChatPermissions", { chat_id: team, permissions, use_independent_chat_permissions });
      const panel = await alice.openPanel(team, "/permissions");
      await panel.getByRole("switch", { name: "Send messages", checked: true }).waitFor();
      expect(await panel.getByRole("switch", { name: /poll|sticker|preview/i }).count()).toBe(0);
      await panel.getByRole("switch", { name: "Add members" }).click();
      await panel.getByRole("button", { name: "Save" }).click();
      await panel.getByRole("button", { name: "Save", disabled: true }).waitFor();
      const after = (await t.as("alice", "getChat", { chat_id: team })).permissions;
      expect(after).toMatchObject({ can_send_messages: true, can_send_polls: true, can_invite_users: false });
      expect(after).toMatchObject({ can_add_web_page_previews: false });
      await t.as("alice", "setChatPermissions", {
        chat_id: team,
        permissions: before,
        use_independent_chat_permissions,
      });
    },
  );

  test("a disabled control gives its reason on focus and to screen readers", async () => {
    const panel = await bob.openPanel(team);
    const edit = panel.getByRole("button", { name: "Edit the group" });
    await edit.waitFor();
    const description = await edit.getAttribute("aria-describedby");
    expect(await bob.page.locator(`[id="${description}"]`).textContent()).toMatch(
      /^You cannot change the name, photo and description of this chat\./,
    );
    await edit.press("Enter");
    const reason = bob.page.getByText("You cannot change the name").filter({ visible: true });
    await reason.waitFor();
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(reason);
  });

  test("a promotion with a title shows a badge everywhere and enables what it allows", async () => {
    const theirs = await bob.openPanel(team);
    const panel = await alice.openPanel(team, "/administrators");
    await panel.getByRole("link", { name: "Add an administrator" }).click();
    await panel.getByRole("link", { name: /Bob/ }).click();
    await panel.getByLabel("Title").fill("Night watch");
    expect(await panel.getByRole("switch", { name: /video chat/ }).count()).toBe(0);
    await panel.getByRole("switch", { name: "Pin messages" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await theirs.getByRole("link", { name: /Bob.*Night watch/ }).waitFor();
    await theirs.getByRole("link", { name: "Edit the group" }).waitFor();
    expect(await t.as("alice", "getChatMember", { chat_id: team, user_id: bobId })).toMatchObject({
      status: "administrator",
      custom_title: "Night watch",
      is_anonymous: false,
      can_change_info: true,
      can_restrict_members: true,
      can_pin_messages: false,
      can_promote_members: false,
      can_manage_video_chats: false,
    });
  });

  test("changes of the name, the description and the photo reach everybody at once", async () => {
    const panel = await bob.openPanel(team, "/edit");
    await panel.getByLabel("Name", { exact: true }).fill("The team");
    await panel.getByLabel("Description").fill("Where we talk");
    await panel.getByRole("button", { name: "Save" }).click();
    const picture = await drawPicture(300, 300, "#2a7");
    const hers = await alice.openPanel(team);
    await hers.getByText("Where we talk").waitFor();
    await hers.getByRole("heading", { name: "The team" }).waitFor();
    await bob.openPanel(team, "/edit");
    await panel.locator("input[type=file]").setInputFiles({ name: "p.png", mimeType: "image/png", buffer: picture });
    await hers.locator("img").first().waitFor();
    await panel.getByRole("button", { name: "Remove the photo" }).click();
    await waitUntilGone(hers.locator("img"));
    await t.as("alice", "setChatTitle", { chat_id: team, title: "Team" });
  });

  test("a ban removes the chat from the other's screen; after it is lifted, a link lets them in again", async () => {
    await bob.openPath(`/chat/${team}`);
    await bob.field.waitFor();
    const panel = await alice.openPanel(team);
    await panel.getByRole("button", { name: "What to do with Bob" }).click();
    await alice.page.getByRole("menuitem", { name: "Remove or ban" }).click();
    const dialog = alice.page.getByRole("dialog", { name: "Remove Bob?" });
    await dialog.getByLabel("Ban for").selectOption({ label: "For ever" });
    await dialog.getByRole("button", { name: "Ban" }).click();
    await bob.page.getByText("This chat is not yours to see").waitFor();
    await waitUntilGone(dialog);
    await waitUntilGone(panel.getByRole("link", { name: /Bob/ }));
    await panel.getByRole("link", { name: "Banned" }).click();
    await panel.getByText("banned without an end").waitFor();
    const link = (await t.as("alice", "createChatInviteLink", { chat_id: team })).invite_link;
    expect((await t.person("bob", "joinChat", { invite_link: link })).body.reason).toBe("KICKED");
    await panel.getByRole("button", { name: "Lift the ban of Bob" }).click();
    await panel.getByText("Nobody is banned.").waitFor();
    await alice.openPanel(team, "/links");
    await panel.getByRole("button", { name: "Make your link" }).click();
    const address = await panel.getByRole("textbox", { name: "Address" }).inputValue();
    await bob.openPath(new URL(address).pathname);
    await bob.page.getByRole("button", { name: "Join" }).click();
    await bob.field.waitFor();
  });

  test.runIf(LONG_RUN)("a link with a member limit counts its uses and closes when it is used up", async () => {
    const panel = await alice.openPanel(team, "/links");
    await panel.getByRole("button", { name: "Make a link" }).click();
    const dialog = alice.page.getByRole("dialog", { name: "Make a link" });
    await dialog.getByLabel("Name").fill("For Dave");
    await dialog.getByLabel("Works for").selectOption({ label: "1 week" });
    await dialog.getByLabel("How many people").fill("2");
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await panel.getByText("0 of 2 have come by it").waitFor();
    const [made] = await t.as("alice", "listInviteLinks", { chat_id: team });
    await t.as("dave", "joinChat", { invite_link: made.invite_link });
    await panel.getByText("1 of 2 have come by it").waitFor();
    await panel.getByRole("listitem").filter({ hasText: "For Dave" }).getByRole("button", { name: "Close" }).click();
    await alice.page.getByRole("alertdialog").getByRole("button", { name: "Close the link" }).click();
    await panel.getByRole("heading", { name: "Closed links" }).waitFor();
  });

  test("the member count changes when members are added and leave", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Small" });
    const panel = await alice.openPanel(chat.id);
    await panel.getByRole("link", { name: "Add members" }).click();
    await panel.getByRole("searchbox").fill("carl");
    await panel.getByRole("button", { name: "Add Carla" }).click();
    await panel.getByText("in the chat").waitFor();
    await panel.getByRole("link", { name: "Back" }).click();
    await panel.getByText("2 members").waitFor();
    await t.as("carla", "leaveChat", { chat_id: chat.id });
    await panel.getByText("1 member", { exact: true }).waitFor();
  });

  test.runIf(LONG_RUN)("ownership of the chat is transferred", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Heirloom" });
    await t.as("alice", "addMember", { chat_id: chat.id, user_id: bobId });
    const theirs = await bob.openPanel(chat.id);
    await theirs.getByRole("link", { name: /Alice.*Owner/ }).waitFor();
    const panel = await alice.openPanel(chat.id, `/member/${bobId}`);
    await panel.getByRole("button", { name: "Transfer ownership" }).click();
    await alice.page.getByRole("alertdialog").getByRole("button", { name: "Transfer" }).click();
    await panel.getByText("Owner", { exact: true }).waitFor();
    await theirs.getByRole("link", { name: /Bob.*Owner/ }).waitFor();
    await theirs.getByRole("link", { name: /Alice.*Administrator/ }).waitFor();
    // The previous owner sees why they cannot change the new owner's rights.
    await panel.getByRole("button", { name: "Remove or ban", disabled: true }).waitFor();
  });

  test("leaving asks for confirmation", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Short-lived" });
    const panel = await alice.openPanel(chat.id);
    await panel.getByRole("button", { name: "Leave the group" }).click();
    const alert = alice.page.getByRole("alertdialog");
    await alert.getByText("You own this chat.").waitFor();
    await alert.getByRole("button", { name: "Leave" }).click();
    await waitUntilGone(alert);
    await waitUntilGone(alice.page.getByRole("link", { name: "Short-lived" }));
  });

  test.runIf(LONG_RUN)("a user is blocked, and unblocked from the chat's footer", async () => {
    await t.as("alice", "openChat", { user_id: bobId });
    const panel = await alice.openPanel(bobId);
    await panel.getByRole("button", { name: "Block" }).click();
    await alice.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    await bob.openPath(`/chat/${t.id("alice")}`);
    await bob.page.getByText("Your messages are not received here.").waitFor();
    await waitUntilGone(alice.page.getByRole("alertdialog"));
    await panel.getByRole("button", { name: "Unblock" }).press("Escape");
    await waitUntilGone(panel);
    await alice.page.getByRole("button", { name: "Unblock" }).click();
    await alice.field.waitFor();
    await bob.field.waitFor();
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
