/** The composer: formatting, suggestions, drafts on two screens of one user, long texts. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json, TestService } from "../support/service.ts";
import {
  findChromium,
  hasValue,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("the composer", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let other: Screen;
  beforeAll(async () => {
    t = await startWithClient();
    await t.ok("echo_bot", "setMyCommands", {
      commands: [
        { command: "start", description: "Begin" },
        { command: "weather", description: "What it is like outside" },
      ],
    });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    other = await alice.again(browser, t);
    await alice.openChat("Team");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [alice, other]);

  const last = async (): Promise<Json> =>
    (await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 1 })).messages[0];

  test("Markdown is sent as entities", async () => {
    await alice.write("so **very** `plain`");
    await alice.message("You, so very plain").waitFor();
    await alice.message("You, so very plain").getByText("very", { exact: true }).waitFor();
    await expect
      .poll(async () => (await last()).entities)
      .toEqual([
        { type: "bold", offset: 3, length: 4 },
        { type: "code", offset: 8, length: 5 },
      ]);
  });

  test("the Markdown is that of Telegram's clients, and file names are left alone", async () => {
    await alice.write("my_file_name.txt *is* _plain_, __not__ ~~this~~ ||one|| <u>here</u> ```x = 1```");
    const text = "my_file_name.txt *is* _plain_, not this one here x = 1";
    await alice.sent(text.slice(0, 20)).waitFor();
    await expect.poll(async () => (await last()).text).toBe(text);
    expect((await last()).entities).toEqual([
      { type: "italic", offset: 31, length: 3 },
      { type: "strikethrough", offset: 35, length: 4 },
      { type: "spoiler", offset: 40, length: 3 },
      { type: "underline", offset: 44, length: 4 },
      { type: "pre", offset: 49, length: 5 },
    ]);
    await alice.field.press("Control+/");
    const list = alice.page.getByRole("region", { name: "Keyboard shortcuts" });
    await list.getByText("__…__").waitFor();
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(list);
  });

  test("shortcuts and the toolbar format the selection, and the browser can undo it", async () => {
    await alice.field.fill("one two");
    await alice.field.press("Shift+ArrowLeft");
    await alice.field.press("Control+Shift+ArrowLeft");
    await alice.field.press("Control+b");
    await hasValue(alice.field, "one **two**");
    await alice.page.getByRole("toolbar", { name: "Formatting" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.getByRole("button", { name: "Italic (Ctrl I)" }).click();
    await hasValue(alice.field, "one **__two__**");
    await alice.field.press("Control+z");
    await hasValue(alice.field, "one **two**");
    await alice.field.press("Control+k");
    await hasValue(alice.field, "one **[two]()**");
    await alice.page.keyboard.type("https://example.org/");
    await alice.field.press("Enter");
    await expect
      .poll(async () => (await last()).entities)
      .toEqual([
        { type: "text_link", offset: 4, length: 3, url: "https://example.org/" },
        { type: "bold", offset: 4, length: 3 },
      ]);
  });

  test("editing a message shows its text as Markdown", async () => {
    await alice.sent("one two").waitFor();
    await alice.field.press("ArrowUp");
    await hasValue(alice.field, "one [**two**](https://example.org/)");
    await alice.field.press("Escape");
    await hasValue(alice.field, "");
  });

  test("@ suggests members, with the keyboard alone", async () => {
    await alice.field.pressSequentially("hi @ca");
    await alice.page.getByRole("option", { name: /Carla/ }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.field.press("Enter");
    await hasValue(alice.field, "hi @carla ");
    await waitUntilGone(alice.page.getByRole("option"));
    await alice.field.press("Enter");
    await expect.poll(async () => (await last()).entities).toEqual([{ type: "mention", offset: 3, length: 6 }]);
  });

  test("/ suggests the commands of the bots, and sends the chosen one", async () => {
    await alice.openChat("Echo");
    await alice.page.getByRole("button", { name: "Commands of the bots" }).click();
    await alice.page.getByRole("option", { name: /\/weather.*outside/ }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.field.pressSequentially("we");
    await expect.poll(() => alice.page.getByRole("option").count()).toBe(1);
    await alice.field.press("Escape");
    await waitUntilGone(alice.page.getByRole("option"));
    await alice.field.fill("");
    await alice.field.fill("/w");
    await alice.page.getByRole("option", { name: "/weather" }).waitFor();
    await alice.field.press("Enter");
    await alice.message("You, /weather").waitFor();
    await hasValue(alice.field, "");
    await alice.openChat("Team");
    await alice.field.fill("/");
    await alice.page.getByText("Echo sees only commands, mentions and replies to it.").waitFor();
    await alice.page.getByRole("option", { name: /\/weather/ }).click();
    await alice.message("You, /weather@echo_bot").waitFor();
  });

  test("emoji are inserted by their short names and from the picker", async () => {
    await alice.field.pressSequentially(":tada");
    await alice.page.getByRole("option", { name: ":tada:" }).waitFor();
    await alice.field.press("Tab");
    await hasValue(alice.field, "🎉 ");
    await alice.field.pressSequentially(":+1:");
    await hasValue(alice.field, expect.stringMatching(/^🎉 👍/u));
    await alice.page.getByRole("button", { name: "Emoji" }).click();
    await alice.page.getByRole("searchbox", { name: "Search emoji" }).fill("octopus");
    await alice.page.getByRole("gridcell", { name: "Octopus" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.keyboard.press("Enter");
    await hasValue(alice.field, expect.stringMatching(/🐙$/u));
    await alice.field.fill("");
  });

  test("the emoji with exactly this name comes first, whatever its category", async () => {
    await alice.page.getByRole("button", { name: "Emoji" }).click();
    const search = alice.page.getByRole("searchbox", { name: "Search emoji" });
    for (const [word, emoji] of [
      ["ok", /👌|🆗/u],
      ["thumbs", "👍"],
      ["rocket", "🚀"],
      ["heart", "❤️"],
    ] as const) {
      await search.fill(word);
      await expect.poll(() => alice.page.getByRole("gridcell").first().textContent()).toMatch(emoji);
    }
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(alice.page.getByRole("searchbox", { name: "Search emoji" }));
  });

  test("the picker shows its categories and the recently used emoji", async () => {
    const open = () => alice.page.getByRole("button", { name: "Emoji" }).click();
    await open();
    const categories = alice.page.getByRole("toolbar", { name: "Categories" });
    await categories.getByRole("button", { name: "Recently used" }).press("ArrowRight");
    await alice.page.keyboard.press("End");
    await alice.page.keyboard.press("Enter");
    await categories.getByRole("button", { name: "Flags", pressed: true }).waitFor();
    await expect.poll(() => alice.page.getByRole("gridcell", { name: "Chequered flag" }).isVisible()).toBe(true);
    await alice.page.keyboard.press("Tab");
    await alice.page.keyboard.press("ArrowRight");
    await alice.page.keyboard.press("Enter");
    await hasValue(alice.field, "🚩");
    await waitUntilGone(categories);
    await open();
    const used = alice.page.getByRole("rowgroup", { name: "Recently used" });
    await expect.poll(() => used.getByRole("gridcell").first().textContent()).toBe("🚩");
    expect(await alice.violations()).toEqual([]);
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(alice.page.getByRole("searchbox", { name: "Search emoji" }));
    await alice.field.fill("");
  });

  test.runIf(LONG_RUN)(
    "on a phone the picker does not open the on-screen keyboard, neither when it opens nor when it is used",
    async () => {
      const phone = await alice.again(browser, t, {
        hasTouch: true,
        isMobile: true,
        viewport: { width: 390, height: 780 },
      });
      await phone.openChat("Team");
      await phone.page.getByRole("button", { name: "Emoji" }).tap();
      const tada = phone.page.getByRole("gridcell", { name: "Grinning face", exact: true }).first();
      await tada.waitFor();
      const inField = () => phone.page.evaluate(() => document.activeElement!.matches("input, textarea"));
      expect(await inField()).toBe(false);
      await tada.tap();
      await hasValue(phone.field, "😀");
      expect(await inField()).toBe(false);
      await phone.field.fill("");
      await phone.close();
    },
  );

  test.runIf(LONG_RUN)("in Arabic the picker has Arabic labels and also finds English ones", async () => {
    const { cookies } = await alice.page.context().storageState();
    const arabic = await Screen.open(browser, t.url, { locale: "ar", storageState: { cookies, origins: [] } });
    const { page } = arabic;
    await page.goto("/");
    await page.getByRole("navigation").getByRole("link").filter({ hasText: "Team" }).click();
    await page.getByRole("button", { name: "رموز تعبيرية" }).click();
    const search = page.getByRole("searchbox");
    for (const word of ["أخطبوط", "octopus"]) {
      await search.fill(word);
      await page.getByRole("gridcell", { name: "أخطبوط" }).waitFor();
    }
    await search.fill("مصر");
    await page.getByRole("gridcell", { name: "مصر" }).waitFor();
    expect(await arabic.violations()).toEqual([]);
    expect(arabic.errors).toEqual([]);
    await page.context().close();
  });

  test("a draft appears on the user's other screen and disappears when it is sent", async () => {
    await other.openChat("Team");
    await alice.field.fill("Half a **thought**");
    await hasValue(other.field, "Half a **thought**");
    await other.field.fill("A whole thought");
    await hasValue(alice.field, "A whole thought");
    await other.page.locator(`a[data-chat="${t.id("echo_bot")}"]`).click();
    await other.page.getByRole("link", { name: /Team.*Draft: A whole thought/ }).waitFor();
    expect(await other.violations()).toEqual([]);
    await alice.field.press("Enter");
    await other.page.getByRole("link", { name: /Team.*Draft/ }).waitFor({ state: "detached" });
    expect((await t.as("alice", "listChats")).chats.some(({ settings }: Json) => settings.draft)).toBe(false);
  });

  test("a draft written offline is kept and sent to the service when the connection is back", async () => {
    await alice.page.context().setOffline(true);
    await alice.page.getByText("You are offline.").waitFor();
    expect(await alice.violations()).toEqual([]);
    const lost = alice.page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/saveDraft"));
    await alice.field.fill("Written in a tunnel");
    await lost;
    await alice.page.context().setOffline(false);
    const saved = async () =>
      (await t.as("alice", "listChats")).chats.find(({ chat }: Json) => chat.title === "Team").settings.draft?.text;
    await expect.poll(saved).toBe("Written in a tunnel");
    await alice.field.fill("");
    await expect.poll(saved).toBeUndefined();
  });

  test("a text that is too long is sent in parts, split between words; an edit shows by how much it is too long", async () => {
    await alice.field.fill("word ".repeat(900));
    await alice.page.getByText("Will be sent as 2 messages").waitFor();
    await alice.field.press("Enter");
    const texts = async () =>
      (await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 2 })).messages.map(
        ({ text }: Json) => text.length,
      );
    await expect.poll(texts).toEqual([4094, 404]);
    await alice.field.press("ArrowUp");
    await alice.page.getByText("Edit the message").waitFor();
    await alice.field.fill("x".repeat(4100));
    await alice.page.getByText("4 characters too long").waitFor();
    await alice.field.press("Enter");
    await alice.page.getByText("This is 4 characters too long to be saved.").waitFor();
    await alice.field.press("Escape");
    await hasValue(alice.field, "");
  });

  test("a message can be sent without a sound", async () => {
    await alice.field.fill("Shh");
    await alice.page.getByRole("button", { name: "Send", exact: true }).click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: "Send without a sound" }).click();
    await expect.poll(last).toMatchObject({ text: "Shh", is_silent: true });
  });

  describe("text is not changed unasked", () => {
    const paste = (types: Readonly<Record<string, string>>) =>
      alice.page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        for (const [type, words] of Object.entries(pasted)) clipboardData.setData(type, words);
        clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
        document.activeElement!.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }, types);

    test("Ctrl Z in the empty field gives back what was typed, and saving it keeps its marks", async () => {
      await alice.write("see **this** now");
      await alice.sent("see this now").waitFor();
      await alice.field.press("Control+z");
      await hasValue(alice.field, "see **this** now");
      await alice.field.press("Enter");
      await alice.sent("see **this** now").waitFor();
    });

    test("Ctrl Z gives back a text that was sent in parts, and saving it needs as many messages as the text", async () => {
      const typed = "**word** ".repeat(1000).trim();
      const since = (await last()).message_id;
      const texts = async () =>
        (await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 5 })).messages
          .filter(({ message_id }: Json) => message_id > since)
          .map(({ text }: Json) => text);
      await alice.write(typed);
      await expect.poll(async () => (await texts()).length).toBe(2);
      await alice.field.press("Control+z");
      await alice.page.getByText("Edit 2 messages").waitFor();
      await hasValue(alice.field, typed);
      expect(await alice.violations()).toEqual([]);
      await alice.field.press("Enter");
      await expect.poll(async () => (await texts()).length).toBe(3);
      await expect.poll(async () => (await texts()).join(" ").replaceAll(/\s+/g, " ")).toBe(typed);
      await alice.write(typed);
      await expect.poll(async () => (await texts()).length).toBe(5);
      await alice.field.press("Control+z");
      await alice.page.getByText("Edit 2 messages").waitFor();
      await alice.write("a **short** text");
      await expect.poll(async () => (await texts()).length).toBe(4);
      expect((await texts()).at(-1)).toBe("a **short** text");
    });

    test("an emoji that is undone stays its name", async () => {
      await alice.field.pressSequentially("so :smile:");
      await expect.poll(() => alice.field.inputValue()).not.toContain(":");
      await alice.field.press("Control+z");
      await hasValue(alice.field, "so :smile:");
      await alice.field.fill("");
    });

    test("text from Word is pasted with its formats wherever the focus is, without its picture", async () => {
      await alice.page.getByRole("button", { name: "Attach", exact: true }).focus();
      await paste({ "text/plain": "Hi Bob", "text/html": "<p>Hi <b>Bob</b></p>" });
      await hasValue(alice.field, "Hi **Bob**");
      expect(await alice.page.getByRole("dialog", { name: "Send files" }).count()).toBe(0);
      await alice.field.fill("");
    });

    test("the Enter that ends a composition in Safari sends nothing", async () => {
      await alice.field.fill("nihao");
      await alice.field.dispatchEvent("keydown", { key: "Enter", code: "Enter", keyCode: 229, bubbles: true });
      await hasValue(alice.field, "nihao");
      await alice.field.fill("");
    });
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...other.errors]).toEqual([]);
  });
});
