/** Two people and the rights between them: what one takes or gives is on the other's screen at once, and says why. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock, type Clock } from "heliogram/ports/clock.ts";
import { drawPicture } from "../kit/media.ts";
import type { TestService } from "../kit/service.ts";
import { findChromium, focused, gone, recoverAfterFailures, type Screen } from "./browser.ts";
import { startTwo } from "./two.ts";

const executable = findChromium();

/** The machine's clock, turned on. */
function turnedClock(): Clock & { turn(by_ms: number): void } {
  const machine = systemClock();
  let turned_ms = 0;
  return {
    now: () => machine.now() + turned_ms,
    elapsed: machine.elapsed,
    after: machine.after,
    turn: (by_ms) => void (turned_ms += by_ms),
  };
}

describe.skipIf(executable === undefined)("administration", () => {
  const clock = turnedClock();
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  let team: number;
  let bobId: number;
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwo({ clock, chat: "Team" }));
    team = t.id("Team");
    bobId = t.id("bob");
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  test("the head opens the panel, and Back and Escape close it", async () => {
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
    await gone(panel);
    expect(new URL(alice.page.url()).pathname).toBe(`/chat/${team}`);
  });

  test("a restriction says why on the other's screen, and its lifting opens the composer again", async () => {
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
    await gone(bob.field);
    const seen = await t.as("alice", "getChatMember", { chat_id: team, user_id: bobId });
    expect(seen).toMatchObject({ status: "restricted", can_send_messages: false, can_send_photos: true });
    expect(seen.until_date).toBeGreaterThan(0);
    await panel.getByRole("button", { name: "Change the restriction" }).click();
    await panel.getByRole("button", { name: "Lift the restriction" }).click();
    await bob.field.waitFor();
    await gone(note);
  });

  test("a restriction that ends by the clock opens the composer by itself", async () => {
    const { page } = bob;
    await page.clock.install();
    await page.goto(`/chat/${team}`);
    const until_date = Math.floor(clock.now() / 1000) + 300;
    await t.as("alice", "restrictChatMember", { chat_id: team, user_id: bobId, permissions: {}, until_date });
    await page.getByText("You cannot write messages here.").waitFor();
    clock.turn(301_000);
    await page.clock.fastForward(303_000);
    await bob.field.waitFor();
  });

  test("what is taken from all is explained to each", async () => {
    const panel = await alice.openPanel(team, "/permissions");
    await panel.getByRole("switch", { name: "Send messages" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await bob.page.getByText("You cannot write messages here. This group leaves it to administrators.").waitFor();
    // Nothing is left to be saved: the page has taken up what holds now.
    await panel.getByRole("button", { name: "Save", disabled: true }).waitFor();
    const theirs = await bob.openPanel(team, "/permissions");
    const reason = theirs.getByText("This takes the right to restrict members, which you do not have.");
    await reason.filter({ visible: true }).waitFor();
    const own = theirs.getByRole("switch", { name: "Send messages" });
    // To the browser it can be pressed: whoever does is told why nothing moves.
    await own.press("Space");
    await bob.page.getByText("This takes the right to restrict members").filter({ visible: true }).nth(1).waitFor();
    expect(await own.isChecked()).toBe(false);
    // A page that is open follows what others change.
    await panel.getByRole("switch", { name: "Send messages" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await theirs.getByRole("switch", { name: "Send messages", checked: true }).waitFor();
  });

  test("no switch promises what there is not, and saving leaves what bots set of it", async () => {
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
    await t.as("alice", "setChatPermissions", { chat_id: team, permissions: before, use_independent_chat_permissions });
  });

  test("a disabled control says why when it has the focus, and to screen readers", async () => {
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
    await gone(reason);
  });

  test("a promotion with a title is a badge everywhere, and opens what it allows", async () => {
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

  test("the name, the description and the photo are changed, and are everybody's at once", async () => {
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
    await gone(hers.locator("img"));
    await t.as("alice", "setChatTitle", { chat_id: team, title: "Team" });
  });

  test("a ban takes the chat from the other's screen; lifted, a link lets them in again", async () => {
    await bob.page.goto(`/chat/${team}`);
    await bob.field.waitFor();
    const panel = await alice.openPanel(team);
    await panel.getByRole("button", { name: "What to do with Bob" }).click();
    await alice.page.getByRole("menuitem", { name: "Remove or ban" }).click();
    const dialog = alice.page.getByRole("dialog", { name: "Remove Bob?" });
    await dialog.getByLabel("Ban for").selectOption({ label: "For ever" });
    await dialog.getByRole("button", { name: "Ban" }).click();
    await bob.page.getByText("This chat is not yours to see").waitFor();
    await gone(dialog);
    await gone(panel.getByRole("link", { name: /Bob/ }));
    await panel.getByRole("link", { name: "Banned" }).click();
    await panel.getByText("banned without an end").waitFor();
    const link = (await t.as("alice", "createChatInviteLink", { chat_id: team })).invite_link;
    expect((await t.person("bob", "joinChat", { invite_link: link })).body.reason).toBe("KICKED");
    await panel.getByRole("button", { name: "Lift the ban of Bob" }).click();
    await panel.getByText("Nobody is banned.").waitFor();
    await alice.openPanel(team, "/links");
    await panel.getByRole("button", { name: "Make your link" }).click();
    const address = await panel.getByRole("textbox", { name: "Address" }).inputValue();
    await bob.page.goto(new URL(address).pathname);
    await bob.page.getByRole("button", { name: "Join" }).click();
    await bob.field.waitFor();
  });

  test("a link for a few is counted, and closes", async () => {
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

  test("members are added, and counted as they come and go", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Small" });
    const panel = await alice.openPanel(chat.id, "/add");
    await panel.getByRole("searchbox").fill("carl");
    await panel.getByRole("button", { name: "Add Carla" }).click();
    await panel.getByText("in the chat").waitFor();
    await panel.getByRole("link", { name: "Back" }).click();
    await panel.getByText("2 members").waitFor();
    await t.as("carla", "leaveChat", { chat_id: chat.id });
    await panel.getByText("1 member", { exact: true }).waitFor();
  });

  test("the chat changes its owner", async () => {
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
    // Whoever gave it away hears why they cannot take the new owner's rights.
    await panel.getByRole("button", { name: "Remove or ban", disabled: true }).waitFor();
  });

  test("leaving asks first", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Short-lived" });
    const panel = await alice.openPanel(chat.id);
    await panel.getByRole("button", { name: "Leave the group" }).click();
    const alert = alice.page.getByRole("alertdialog");
    await alert.getByText("You own this chat.").waitFor();
    await alert.getByRole("button", { name: "Leave" }).click();
    await gone(alert);
    await gone(alice.page.getByRole("link", { name: "Short-lived" }));
  });

  test("somebody is blocked, and unblocked from the composer's place", async () => {
    await t.as("alice", "openChat", { user_id: bobId });
    const panel = await alice.openPanel(bobId);
    await panel.getByRole("button", { name: "Block" }).click();
    await alice.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    await bob.page.goto(`/chat/${t.id("alice")}`);
    await bob.page.getByText("Your messages are not received here.").waitFor();
    await gone(alice.page.getByRole("alertdialog"));
    await panel.getByRole("button", { name: "Unblock" }).press("Escape");
    await gone(panel);
    await alice.page.getByRole("button", { name: "Unblock" }).click();
    await alice.field.waitFor();
    await bob.field.waitFor();
  });

  test("nothing of it made a console complain", () => {
    expect([...alice.faults, ...bob.faults]).toEqual([]);
  });
});
