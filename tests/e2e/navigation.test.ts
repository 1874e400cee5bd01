/** Details that users rely on every day without noticing. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("everyday use", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "Good morning" });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    page = alice.page;
    await alice.openChat("Team");
    await alice.message("Good morning").waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const path = () => new URL(page.url()).pathname;
  /** Back closes an overlay without leaving the address: the client restores the history entry. */
  const back = async () => {
    await page.goBack();
    await expect.poll(path).toBe(`/chat/${t.id("Team")}`);
  };
  const choose = async (item: string) => {
    await alice.message("Good morning").click({ button: "right" });
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };

  test("Back closes overlays before it leaves the chat", async () => {
    const menu = page.getByRole("menu", { name: "What to do with this message" });
    await alice.message("Good morning").click({ button: "right" });
    await menu.waitFor();
    await back();
    await menu.waitFor({ state: "detached" });
    await choose("Delete");
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await back();
    await question.waitFor({ state: "detached" });
    await choose("Forward");
    const dialog = page.getByRole("dialog", { name: "Forward to" });
    await dialog.waitFor();
    await back();
    await dialog.waitFor({ state: "detached" });
    await page.goBack();
    await page.getByText("Choose a chat").waitFor();
    await page.goForward();
    await alice.message("Good morning").waitFor();
  });

  test("Back ends selecting and searching, after it has closed the panel over them", async () => {
    await choose("Choose");
    const toolbar = page.getByRole("toolbar", { name: "Chosen messages" });
    await toolbar.waitFor();
    await back();
    await toolbar.waitFor({ state: "detached" });
    await page.keyboard.press("Control+f");
    const search = page.getByRole("searchbox", { name: "Search in this chat" });
    await search.waitFor();
    await page.getByTitle("About this chat").click();
    await alice.panel.waitFor();
    await back();
    await alice.panel.waitFor({ state: "detached" });
    await search.waitFor();
    await back();
    await search.waitFor({ state: "detached" });
  });

  test("Back does not reopen a closed panel, and closing it restores the focus", async () => {
    const head = page.getByTitle("About this chat");
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => alice.panel.getByRole("link", { name: "Close" }).click(),
    ]) {
      await head.click();
      await alice.panel.getByRole("link", { name: "Administrators" }).click();
      await alice.panel.getByRole("heading", { name: "Administrators" }).waitFor();
      await close();
      await alice.panel.waitFor({ state: "detached" });
      await expect.poll(path).toBe(`/chat/${t.id("Team")}`);
      await page.locator("[title='About this chat']:focus").waitFor();
    }
    await page.goBack();
    await page.getByText("Choose a chat").waitFor();
    await page.goForward();
    await alice.message("Good morning").waitFor();
  });

  test("typed characters go to the composer if nothing in particular has the focus", async () => {
    await alice.message("Good morning").focus();
    await page.keyboard.type("hello");
    await expect.poll(() => alice.field.inputValue()).toBe("hello");
    await alice.field.fill("");
    await page.getByTitle("About this chat").focus();
    await page.keyboard.press("Control+k");
    const finder = page.getByRole("combobox", { name: "Name of a chat, person or bot" });
    await finder.waitFor();
    await page.keyboard.type("pri");
    await expect.poll(() => finder.inputValue()).toBe("pri");
    await page.keyboard.press("Escape");
    await finder.waitFor({ state: "detached" });
    expect(await alice.field.inputValue()).toBe("");
  });

  test("Ctrl-F searches the chat, also with another keyboard layout", async () => {
    const search = page.getByRole("searchbox", { name: "Search in this chat" });
    await page.keyboard.press("Control+f");
    await search.waitFor();
    await page.keyboard.type("morning");
    await page.getByRole("search").getByText("1 of 1").waitFor();
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "detached" });
    await page.locator("#composer:focus").waitFor();
    await page.locator("body").dispatchEvent("keydown", { key: "ب", code: "KeyF", ctrlKey: true });
    await search.waitFor();
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "detached" });
  });

  test("an empty file is refused before it is sent", async () => {
    const send = page.getByRole("button", { name: "Send 1 file" });
    await alice.pick({ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) });
    await page.getByText("This file is empty").waitFor();
    await expect.poll(() => send.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await send.waitFor({ state: "detached" });
  });

  test("a menu opened by a long press stays open when the finger is lifted", async () => {
    const phone = await Screen.signIn(browser, t, "bob", { viewport: { width: 390, height: 780 }, hasTouch: true });
    await phone.openChat("Team");
    const menu = phone.page.getByRole("menu", { name: "What to do with this message" });
    const place = await phone.message("Good morning").getByText("Good morning").boundingBox();
    const touch = await phone.page.context().newCDPSession(phone.page);
    const touchPoints = [{ x: place!.x + 5, y: place!.y + 5 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await menu.waitFor();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await menu.getByRole("menuitem", { name: "Reply", exact: true }).tap();
    await phone.page.getByText("Reply to Alice").waitFor();
    expect(phone.errors).toEqual([]);
    await phone.close();
  });

  test.runIf(LONG_RUN)(
    "the menu of a message taller than the window is in view, opened by a key or a long press",
    async () => {
      const text = Array.from({ length: 80 }, (_, at) => `Verse ${at}`).join("\n");
      await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text });
      const phone = await Screen.signIn(browser, t, "bob", { viewport: { width: 390, height: 780 }, hasTouch: true });
      await phone.openChat("Team");
      const poem = phone.message("Alice, Verse 0");
      await poem.focus();
      await poem.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const reply = phone.page.getByRole("menuitem", { name: "Reply", exact: true });
      const seen = async () => {
        await reply.waitFor();
        await expect.poll(() => inWindow(reply)).toBe(true);
        await phone.page.keyboard.press("Escape");
        await waitUntilGone(reply);
      };
      await poem.press("Enter");
      await seen();
      const touch = await phone.page.context().newCDPSession(phone.page);
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 100, y: 400 }] });
      await reply.waitFor();
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await seen();
      await phone.close();
    },
  );

  test.runIf(LONG_RUN)("an unknown address shows an error with a way back", async () => {
    const nothing = page.getByRole("heading", { level: 1, name: "There is nothing here" });
    const team = `/chat/${t.id("Team")}`;
    for (const nowhere of ["/nonsense", "/nonsense/deep?a=b", `${team}/nonsense`, `${team}/info/x`, "/settings/x"]) {
      await page.goto(nowhere);
      await nothing.waitFor();
      await page.getByRole("link", { name: "To the chats" }).click();
      await page.getByText("Choose a chat").waitFor();
    }
    await page.goto("/chat/-1000000099999/info");
    await page.getByText("This chat is not yours to see").waitFor();
    const guest = await Screen.open(browser, t.url, { locale: "ar" });
    await guest.page.goto("/nonsense");
    await guest.page.getByRole("heading", { name: "لا شيء هنا" }).waitFor();
    expect(await guest.page.locator("html").getAttribute("dir")).toBe("rtl");
    await guest.page.getByRole("link").click();
    await expect.poll(() => new URL(guest.page.url()).pathname).toBe("/sign-in");
    expect(guest.errors).toEqual([]);
    await guest.close();
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });

  test.runIf(LONG_RUN)("what is loaded when it is opened is shown without waiting for a timer", async () => {
    const other = await alice.again(browser, t);
    const { page } = other;
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`/chat/${t.id("Team")}`);
    await other.message("Good morning").waitFor();
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("searchbox", { name: "Search emoji" }).waitFor();
    await page.goto("/");
    await other.openChat("Team");
    await other.message("Good morning").waitFor();
    await page.keyboard.press("Control+/");
    await page.getByRole("region", { name: "Keyboard shortcuts" }).waitFor();
    await other.close();
  });
});

/** Whether an element is completely in the window. */
async function inWindow(what: Locator): Promise<boolean> {
  const { width, height } = what.page().viewportSize()!;
  const box = (await what.boundingBox())!;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
