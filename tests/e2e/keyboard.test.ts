/** The messages are one tab stop; the controls of a message are reached from that message alone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drawPicture, silentMp3 } from "../support/media.ts";
import { sendFile } from "../support/send-file.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, focused, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";

const executable = findChromium();

/** One message of each kind that has controls. */
async function fill(t: TestService): Promise<void> {
  const chat_id = t.id("Team");
  const said = await t.as("bob", "sendMessage", {
    chat_id,
    text: "See https://example.org, @alice and /start",
  });
  const text = "*bold* ||hidden||\n```js\n1\n```";
  await t.as("bob", "sendMessage", { chat_id, text, parse_mode: "MarkdownV2" });
  await t.as("bob", "sendContact", { chat_id, first_name: "Zoe", phone_number: "+43 1 2345" });
  await t.as("bob", "sendLocation", { chat_id, latitude: 48.2082, longitude: 16.3738 });
  const photo = await drawPicture(60, 40, "#2d6a4f", "jpeg");
  for (const file of [
    ["sendPhoto", "photo", "hill.jpg", photo],
    ["sendAudio", "audio", "tune.mp3", silentMp3(50)],
    ["sendDocument", "document", "notes.txt", Buffer.from("text")],
  ] as const) {
    await sendFile(t, "bob", file, chat_id);
  }
  const inline_keyboard = [
    [
      { text: "Press", callback_data: "x" },
      { text: "Open", url: "https://example.org" },
    ],
    [{ text: "Copy it", copy_text: { text: "copied" } }],
  ];
  await t.ok("guard_bot", "sendMessage", { chat_id, text: "Well?", reply_markup: { inline_keyboard } });
  await t.as("alice", "pinChatMessage", { chat_id, message_id: said.message_id });
  await t.as("bob", "sendMessage", { chat_id, text: "An answer", reply_to_message_id: said.message_id });
}

/** In the page: the tab stops in messages, other than the messages themselves: of each its message and its name. */
function stopsInMessages(): string[] {
  return [...document.querySelectorAll<HTMLElement>("article *")]
    .filter((each) => each.tabIndex >= 0 && each.checkVisibility())
    .map((each) => `${each.closest("article")!.ariaLabel}: ${each.outerHTML}`);
}

describe.skipIf(executable === undefined)("the keyboard in a chat", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await fill(t);
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", { viewport: { width: 1200, height: 1600 } });
    page = alice.page;
    await alice.openChat("Team");
    await alice.message("An answer").waitFor();
  });
  beforeEach(() => alice.field.focus());
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  /** Where the focus is, in a message or elsewhere. */
  const at = () =>
    page.evaluate(() => {
      const article = document.activeElement!.closest("article");
      return { message: article?.ariaLabel ?? undefined, itself: article === document.activeElement };
    });
  const stops = () => page.evaluate(stopsInMessages);

  test("Tab reaches one message without passing through the others' controls, and goes on to its own controls", async () => {
    expect(await page.getByRole("article").count()).toBeGreaterThan(8);
    expect(await stops()).toEqual([]);
    await page.getByTitle("About this chat").focus();
    do await page.keyboard.press("Tab");
    while ((await at()).message === undefined);
    await focused(alice.message("An answer"));
    await page.keyboard.press("Tab");
    await focused(alice.message("An answer").getByRole("button", { name: "In reply to" }));
    for (const name of ["React", "What to do with this message"]) {
      await page.keyboard.press("Tab");
      await focused(alice.message("An answer").getByRole("button", { name, exact: true }));
    }
    await page.keyboard.press("Tab");
    expect((await at()).message).toBeUndefined();
    await page.keyboard.press("Shift+Tab");
    await focused(alice.message("An answer"));
  });

  test("only the controls of the focused message can be reached", async () => {
    await alice.message("An answer").focus();
    const counts: number[] = [];
    for (let before = ""; ;) {
      const { message } = await at();
      if (message === before) break;
      before = message!;
      await expect.poll(async () => (await stops()).filter((stop) => !stop.startsWith(`${message}: `))).toEqual([]);
      counts.push((await stops()).length);
      await page.keyboard.press("ArrowUp");
    }
    // From the reply up: a quote, a pin, three buttons, a file, a sound, a photo, a location, a contact, a spoiler and
    // the button of the code, and three links; with each but the pin, the buttons of reactions and of the menu.
    expect(counts.slice(0, 10)).toEqual([3, 1, 5, 3, 3, 3, 3, 3, 4, 5]);
    await alice.field.focus();
    await expect.poll(stops).toEqual([]);
  });

  test("a bot's button is pressed with the keyboard, and Escape returns to its message", async () => {
    const question = alice.message("Guard, Well?");
    const button = question.getByRole("button", { name: "Press" });
    await page.keyboard.press("Control+f");
    await page.getByRole("searchbox", { name: "Search in this chat" }).waitFor();
    await t.updates("guard_bot");
    await question.focus();
    await page.keyboard.press("Tab");
    await focused(button);
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for the bot").waitFor({ state: "attached" });
    const [press] = await t.ok("guard_bot", "getUpdates", { timeout: 25 });
    await t.ok("guard_bot", "answerCallbackQuery", { callback_query_id: press.callback_query.id, text: "Noted" });
    await page.getByText("Noted").waitFor();
    await page.keyboard.press("Tab");
    await focused(question.getByRole("link", { name: "Open" }));
    await page.keyboard.press("Escape");
    await focused(question);
    await page.getByRole("button", { name: "Close" }).first().waitFor();
    await page.keyboard.press("ArrowUp");
    await focused(alice.message("notes.txt"));
  });

  test("a spoiler revealed with the keyboard leaves the focus in the message", async () => {
    const told = alice.message(/^Bob, bold/);
    await told.getByRole("button", { name: "Hidden text: show it" }).press("Enter");
    await told.getByText("hidden").waitFor();
    await focused(told);
  });

  test("clicking a control moves the tab stop to its message", async () => {
    await alice.message("Photo").getByRole("button", { name: "Photo" }).click();
    const viewer = page.getByRole("dialog", { name: "Photo" });
    await viewer.waitFor();
    await page.keyboard.press("Escape");
    await waitUntilGone(viewer);
    await page.keyboard.press("Escape");
    await focused(alice.message("Photo"));
    expect(await alice.violations()).toEqual([]);
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
