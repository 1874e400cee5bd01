/** Two users and a bot in the web client, from signing up to pressing a button. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, waitUntilGone, hasValue, recoverAfterFailures, Screen } from "./browser.ts";
import { readProperty } from "./video.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("the web client", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ browser, t, alice, bob, close } = await startTwoUsers());
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  test("signing up with an invitation opens the chats", async () => {
    const { link } = await t.as("alice", "createInvitation");
    const eve = await Screen.open(browser, t.url);
    const { page } = eve;
    await page.goto(new URL(link).pathname);
    await page.getByLabel("First name").fill("Evelyn");
    await hasValue(page.getByLabel("User name"), "evelyn");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("link", { name: /Alice/ }).waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.goto(new URL(link).pathname);
    await page.getByRole("link", { name: /Alice/ }).waitFor();
    await eve.choose("Sign out");
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await page.goto(new URL(link).pathname);
    await page.getByText("This invitation was used").waitFor();
    expect(eve.errors).toEqual([]);
    await eve.close();
  });

  test("a wrong password shows an error", async () => {
    const guest = await Screen.open(browser, t.url);
    await guest.page.goto("/settings");
    await guest.page.getByLabel("User name").fill("alice");
    await guest.page.getByLabel("Password").fill("not this one");
    await guest.page.getByRole("button", { name: "Sign in" }).click();
    await guest.page.getByRole("alert").getByText("The user name or the password is wrong.").waitFor();
    await guest.close();
  });

  test("a message appears on the other's screen at once", async () => {
    await alice.openChat("Team");
    await bob.openChat("Team");
    await alice.write("Shall we?");
    await bob.message("Alice, Shall we?").waitFor();
    await alice.message("You, Shall we?").getByRole("img", { name: "Read" }).waitFor();
    await bob.field.pressSequentially("Of cour");
    await alice.page.getByText("Bob is writing…").first().waitFor();
    await bob.field.fill("");
    await bob.write("Of course!");
    await alice.message("Bob, Of course!").waitFor();
    await alice.page.getByText("Bob is writing…").first().waitFor({ state: "detached" });
  });

  test("a reply shows the message it replies to", async () => {
    await bob.message("Alice, Shall we?").click({ button: "right" });
    await bob.page.getByRole("menuitem", { name: "Reply", exact: true }).click();
    await bob.page.getByText("Reply to Alice", { exact: true }).waitFor();
    await bob.write("When?");
    await alice.message("Bob, in reply to Alice, When?").waitFor();
    await waitUntilGone(bob.page.getByText("Reply to Alice", { exact: true }));
  });

  test("↑ edits the last message, Escape cancels", async () => {
    await bob.field.press("ArrowUp");
    await hasValue(bob.field, "When?");
    await bob.field.press("Escape");
    await hasValue(bob.field, "");
    await bob.field.press("ArrowUp");
    await hasValue(bob.field, "When?");
    await bob.write("When exactly?");
    await alice.message(/When exactly\?.*edited/).waitFor();
  });

  test("↑ directly after Enter waits for the message to arrive and does not edit an older one", async () => {
    let send = () => {};
    await bob.page.route("**/api/sendMessage", (route) => void (send = () => void route.continue()));
    const asked = bob.page.waitForRequest("**/api/sendMessage");
    await bob.write("Hastily writen");
    await bob.field.press("ArrowUp");
    await asked;
    await bob.message(/You, Hastily writen.*sending/).waitFor();
    await hasValue(bob.field, "");
    send();
    await hasValue(bob.field, "Hastily writen");
    await bob.page.unroute("**/api/sendMessage");
    await bob.write("Hastily written");
    await alice.message(/Hastily written.*edited/).waitFor();
  });

  test("a deleted message disappears for everybody", async () => {
    await bob.write("Never mind");
    await alice.message("Bob, Never mind").waitFor();
    await bob.sent("Never mind").press("Enter");
    await bob.page.getByRole("menuitem", { name: "Delete" }).click();
    await bob.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await alice.message("Bob, Never mind").waitFor({ state: "detached" });
  });

  test("a photo is sent with its caption", async () => {
    const photo = await drawPicture(900, 600, "#2d6a4f", "jpeg");
    await alice.pick({ name: "hill.jpg", mimeType: "image/jpeg", buffer: photo });
    await alice.page.getByLabel("Caption").fill("The hill");
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
    const image = bob.message("Alice, Photo, The hill").getByRole("img", { name: "Photo" });
    await image.waitFor();
    await expect.poll(() => readProperty(image, "naturalWidth")).toBeGreaterThan(100);
    await image.click();
    const viewer = bob.page.getByRole("dialog", { name: "Photo" });
    await viewer.waitFor();
    await bob.page.keyboard.press("Escape");
    await waitUntilGone(viewer);
  });

  test("a bot is started, offers buttons, and answers a press", async () => {
    await t.as("bob", "openChat", { user_id: t.id("echo_bot") });
    await bob.openChat("Echo");
    await bob.page.getByRole("button", { name: "Start the bot" }).click();
    await bob.message("You, /start").waitFor();
    const inline_keyboard = [
      [
        { text: "Yes", callback_data: "yes" },
        { text: "No", callback_data: "no" },
      ],
    ];
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Sure?", reply_markup: { inline_keyboard } });
    await t.updates("echo_bot");
    await bob.page.getByRole("button", { name: "Yes" }).click();
    await bob.page.getByText("Waiting for the bot").waitFor();
    const [press] = await t.ok("echo_bot", "getUpdates", { timeout: 25 });
    expect(press.callback_query.data).toBe("yes");
    await t.ok("echo_bot", "answerCallbackQuery", { callback_query_id: press.callback_query.id, text: "Noted" });
    await bob.page.getByText("Noted").waitFor();
    await waitUntilGone(bob.page.getByText("Waiting for the bot"));
    await t.updates("echo_bot");
    await bob.page.getByRole("button", { name: "No" }).click();
    const [second] = await t.ok("echo_bot", "getUpdates", { timeout: 25 });
    const answer = { callback_query_id: second.callback_query.id, text: "Really?", show_alert: true };
    await t.ok("echo_bot", "answerCallbackQuery", answer);
    await bob.page.getByRole("alertdialog").getByText("Really?").waitFor();
    await bob.page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click();
    await waitUntilGone(bob.page.getByRole("alertdialog"));
  });

  test("a reply keyboard sends the text of its buttons", async () => {
    const reply_markup = { keyboard: [["Weather"], ["News"]] };
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "What?", reply_markup });
    await bob.page.getByRole("button", { name: "Weather" }).click();
    await bob.message("You, Weather").waitFor();
    const gone = { chat_id: t.id("bob"), text: "Thanks", reply_markup: { remove_keyboard: true } };
    await t.ok("echo_bot", "sendMessage", gone);
    await bob.page.getByRole("group", { name: "Keyboard of the bot" }).waitFor({ state: "detached" });
  });

  test("buttons that request a phone number or a location ask the user and send it", async () => {
    const { page } = bob;
    await t.updates("echo_bot");
    const keyboard = [[{ text: "My number", request_contact: true }], [{ text: "My place", request_location: true }]];
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Who and where?", reply_markup: { keyboard } });
    await page.getByRole("button", { name: "My number" }).click();
    const number = page.getByRole("dialog", { name: "Send your phone number" });
    expect(await bob.violations()).toEqual([]);
    await number.getByRole("button", { name: "Cancel" }).click();
    await waitUntilGone(number);
    await page.getByRole("button", { name: "My number" }).click();
    await number.getByLabel("Phone number").fill("+49 30 1234567");
    await number.getByRole("button", { name: "Send the number" }).click();
    await waitUntilGone(number);
    const [asked] = await t.ok("echo_bot", "getUpdates", { timeout: 25 });
    const contact = { phone_number: "+49 30 1234567", first_name: "Bob", user_id: t.id("bob") };
    expect(asked.message).toMatchObject({ contact, reply_to_message: { text: "Who and where?" } });
    expect(asked.message.text).toBeUndefined();
    const place = page.getByRole("dialog", { name: "Send where you are" });
    await page.getByRole("button", { name: "My place" }).click();
    await page.context().clearPermissions();
    await place.getByRole("button", { name: "Send the place" }).click();
    await place.getByRole("alert").getByText("does not tell this page where you are").waitFor();
    await page.context().grantPermissions(["geolocation"]);
    await page.context().setGeolocation({ latitude: 52.52, longitude: 13.405, accuracy: 20 });
    await place.getByRole("button", { name: "Send the place" }).click();
    await waitUntilGone(place);
    const [, located] = await t.ok("echo_bot", "getUpdates", { timeout: 25 });
    expect(located.message.location).toEqual({ latitude: 52.52, longitude: 13.405, horizontal_accuracy: 20 });
    await t.ok("echo_bot", "sendMessage", {
      chat_id: t.id("bob"),
      text: "Ta",
      reply_markup: { remove_keyboard: true },
    });
  });

  test.runIf(LONG_RUN)(
    "a live location moves while the page is open, and its sender stops it here or elsewhere",
    async () => {
      const { page } = bob;
      const send = { chat_id: t.id("bob"), text: "Where are you?" };
      await t.ok("echo_bot", "sendMessage", send);
      await bob.message("Where are you?").waitFor();
      const start = async () => {
        await page.getByRole("button", { name: "Attach", exact: true }).press("Enter");
        await page.getByRole("menuitem", { name: "Location" }).press("Enter");
        const dialog = page.getByRole("dialog", { name: "Send where you are" });
        await dialog.getByRole("radio", { name: "Live for 1 hour" }).check();
        expect(await bob.violations()).toEqual([]);
        await dialog.getByRole("button", { name: "Send the place" }).click();
        await waitUntilGone(dialog);
      };
      await page.context().grantPermissions(["geolocation"]);
      await page.context().setGeolocation({ latitude: 52.52, longitude: 13.405 });
      await start();
      const place = page.getByRole("link", { name: /^Live location.*Last moved.*until/ });
      await place.waitFor();
      await page.getByText("It moves while this page is open.").waitFor();
      expect(await bob.violations()).toEqual([]);
      // The page of a new visit goes on, and its first place is sent at once.
      await page.context().setGeolocation({ latitude: 52.53, longitude: 13.405 });
      await page.reload();
      await place.getByText("52.53000").waitFor();
      await page.context().clearPermissions();
      await page.reload();
      await page.getByText("does not tell this page where you are").waitFor();
      await page.getByRole("button", { name: "Stop sharing" }).press("Enter");
      await page.getByRole("link", { name: /^Location.*52\.53000/ }).waitFor();
      await page.context().grantPermissions(["geolocation"]);
      const elsewhere = { chat_id: t.id("echo_bot"), latitude: 1, longitude: 2, live_period: 60 };
      const { message_id } = await t.as("bob", "sendLocation", elsewhere);
      await page.getByText("Another device or browser of yours moves it.").waitFor();
      await page.getByRole("button", { name: "Stop sharing" }).click();
      await page.getByRole("link", { name: /^Location.*1\.00000, 2\.00000/ }).waitFor();
      const stopped = { chat_id: t.id("echo_bot"), message_id };
      await expect(t.as("bob", "stopMessageLiveLocation", stopped)).rejects.toThrow("EDIT_IMPOSSIBLE");
    },
  );

  test("unread messages are counted in the list and marked as read when they are seen", async () => {
    await t.as("carla", "openChat", { user_id: t.id("alice") });
    for (const text of ["one", "two"]) await t.as("carla", "sendMessage", { chat_id: t.id("alice"), text });
    const link = alice.page.getByRole("link", { name: /Carla.*2 unread messages/ });
    await link.waitFor();
    await link.click();
    await alice.page.getByText("Unread messages", { exact: true }).waitFor();
    await expect.poll(async () => (await t.as("alice", "listChats")).chats[0].unread_count).toBe(0);
    await alice.page.getByRole("link", { name: /Carla.*unread/ }).waitFor({ state: "detached" });
  });

  test("Ctrl-K finds and opens a chat with the keyboard alone, however fast one types", async () => {
    await alice.page.keyboard.press("Control+K");
    await alice.page.getByRole("combobox").fill("tea");
    await alice.page.keyboard.press("Enter");
    await alice.page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
  });

  test("messages sent during a break of the connection arrive after it", async () => {
    await alice.openChat("Team");
    await alice.page.context().setOffline(true);
    await alice.write("Written offline");
    await alice.message(/You, Written offline.*sending/).waitFor();
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "Said meanwhile" });
    await alice.page.context().setOffline(false);
    await alice.message("Bob, Said meanwhile").waitFor();
    await bob.openChat("Team");
    await bob.message("Alice, Written offline").waitFor();
    // A duplicate would have arrived before the next message.
    await alice.write("Written online");
    await bob.message("Alice, Written online").waitFor();
    expect(await bob.message("Alice, Written offline").count()).toBe(1);
  });

  test("signing out in an open chat leaves none of it on the page", async () => {
    const carla = await Screen.signIn(browser, t, "carla");
    await carla.openChat("Team");
    await carla.field.fill("Not sent yet");
    await carla.choose("Sign out");
    await carla.page.getByRole("heading", { name: "Welcome back" }).waitFor();
    expect(carla.page.url()).toBe(`${t.url}/sign-in`);
    const kept = await carla.page.evaluate(() => JSON.stringify(localStorage) + document.body.textContent);
    expect(kept).not.toMatch(/Not sent yet|Team/);
    expect((await carla.page.context().cookies()).map(({ value }) => value)).toEqual([]);
    expect(carla.errors).toEqual([]);
    await carla.close();
  });

  test("a session ended on another device ends here", async () => {
    const carla = await Screen.signIn(browser, t, "carla");
    await carla.openChat("Team");
    const sessions = await t.as("carla", "listSessions");
    const browsers = sessions.filter((each: { label: string }) => each.label.startsWith("Chrome"));
    for (const { id } of browsers) await t.as("carla", "endSession", { session_id: id });
    await carla.page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await carla.page.getByText("Your session has ended. Sign in again.").waitFor();
    expect(carla.page.url()).toContain(`/sign-in?to=%2Fchat%2F${t.id("Team")}`);
    expect(carla.errors).toEqual([]);
    await carla.close();
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
