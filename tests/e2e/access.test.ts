/** The client without a mouse and without a screen: axe finds nothing, and the keyboard reaches everything. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, gone, launch, LOOKS, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

async function fill(t: TestService): Promise<void> {
  const team = t.id("Team");
  const { message_id } = await t.as("bob", "sendMessage", {
    chat_id: team,
    text: "See https://example.org and /start",
  });
  await t.as("alice", "sendMessage", { chat_id: team, text: "Read", reply_to_message_id: message_id });
  await t.ok("guard_bot", "sendMessage", {
    chat_id: team,
    text: "*bold* _it_ `code` ||hidden||\n```js\n1\n```",
    parse_mode: "MarkdownV2",
    reply_markup: {
      inline_keyboard: [
        [
          { text: "Press", callback_data: "x" },
          { text: "Open", url: "https://example.org" },
        ],
      ],
    },
  });
  const form = new FormData();
  form.set("chat_id", String(team));
  form.set("document", new Blob(["text"]), "notes.txt");
  await t.post("/api/sendDocument", form, { authorization: `Bearer ${t.accessToken("bob")}` });
  const reply_markup = { keyboard: [["One", "Two"]] };
  await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "Choose", reply_markup });
  await t.as("carla", "openChat", { user_id: t.id("alice") });
  await t.as("carla", "sendMessage", { chat_id: t.id("alice"), text: "Unread" });
  await t.as("dave", "createChat", { title: "Lounge", username: "lounge" });
}

let browser: Browser;
let t: TestService;
let alice: Screen;
beforeAll(async () => {
  if (executable === undefined) return;
  t = await startWithClient();
  await fill(t);
  browser = await launch(executable);
  alice = await Screen.signIn(browser, t, "alice");
});
afterAll(async () => {
  await browser?.close();
  await t?.stop();
});

describe.skipIf(executable === undefined)("a screen reader", () => {
  let screen: Screen;
  beforeAll(async () => {
    screen = await alice.again(browser, t);
    await screen.openChat("Team");
  });
  afterAll(() => screen.close());
  recoverAfterFailures(() => [screen]);
  const read = () => screen.page.getByRole("log", { name: "New messages" }).locator("p").allTextContents();

  test("is told every new message once, also the same words twice, and nothing of one's own", async () => {
    expect(await read()).toEqual([]);
    const say = (who: string, text: string) => t.as(who, "sendMessage", { chat_id: t.id("Team"), text });
    for (const text of ["ok", "ok", "one", "two"]) await say("bob", text);
    await say("alice", "my own");
    await say("bob", "three");
    await expect.poll(read).toEqual(["Bob: ok", "Bob: ok", "Bob: one", "Bob: two", "Bob: three"]);
  });
});

test.skipIf(executable === undefined)("a request to another host is a fault of the page", async () => {
  const screen = await Screen.open(browser, t.url);
  await screen.page.evaluate('new Image().src = "http://127.0.0.1:9/elsewhere.png"');
  await expect.poll(() => screen.faults).toEqual(["another host was asked: http://127.0.0.1:9/elsewhere.png"]);
  await screen.close();
});

describe.skipIf(executable === undefined).each(LOOKS)("axe finds nothing, %s:", (_name, options) => {
  let screen: Screen;
  beforeAll(async () => {
    screen = await alice.again(browser, t, options);
  });
  afterAll(() => screen.close());
  recoverAfterFailures(() => [screen]);

  async function expectNothing(): Promise<void> {
    expect(await screen.violations()).toEqual([]);
  }

  test("signing in and up", async () => {
    const guest = await Screen.open(browser, t.url, options);
    await guest.page.goto("/sign-in");
    await guest.page.getByRole("heading", { level: 1 }).waitFor();
    expect(await guest.violations()).toEqual([]);
    const { code } = await t.as("alice", "createInvitation");
    await guest.page.goto(`/invite/${code}`);
    await guest.page.getByLabel("First name").waitFor();
    expect(await guest.violations()).toEqual([]);
    await guest.page.getByLabel("User name").fill("alice");
    await guest.page.getByLabel("First name").fill("Alice");
    await guest.page.getByLabel("Password").fill("a long password");
    await guest.page.getByRole("button", { name: "Create account" }).click();
    await guest.page.getByText("Somebody else has this user name.").waitFor();
    expect(await guest.violations()).toEqual([]);
    await guest.page.goto("/sign-in");
    await guest.page.getByLabel("User name").fill("alice");
    await guest.page.getByLabel("Password").fill("not this one");
    await guest.page.getByRole("button", { name: "Sign in" }).click();
    await guest.page.getByRole("alert").locator("p").waitFor();
    expect(await guest.violations()).toEqual([]);
    await guest.close();
  });

  test("the list of chats", expectNothing);

  test("a group with all sorts of messages", async () => {
    await screen.openChat("Team");
    await screen.message("notes.txt").waitFor();
    await expectNothing();
  });

  test("the menu of a message, and the question before deleting", async () => {
    await screen.message("You, in reply to Bob, Read").press("Enter");
    await screen.page.getByRole("menu").waitFor();
    await expectNothing();
    await screen.page.getByRole("menuitem", { name: "Edit" }).click();
    await screen.page.getByText("Edit the message").waitFor();
    await expectNothing();
    await screen.message("You, in reply to Bob, Read").press("Enter");
    await screen.page.getByRole("menuitem", { name: "Delete" }).click();
    await screen.page.getByRole("alertdialog").waitFor();
    await expectNothing();
    await screen.page.getByRole("button", { name: "Cancel" }).click();
    await gone(screen.page.getByRole("alertdialog"));
    await screen.page.getByRole("button", { name: "Stop editing" }).click();
  });

  test("files before they are sent", async () => {
    await screen.pick({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    const dialog = screen.page.getByRole("dialog", { name: "Send files" });
    await dialog.getByText("a.txt").waitFor();
    await expectNothing();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await gone(dialog);
  });

  test("the switcher", async () => {
    await screen.page.keyboard.press("Control+K");
    await screen.page.getByRole("combobox").fill("e");
    await screen.page.getByRole("option").first().waitFor();
    await expectNothing();
    await screen.page.keyboard.press("Escape");
    await gone(screen.page.getByRole("combobox"));
  });

  test.each([
    ["an invite link that leads nowhere", "/join/abc", "This way is closed"],
    ["a public group", "/@lounge", "1 member"],
    ["settings", "/settings", "Where you are signed in"],
    ["a chat that is nowhere", "/chat/-1000000099999", "This chat is not yours to see"],
    ["nothing at this address", "/nonsense", "There is nothing here"],
  ])("%s", async (_what, path, words) => {
    await screen.page.goto(path);
    await screen.page.getByText(words).waitFor();
    await expectNothing();
  });

  test("a bot with a keyboard", async () => {
    await screen.page.goto(`/chat/${t.id("echo_bot")}`);
    await screen.page.getByRole("button", { name: "One" }).waitFor();
    await expectNothing();
  });

  test("an empty chat, and a bot that is not started", async () => {
    await t.as("alice", "openChat", { user_id: t.id("stranger_bot") });
    await screen.page.goto(`/chat/${t.id("stranger_bot")}`);
    await screen.page.getByRole("button", { name: "Start the bot" }).waitFor();
    await expectNothing();
  });

  test("nothing of it made the console complain", () => {
    expect(screen.faults).toEqual([]);
  });
});
