/** Scenarios between two users and their bots: quotes, unanswered buttons, chat actions, videos, privacy, blocking. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { Json, TestService } from "../support/service.ts";
import { CLIPBOARD, findChromium, MICROPHONE, type Screen } from "./browser.ts";
import { recordVideo, readProperty } from "./video.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();

/** In the page: the position of the last occurrence of some words in a text. */
function placeOf([text, words]: readonly [string, string]) {
  const element = [...document.querySelectorAll("article [data-words]")].find(
    ({ textContent }) => textContent === text,
  );
  const node = element?.firstChild as Text;
  const at = node.data.lastIndexOf(words);
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + words.length);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** In the page: resolves when this text appears, even if it disappears at once. */
function appears(words: string): Promise<void> {
  return new Promise((seen) => {
    const look = () => {
      if (document.body.textContent.includes(words)) seen();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
}

describe.skipIf(executable === undefined)("flows between two users", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  let team: number;
  beforeAll(async () => {
    const commands = [{ command: "start", description: "Begin" }];
    const before = (service: TestService) => service.ok("echo_bot", "setMyCommands", { commands });
    ({ browser, t, alice, bob, close } = await startTwoUsers({
      before,
      flags: MICROPHONE,
      alice: CLIPBOARD,
      chat: "Team",
    }));
    team = t.id("Team");
  });
  afterAll(() => close());

  const last = async (): Promise<Json> => (await t.as("alice", "getHistory", { chat_id: team, limit: 1 })).messages[0];
  /** Selects a word with the mouse. */
  const selectWord = async ({ page }: Screen, text: string, word: string) => {
    const { x, y } = await page.evaluate(placeOf, [text, word] as const);
    await page.mouse.dblclick(x, y);
    await expect.poll(() => page.evaluate(() => getSelection()!.toString().trim())).toBe(word);
    return { x, y };
  };
  const item = ({ page }: Screen, name: string) => page.getByRole("menuitem", { name, exact: true });
  const quoted = ({ page }: Screen, words: string) =>
    page.locator("form").locator("..").getByText(words, { exact: true });

  describe("a quote", () => {
    const SAID = "Not this harbour, the old harbour";
    let said: Locator;
    beforeAll(async () => {
      await bob.write(SAID);
      said = alice.message(`Bob, ${SAID}`);
      await said.waitFor();
    });

    test("is made of text selected with the mouse, and seen by the other user", async () => {
      const { x, y } = await selectWord(alice, SAID, "harbour");
      await alice.page.mouse.click(x, y, { button: "right" });
      await item(alice, "Reply").waitFor();
      expect(await alice.violations()).toEqual([]);
      await item(alice, "Quote").click();
      await quoted(alice, "harbour").waitFor();
      await alice.write("Which one?");
      const answer = bob.message("Alice, in reply to Bob, Which one?");
      await answer.getByRole("button", { name: /In reply to Bob harbour$/ }).waitFor();
      const position = SAID.lastIndexOf("harbour");
      expect((await last()).quote).toMatchObject({ text: "harbour", position });
    });

    test("is made with the menu button, is sent with a file, and is cancelled with Escape", async () => {
      await selectWord(alice, SAID, "old");
      await said.hover();
      await said.getByRole("button", { name: "What to do with this message" }).click();
      await item(alice, "Quote").click();
      await quoted(alice, "old").waitFor();
      await alice.field.press("Escape");
      await quoted(alice, "old").waitFor({ state: "detached" });
      await selectWord(alice, SAID, "old");
      await said.hover();
      await said.getByRole("button", { name: "What to do with this message" }).click();
      await item(alice, "Quote").click();
      await quoted(alice, "old").waitFor();
      const file = { name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("here") };
      await alice.pick(file);
      await alice.page.getByRole("button", { name: "Send 1 file" }).click();
      await bob
        .message("Alice, in reply to Bob, map.txt")
        .getByRole("button", { name: /Bob old$/ })
        .waitFor();
      await quoted(alice, "old").waitFor({ state: "detached" });
    });

    test("hides spoilers in the quoted text, also from those who have revealed them", async () => {
      const text = "It was the ||butler||";
      await t.as("bob", "sendMessage", { chat_id: (await last()).chat.id, text, parse_mode: "MarkdownV2" });
      const told = alice.message(/^Bob, It was the ▒+,/);
      await told.getByRole("button", { name: "Hidden text: show it" }).click();
      await told.getByText("butler").dblclick();
      await told.press("Enter");
      await item(alice, "Quote").click();
      await quoted(alice, "▒▒▒▒▒▒").waitFor();
      await alice.write("I knew it");
      for (const [screen, speaker] of [[alice, "You"] as const, [bob, "Alice"] as const]) {
        const answer = screen.message(new RegExp(`^${speaker}, in reply to Bob, I knew it(?!.*sending)`));
        await answer.getByRole("button", { name: /Bob ▒▒▒▒▒▒$/ }).waitFor();
      }
      expect((await last()).quote.entities).toEqual([{ type: "spoiler", offset: 0, length: 6 }]);
    });

    test("is made with the keyboard, and sent with a voice message", async () => {
      await selectWord(alice, SAID, "this");
      await alice.page.keyboard.press("Enter");
      await item(alice, "Quote").press("Enter");
      await quoted(alice, "this").waitFor();
      await alice.page.getByRole("button", { name: "Record a voice message" }).click();
      await alice.page.getByRole("timer", { name: "Length" }).getByText("0:01").waitFor();
      await alice.page.getByRole("button", { name: "Send the voice message" }).click();
      await bob
        .message("Alice, in reply to Bob, Voice message")
        .getByRole("button", { name: /Bob this$/ })
        .waitFor();
    });

    test.runIf(LONG_RUN)(
      "is not offered for a selection across two messages; a selection within one is copied",
      async () => {
        await alice.write("And these words are mine");
        const mine = alice.message(/^You, And these words are mine(?!.*sending)/);
        await mine.waitFor();
        await selectWord(alice, "And these words are mine", "words");
        await mine.hover();
        await mine.getByRole("button", { name: "What to do with this message" }).click();
        await item(alice, "Copy selected text").click();
        await expect.poll(() => alice.page.evaluate(() => navigator.clipboard.readText())).toBe("words");
        await alice.page.evaluate(() => {
          const texts = [...document.querySelectorAll("article [data-words]")];
          getSelection()!.setBaseAndExtent(texts[0]!, 0, texts.at(-1)!, 1);
        });
        await mine.hover();
        await mine.getByRole("button", { name: "What to do with this message" }).click();
        await item(alice, "Reply").waitFor();
        expect(await item(alice, "Quote").count()).toBe(0);
        expect(await item(alice, "Copy selected text").count()).toBe(0);
        await alice.page.keyboard.press("Escape");
        await item(alice, "Reply").waitFor({ state: "detached" });
      },
    );
  });

  test.runIf(LONG_RUN)("a button whose bot never answers stops waiting and says so", async () => {
    const { page } = await alice.again(browser, t);
    await page.clock.install();
    const reply_markup = { inline_keyboard: [[{ text: "Anybody?", callback_data: "x" }]] };
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "Press me", reply_markup });
    await page.goto(`/chat/${t.id("echo_bot")}`);
    const [response] = await Promise.all([
      page.waitForResponse("**/api/pressButton"),
      page.getByRole("button", { name: "Anybody?" }).click(),
    ]);
    await response.finished();
    await page.getByText("Waiting for the bot").waitFor();
    let said = false;
    const heard = page.evaluate(appears, "The bot has not answered.").then(() => (said = true));
    const turn = async () => {
      await page.clock.fastForward(6000);
      return said;
    };
    await expect.poll(turn).toBe(true);
    await heard;
    await page.getByText("Waiting for the bot").waitFor({ state: "detached" });
    await page.context().close();
  });

  test("the other user sees who is typing or sending what, in the header and in the list", async () => {
    const seen = (words: string) => [
      bob.page.getByTitle("About this chat").getByText(words).waitFor(),
      bob.page
        .getByRole("navigation", { name: "Chats" })
        .getByRole("link", { name: "Team" })
        .getByText(words)
        .waitFor(),
    ];
    await Promise.all([...seen("Alice is writing…"), alice.field.pressSequentially("I think")]);
    await alice.field.press("Enter");
    await bob.message("Alice, I think").waitFor();
    await alice.message(/^You, I think(?!.*sending)/).waitFor();
    await Promise.all([...seen("Alice is writing…"), alice.field.pressSequentially("Hm")]);
    await bob.page.getByText("Alice is writing…").first().waitFor({ state: "detached" });
    await alice.field.fill("");
    let go = () => {};
    const gate = new Promise<void>((open) => (go = open));
    await alice.page.route("**/api/sendPhoto", (route) => gate.then(() => route.continue()));
    const picture = await drawPicture(90, 60, "#b23a48");
    const file = { name: "red.png", mimeType: "image/png", buffer: picture };
    await alice.pick(file);
    await Promise.all([
      ...seen("Alice is sending a photo…"),
      alice.page.getByRole("button", { name: "Send 1 file" }).click(),
    ]);
    go();
    await bob.message("Alice, Photo").waitFor();
    await bob.page.getByText("Alice is sending a photo…").first().waitFor({ state: "detached" });
  });

  test.runIf(LONG_RUN)("a video shows its first frame and is played with its controls", async () => {
    const buffer = await recordVideo(alice.page);
    const file = { name: "film.webm", mimeType: "video/webm", buffer };
    await alice.pick(file);
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
    const film = bob.message("Alice, Video");
    await film.waitFor();
    const poster = film.getByRole("img", { name: "Video" });
    await expect.poll(() => readProperty(poster, "naturalWidth")).toBeGreaterThan(0);
    await film.getByRole("button", { name: "Video" }).click();
    const playing = bob.page.getByRole("dialog").locator("video");
    await playing.waitFor();
    expect(await readProperty(playing, "controls")).toBe(true);
    expect(await readProperty(playing, "poster")).toMatch(/\/api\/file\/video\//);
    await expect.poll(() => readProperty(playing, "currentTime")).toBeGreaterThan(0);
    expect(await bob.violations()).toEqual([]);
    await bob.page.keyboard.press("Escape");
    await playing.waitFor({ state: "detached" });
    const form = new FormData();
    const thumbnail = await drawPicture(160, 120, "#2d6a4f", "jpeg");
    for (const [name, value] of Object.entries({ chat_id: team, width: 160, height: 120 })) form.set(name, `${value}`);
    form.set("animation", new File([buffer], "loop.webm", { type: "video/webm" }));
    form.set("thumbnail", new File([new Uint8Array(thumbnail)], "loop.jpg", { type: "image/jpeg" }));
    // With reduced motion it would not play by itself.
    await bob.page.emulateMedia({ reducedMotion: "no-preference" });
    await t.as("alice", "sendAnimation", form);
    const loop = bob.message("Alice, GIF");
    await loop.getByRole("button", { name: "GIF: stop it" }).waitFor();
    const moving = loop.locator("video");
    await expect.poll(() => readProperty(moving, "currentTime")).toBeGreaterThan(0);
    await loop.getByRole("button", { name: "GIF: stop it" }).click();
    await loop.getByRole("button", { name: "GIF: play it" }).waitFor();
    await expect.poll(() => readProperty(moving, "paused")).toBe(true);
    expect(await readProperty(moving, "poster")).toMatch(/\/api\/file\/animation\//);
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
