/** The tab order in states of a screen: bars, suggestion menus, the player, selection; and on the pages before signing in. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import {
  findChromium,
  focused,
  inside,
  leaveBrowser,
  MICROPHONE,
  openBrowser,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";
import { choose, DIALOG } from "./tab-order/overlay.ts";
import { installInPage } from "./tab-order/page.ts";
import { walk } from "./tab-order/walk.ts";
import { fillService } from "./tab-order/fixtures.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("the keyboard reaches every control", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    await fillService(t);
    browser = await openBrowser(executable!, MICROPHONE);
    screen = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    ({ page } = screen);
    await installInPage(page);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
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
  ])("in the suggestion menu of %s, which Escape closes", async (_what, typed) => {
    await openTeam();
    await screen.field.press("Control+a");
    await page.keyboard.type(typed);
    const list = page.getByRole("listbox");
    await list.getByRole("option").first().waitFor();
    expect(await walk(page, { scope: "[role=listbox]", kind: "menu" })).toEqual([]);
    await page.keyboard.press("Escape");
    await waitUntilGone(list);
    await focused(screen.field);
  });

  test("while text is selected in the composer", async () => {
    await openTeam();
    await screen.field.fill("some words");
    await screen.field.press("Control+a");
    await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
    expect(await walk(page)).toEqual([]);
  });

  test("while replying, which Escape cancels", async () => {
    await openTeam();
    await screen.message(/^You, Own words/).press("Enter");
    await choose(screen, "Reply");
    const end = page.getByRole("button", { name: "Do not reply" });
    await end.waitFor();
    expect(await walk(page)).toEqual([]);
    await screen.field.press("Escape");
    await waitUntilGone(end);
    await focused(screen.field);
  });

  test("while messages are selected, which Escape ends", async () => {
    await openTeam();
    await screen.message(/^You, Own words/).press(" ");
    const bar = page.getByRole("toolbar", { name: "Chosen messages" });
    await bar.waitFor();
    expect(await walk(page)).toEqual([]);
    await screen.message(/^You, Own words/).press("Escape");
    await waitUntilGone(bar);
    await focused(screen.field);
  });

  test("while searching in the chat, which Escape ends", async () => {
    await openTeam();
    await screen.field.press("Control+f");
    const field = page.getByRole("searchbox", { name: "Search in this chat" });
    await field.fill("words");
    await page.getByText("1 of 1").waitFor();
    expect(await walk(page)).toEqual([]);
    await field.press("Escape");
    await waitUntilGone(field);
    await focused(screen.field);
  });

  test("while the player is open", async () => {
    await openTeam();
    await screen.message(/tune/).getByRole("button", { name: /^Play/ }).press("Enter");
    await page.getByRole("region", { name: "Player" }).waitFor();
    expect(await walk(page)).toEqual([]);
    await page.getByRole("button", { name: "Close the player" }).press("Enter");
  });

  test("while recording, which Escape cancels", async () => {
    await openTeam();
    await page.getByRole("button", { name: "Record a voice message" }).press("Enter");
    const bar = page.getByRole("group", { name: "Recording" });
    await bar.waitFor();
    await focused(bar.getByRole("button", { name: "Send the voice message" }));
    await page.keyboard.press("Shift+Tab");
    await focused(bar.getByRole("button", { name: "Cancel the recording" }));
    await page.keyboard.press("Escape");
    await waitUntilGone(bar);
    await focused(screen.field);
  });

  test("in the attach dialog, from which Escape returns to the chat", async () => {
    await openTeam();
    await page.getByRole("button", { name: "Attach", exact: true }).focus();
    await screen.pick(["a.txt", "b.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
    const dialog = page.getByRole("dialog", { name: "Send files" });
    await dialog.getByText("b.txt").waitFor();
    await screen.settle();
    expect(await walk(page, { scope: DIALOG, kind: "dialog" })).toEqual([]);
    await page.keyboard.press("Escape");
    await waitUntilGone(dialog);
    await focused(page.getByRole("button", { name: "Attach", exact: true }));
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

  test("in the panel about a chat, from which Escape returns to what opened it", async () => {
    await openTeam();
    await page.getByTitle("About this chat").press("Enter");
    await screen.panel.getByRole("heading", { name: "About this group" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await waitUntilGone(screen.panel);
    await focused(page.getByTitle("About this chat"));
  });

  test("in context menus, opened with the keyboard", async () => {
    await openTeam();
    const menu = page.getByRole("menu");
    await page.locator("[data-chat]").first().press("ContextMenu");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await waitUntilGone(menu);
    await screen.message("An answer").press("ContextMenu");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await waitUntilGone(menu);
    await screen.field.fill("quietly");
    await page.getByRole("button", { name: "Send", exact: true }).press("Shift+F10");
    await page.getByRole("menuitem", { name: "Send without a sound" }).waitFor();
    await page.keyboard.press("Escape");
    await waitUntilGone(menu);
    await focused(page.getByRole("button", { name: "Send", exact: true }));
  });

  test("in a photo, which is zoomed and closed with keys", async () => {
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
    await waitUntilGone(previous);
    await page.keyboard.press("Escape");
    await waitUntilGone(stage);
  });

  test("before signing in", async () => {
    const guest = await Screen.open(browser, t.url, { reducedMotion: "reduce" });
    await installInPage(guest.page);
    const { code } = await t.as("alice", "createInvitation");
    const reset = await t.as("alice", "resetPassword", { user_id: t.id("bob") });
    for (const [path, name] of [
      ["/sign-in", "Welcome back"],
      [`/invite/${code}`, "Create your account"],
      ["/invite/nothing", "This way is closed"],
      [`/reset/${reset.code}`, "New password"],
      ["/reset/nothing", "This way is closed"],
      ["/reset", "Forgot the password?"],
    ] as const) {
      await guest.page.goto(path);
      await guest.page.getByRole("heading", { level: 1, name }).waitFor();
      await guest.settle();
      expect(await walk(guest.page), path).toEqual([]);
    }
    await guest.close();
  });
});
