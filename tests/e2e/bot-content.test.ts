/**
 * Content sent by bots, in a browser: spoilers, captions above media, buttons of all kinds and colours, phone numbers.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { TestService } from "../support/service.ts";
import {
  findChromium,
  focused,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
} from "./browser.ts";

const chromium = findChromium();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true };

describe.skipIf(chromium === undefined)("content sent by bots", () => {
  let t: TestService;
  let alice: Screen;
  let team: number;
  let close: () => Promise<void>;
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    await t.as("alice", "editBot", { bot_id: t.id("guard_bot"), dialect: "telegram" });
    const browser = await openBrowser(chromium!);
    close = async () => {
      await leaveBrowser(browser);
      await t.stop();
    };
    alice = await Screen.signIn(browser, t, "alice", PHONE);
    await alice.openChat("Team");
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice]);

  const picture = async (params: Record<string, string>) => {
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(600, 400, "#b23a48", "jpeg"))]), "a.jpg");
    for (const [name, value] of Object.entries(params)) form.set(name, value);
    return t.ok("guard_bot", "sendPhoto", form);
  };
  const say = (params: object) => t.ok("guard_bot", "sendMessage", { chat_id: team, text: "Choose", ...params });
  const colourOf = (name: string) =>
    alice.page
      .getByRole("button", { name })
      .evaluate((each) => each.ownerDocument.defaultView!.getComputedStyle(each).backgroundColor);
  const lookFine = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await alice.page.emulateMedia({ colorScheme });
      expect(await alice.violations()).toEqual([]);
    }
    await alice.page.emulateMedia({ colorScheme: "light" });
  };

  test("covered media are uncovered with the keyboard and then open in the viewer", async () => {
    await picture({ caption: "Look away", has_spoiler: "true" });
    const message = alice.message(/Look away/);
    const cover = message.getByRole("button", { name: "Photo, covered: show it" });
    await cover.waitFor();
    expect(await message.getByRole("button", { name: "Photo", exact: true }).count()).toBe(0);
    await lookFine();
    await cover.press("Enter");
    const photo = message.getByRole("button", { name: "Photo", exact: true });
    await photo.waitFor();
    await focused(message);
    expect(await cover.count()).toBe(0);
    await photo.click();
    await alice.page.getByRole("dialog").waitFor();
    await alice.page.keyboard.press("Escape");
  });

  test("a caption can be shown above its picture", async () => {
    const places = async (words: string) => {
      const message = alice.message(new RegExp(words));
      await message.waitFor();
      const photo = await message.getByRole("button", { name: "Photo" }).boundingBox();
      const text = await message.getByText(words).boundingBox();
      return text!.y < photo!.y ? "above" : "below";
    };
    await picture({ caption: "First the words", show_caption_above_media: "true" });
    expect(await places("First the words")).toBe("above");
    await picture({ caption: "Then the words" });
    expect(await places("Then the words")).toBe("below");
  });

  test("inline buttons have their colours, and unsupported ones give the reason", async () => {
    const row = ["primary", "success", "danger"].map((style) => ({ text: style, style, callback_data: style }));
    const app = { text: "Open the app", web_app: { url: "https://example.org/" } };
    const plain = { text: "plain", callback_data: "plain" };
    const off = { text: "Sold out", icon_custom_emoji_id: "1", disabled: {} };
    await say({ reply_markup: { inline_keyboard: [row, [plain, app, off]] } });
    await alice.page.getByRole("button", { name: "plain" }).waitFor();
    const colours = await Promise.all(["primary", "success", "danger", "plain"].map(colourOf));
    expect(new Set(colours).size).toBe(4);
    await lookFine();
    const absent = alice.page.getByRole("button", { name: "Open the app" });
    expect(await absent.getAttribute("aria-disabled")).toBe("true");
    await absent.click({ force: true });
    await alice.page.getByText("Buttons of this kind do nothing here").locator("visible=true").waitFor();
    const disabled = alice.page.getByRole("button", { name: "Sold out" });
    expect(await disabled.getAttribute("aria-disabled")).toBe("true");
    await disabled.click({ force: true });
    await alice.page.getByText("The bot has disabled this button.").locator("visible=true").waitFor();
    expect((await t.updates("guard_bot")).filter((update) => "callback_query" in update)).toEqual([]);
  });

  test("so do the buttons of a reply keyboard", async () => {
    const rows = [
      [{ text: "Yes", style: "success" }, { text: "No", style: "danger" }, "Maybe"],
      [{ text: "Ask them", request_poll: { type: "quiz" } }],
    ];
    await say({ text: "Answer", reply_markup: { keyboard: rows, resize_keyboard: true } });
    const keyboard = alice.page.getByRole("group", { name: "Keyboard of the bot" });
    await keyboard.getByRole("button", { name: "Yes" }).waitFor();
    expect(await keyboard.getByRole("button", { name: "Ask them" }).getAttribute("aria-disabled")).toBe("true");
    await lookFine();
    await keyboard.getByRole("button", { name: "Ask them" }).click({ force: true });
    // The reason covers the other buttons until it is dismissed.
    await alice.page.keyboard.press("Escape");
    await keyboard.getByRole("button", { name: "No" }).click();
    await alice.message("You, No").waitFor();
    const { messages } = await t.as("bob", "getHistory", { chat_id: team, limit: 1 });
    expect(messages[0].text).toBe("No");
  });

  test("a bot gets the users and the chat that the user chooses", async () => {
    const bot_id = t.id("guard_bot");
    await t.as("alice", "startBot", { user_id: bot_id });
    const rights = { can_pin_messages: true };
    const { id } = (await t.as("alice", "createChat", { title: "Reading circle" })).chat;
    const keyboard = [
      [
        { text: "Friends", request_users: { request_id: 1, user_is_bot: false, max_quantity: 2, request_name: true } },
        { text: "Place", request_chat: { request_id: 2, chat_is_created: true, bot_administrator_rights: rights } },
      ],
    ];
    await t.ok("guard_bot", "sendMessage", {
      chat_id: t.id("alice"),
      text: "Who and where?",
      reply_markup: { keyboard, resize_keyboard: true },
    });
    await alice.openPath(`/chat/${bot_id}`);
    await t.updates("guard_bot");
    await alice.page.getByRole("button", { name: "Friends" }).click();
    const people = alice.page.getByRole("dialog", { name: "Choose people" });
    await people.getByRole("checkbox", { name: /Bob/ }).waitFor();
    await lookFine();
    const share = people.getByRole("button", { name: /^Share/ });
    expect(await share.getAttribute("aria-disabled")).toBe("true");
    // By the keyboard alone.
    await people.getByRole("checkbox", { name: /Bob/ }).focus();
    await alice.page.keyboard.press("Space");
    await alice.page.keyboard.press("ArrowDown");
    await alice.page.keyboard.press("Space");
    expect(await people.getByRole("checkbox", { checked: true }).count()).toBe(2);
    expect(await people.getByRole("checkbox", { checked: false }).first().getAttribute("aria-disabled")).toBe("true");
    await people.getByRole("searchbox").fill("carl");
    await people.getByRole("checkbox", { name: /Bob/ }).waitFor({ state: "detached" });
    await share.press("Enter");
    await alice.page
      .getByText(/shared Bob and Carla with the bot/)
      .locator("visible=true")
      .first()
      .waitFor();
    const [{ message: shared }] = await t.updates("guard_bot");
    expect(shared.users_shared).toMatchObject({ request_id: 1, user_ids: [t.id("bob"), t.id("carla")] });

    await alice.page.getByRole("button", { name: "Place" }).click();
    const chats = alice.page.getByRole("dialog", { name: "Choose a group" });
    await chats.getByRole("radio", { name: /Reading circle/ }).click();
    await chats.getByText("becomes an administrator of this chat").waitFor();
    await chats.getByText("Pin messages", { exact: true }).waitFor();
    await lookFine();
    await chats.getByRole("button", { name: "Share" }).click();
    await alice.page
      .getByText(/shared the chat “Reading circle” with/)
      .locator("visible=true")
      .first()
      .waitFor();
    const updates = await t.updates("guard_bot");
    const place = updates.find(({ message }) => message?.chat_shared);
    expect(place!.message.chat_shared).toEqual({ request_id: 2, chat_id: id });
    expect(await t.ok("guard_bot", "getChatMember", { chat_id: id, user_id: bot_id })).toMatchObject(rights);
    await alice.openPath(`/chat/${team}`);
  });

  test("a blank button of a reply keyboard sends nothing", async () => {
    await say({
      text: "Pick a day",
      reply_markup: { keyboard: [[" ", "\u00a0", "\u2003", "1"]], resize_keyboard: true },
    });
    const keyboard = alice.page.getByRole("group", { name: "Keyboard of the bot" });
    await keyboard.getByRole("button", { name: "1", exact: true }).waitFor();
    const blank = keyboard.getByRole("button", { name: "Button without text" });
    expect(await blank.count()).toBe(3);
    for (const each of await blank.all()) await each.click();
    await keyboard.getByRole("button", { name: "1", exact: true }).click();
    await alice.sent("1").waitFor();
    expect(await alice.page.getByText("Not sent").count()).toBe(0);
    const { messages } = await t.as("bob", "getHistory", { chat_id: team, limit: 2 });
    expect(messages.map((message: { readonly text: string }) => message.text)).toEqual(["Pick a day", "1"]);
  });

  test("a phone number can be called, and a venue shows its type", async () => {
    await say({ text: "Call +1 (212) 555-0123 now", reply_markup: { remove_keyboard: true } });
    const number = alice.page.getByRole("link", { name: "+1 (212) 555-0123" });
    expect(await number.getAttribute("href")).toBe("tel:+12125550123");
    const venue = { latitude: 52.5, longitude: 13.4, title: "Gelato", address: "1 Main Street" };
    await t.ok("guard_bot", "sendVenue", { chat_id: team, ...venue, foursquare_type: "food/ice_cream" });
    await alice.page.getByText("ice cream").waitFor();
    await lookFine();
  });

  test("a bot shows its menu button and its short description, and suggests rights", async () => {
    await t.ok("echo_bot", "setMyCommands", { commands: [{ command: "help", description: "Says what it can do" }] });
    await t.ok("echo_bot", "setMyDescription", { description: "Says everything again." });
    await t.ok("echo_bot", "setMyShortDescription", { short_description: "A patient echo." });
    await t.ok("echo_bot", "setChatMenuButton", { menu_button: { type: "commands" } });
    await t.ok("echo_bot", "setMyDefaultAdministratorRights", { rights: { can_delete_messages: true } });
    await alice.page.goto(`/chat/${t.id("echo_bot")}`);
    await alice.page.getByText("Says everything again.").waitFor();
    await alice.page.getByRole("button", { name: "Menu", exact: true }).click();
    await alice.page.getByRole("option", { name: /help/ }).waitFor();
    await lookFine();
    await alice.page.goto(`/chat/${t.id("echo_bot")}/info`);
    await alice.page.getByText("A patient echo.").waitFor();
    await lookFine();
    await alice.page.goto(`/chat/${team}/info/member/${t.id("echo_bot")}/rights`);
    const rights = alice.page.getByRole("switch", { checked: true });
    await alice.page.getByRole("switch", { name: /[Dd]elete messages/, checked: true }).waitFor();
    expect(await rights.count()).toBe(2);
    await alice.page.goto(`/chat/${team}`);
    await alice.field.waitFor();
  });

  test.runIf(LONG_RUN)("a live location shows its direction, its last move and its end", async () => {
    const at = { chat_id: team, latitude: 52.5, longitude: 13.4 };
    const { message_id } = await t.ok("guard_bot", "sendLocation", { ...at, live_period: 600, heading: 45 });
    const place = alice.page.getByRole("link", { name: /Live location.*Last moved.*until/ });
    await place.waitFor();
    await lookFine();
    await t.ok("guard_bot", "editMessageLiveLocation", { ...at, message_id, latitude: 52.6 });
    await place.getByText("52.60000").waitFor();
    await t.ok("guard_bot", "stopMessageLiveLocation", { chat_id: team, message_id });
    await alice.page.getByRole("link", { name: /^Location.*52\.60000/ }).waitFor();
  });
});
