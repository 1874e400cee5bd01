/** What comes and goes within a screen, by keys: bars, menus of what is written, the player, choices; and who is not signed in. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, focused, gone, inside, launch, MICROPHONE, Screen, startWithClient } from "./browser.ts";
import { choose, DIALOG } from "./reach/overlay.ts";
import { watch } from "./reach/page.ts";
import { walk } from "./reach/walk.ts";
import { fillWorld } from "./reach/world.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("keys come to everything", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await fillWorld(t);
    browser = await launch(executable!, MICROPHONE);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    ({ page } = screen);
    await watch(page);
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  async function openTeam(): Promise<void> {
    await page.goto(`/chat/${t.id("Team")}`);
    await screen.message("An answer").waitFor();
    await screen.field.fill("");
  }

  test.each([
    ["people", "@"],
    ["commands", "/"],
    ["emoji", ":smil"],
  ])("in the menu of %s above the field, which Escape closes", async (_what, typed) => {
    await openTeam();
    await screen.field.press("Control+a");
    await page.keyboard.type(typed);
    const list = page.getByRole("listbox");
    await list.getByRole("option").first().waitFor();
    expect(await walk(page, { scope: "[role=listbox]", kind: "menu" })).toEqual([]);
    await page.keyboard.press("Escape");
    await gone(list);
    await focused(screen.field);
  });

  test("while words are marked", async () => {
    await openTeam();
    await screen.field.fill("some words");
    await screen.field.press("Control+a");
    await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
    expect(await walk(page)).toEqual([]);
  });

  test("while one answers, and Escape leaves it", async () => {
    await openTeam();
    await screen.message(/^You, Own words/).press("Enter");
    await choose(screen, "Reply");
    const end = page.getByRole("button", { name: "Do not reply" });
    await end.waitFor();
    expect(await walk(page)).toEqual([]);
    await screen.field.press("Escape");
    await gone(end);
    await focused(screen.field);
  });

  test("while messages are chosen, and Escape ends it", async () => {
    await openTeam();
    await screen.message(/^You, Own words/).press(" ");
    const bar = page.getByRole("toolbar", { name: "Chosen messages" });
    await bar.waitFor();
    expect(await walk(page)).toEqual([]);
    await screen.message(/^You, Own words/).press("Escape");
    await gone(bar);
    await focused(screen.field);
  });

  test("while one searches in the chat, and Escape ends it", async () => {
    await openTeam();
    await screen.field.press("Control+f");
    const field = page.getByRole("searchbox", { name: "Search in this chat" });
    await field.fill("words");
    await page.getByText("1 of 1").waitFor();
    expect(await walk(page)).toEqual([]);
    await field.press("Escape");
    await gone(field);
    await focused(screen.field);
  });

  test("while something is played", async () => {
    await openTeam();
    await screen.message(/tune/).getByRole("button", { name: /^Play/ }).press("Enter");
    await page.getByRole("region", { name: "Player" }).waitFor();
    expect(await walk(page)).toEqual([]);
    await page.getByRole("button", { name: "Close the player" }).press("Enter");
  });

  test("while one speaks, and Escape ends it", async () => {
    await openTeam();
    await page.getByRole("button", { name: "Record a voice message" }).press("Enter");
    const bar = page.getByRole("group", { name: "Recording" });
    await bar.waitFor();
    await focused(bar.getByRole("button", { name: "Send the voice message" }));
    await page.keyboard.press("Shift+Tab");
    await focused(bar.getByRole("button", { name: "Cancel the recording" }));
    await page.keyboard.press("Escape");
    await gone(bar);
    await focused(screen.field);
  });

  test("in files before they are sent, and Escape goes back to the chat", async () => {
    await openTeam();
    await page.getByRole("button", { name: "Attach files" }).focus();
    await screen.pick(["a.txt", "b.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
    const dialog = page.getByRole("dialog", { name: "Send files" });
    await dialog.getByText("b.txt").waitFor();
    await screen.still();
    expect(await walk(page, { scope: DIALOG, kind: "dialog" })).toEqual([]);
    await page.keyboard.press("Escape");
    await gone(dialog);
    await focused(page.getByRole("button", { name: "Attach files" }));
  });

  test("in the archive", async () => {
    const { id } = (await t.as("alice", "createChat", { title: "Old" })).chat;
    await t.as("alice", "archiveChat", { chat_id: id });
    await page.goto("/");
    await page
      .getByRole("navigation", { name: "Chats" })
      .getByRole("button", { name: /^Archive/ })
      .press("Enter");
    await page.getByRole("heading", { name: "Archive" }).waitFor();
    expect(await walk(page)).toEqual([]);
  });

  test("in the panel about a chat, which Escape closes, back to what opened it", async () => {
    await openTeam();
    await page.getByTitle("About this chat").press("Enter");
    await screen.panel.getByRole("heading", { name: "About this group" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await gone(screen.panel);
    await focused(page.getByTitle("About this chat"));
  });

  test("in the list of chats and messages, by keys in the place of the pointer", async () => {
    await openTeam();
    const menu = page.getByRole("menu");
    await page.locator("[data-chat]").first().press("ContextMenu");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await gone(menu);
    await screen.message("An answer").press("ContextMenu");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await gone(menu);
    await screen.field.fill("quietly");
    await page.getByRole("button", { name: "Send", exact: true }).press("Shift+F10");
    await page.getByRole("menuitem", { name: "Send without a sound" }).waitFor();
    await page.keyboard.press("Escape");
    await gone(menu);
    await focused(page.getByRole("button", { name: "Send", exact: true }));
  });

  test("in a photo, which is enlarged and left by keys", async () => {
    await openTeam();
    await screen.message(/Photo/).last().getByRole("button", { name: "Photo" }).press("Enter");
    const stage = page.locator("[data-scale]");
    await inside(page.getByRole("dialog", { name: "Photo" }));
    await page.keyboard.press("+");
    await expect.poll(() => stage.getAttribute("data-scale")).not.toBe("1");
    await page.keyboard.press("0");
    await expect.poll(() => stage.getAttribute("data-scale")).toBe("1");
    const previous = page.getByRole("button", { name: "Previous" });
    await previous.waitFor();
    await page.keyboard.press("ArrowLeft");
    await gone(previous);
    await page.keyboard.press("Escape");
    await gone(stage);
  });

  test("where nobody is signed in", async () => {
    const guest = await Screen.open(browser, t.url, { reducedMotion: "reduce" });
    await watch(guest.page);
    const { code } = await t.as("alice", "createInvitation");
    const reset = await t.as("alice", "resetPassword", { user_id: t.id("bob") });
    for (const [path, name] of [
      ["/sign-in", "Welcome back"],
      [`/invite/${code}`, "Create your account"],
      ["/invite/nothing", "This way is closed"],
      [`/reset/${reset.code}`, "New password"],
      ["/reset/nothing", "This way is closed"],
    ] as const) {
      await guest.page.goto(path);
      await guest.page.getByRole("heading", { level: 1, name }).waitFor();
      await guest.still();
      expect(await walk(guest.page), path).toEqual([]);
    }
    await guest.close();
  });
});
