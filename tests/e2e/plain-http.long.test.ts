/** A page served over plain http under a name on the local network: which features work, and what users are told. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ASSISTANT_ID } from "../assistant/conversation.ts";
import { type TestService, WORLD } from "../support/service.ts";
import {
  findChromium,
  focused,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("at http://chat.lan", () => {
  let t: TestService;
  let browser: Browser;
  let lan: string;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { assistant: true });
    lan = `http://chat.lan:${new URL(t.url).port}`;
    browser = await openBrowser(executable!, ["--host-resolver-rules=MAP chat.lan 127.0.0.1"]);
    alice = await Screen.signIn(browser, t, "alice", { baseURL: lan, serviceWorkers: "allow" });
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t?.stop();
  });
  recoverAfterFailures(() => [alice]);

  async function makeBot(username: string): Promise<void> {
    const { page } = alice;
    await alice.openPath("/settings/bots");
    await page.getByRole("button", { name: "New bot" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Warden");
    await page.getByLabel("User name").fill(username);
    await page.getByRole("button", { name: "Make the bot" }).click();
    await page.getByLabel("Token").waitFor();
  }

  test("invite links, password links and chat links have the address of the page", async () => {
    const { page } = alice;
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await alice.choose("Invite people");
    await alice.page.getByRole("button", { name: "Make the link" }).click();
    const invitation = page.getByLabel("Invitation link");
    expect(await invitation.inputValue()).toMatch(new RegExp(`^${lan}/invite/`));
    expect(await page.getByText("Works on this machine only").count()).toBe(0);
    await alice.openPath("/owner");
    await page.getByRole("button", { name: "What to do about Bob" }).click();
    await page.getByRole("menuitem", { name: "Reset the password" }).click();
    await page.getByRole("button", { name: "Make the link" }).click();
    expect(await page.getByLabel("Link to a new password").inputValue()).toMatch(new RegExp(`^${lan}/reset/`));
    const panel = await alice.openPanel(t.id("Team"), "/links");
    await panel.getByRole("button", { name: "Make your link" }).click();
    expect(await panel.getByLabel("Address").inputValue()).toMatch(new RegExp(`^${lan}/join/`));
    await alice.openPanel(t.id("Team"));
    expect(await panel.getByLabel("Public link").inputValue()).toBe(`${lan}/@team`);
  });

  test("so have sample programs, in the client and of the assistant", async () => {
    const { page } = alice;
    await makeBot("warden_bot");
    await page.getByLabel("Program").getByText(`apiRoot: "${lan}"`).waitFor();
    await t.as("alice", "startBot", { user_id: ASSISTANT_ID });
    await alice.openPath(`/chat/${ASSISTANT_ID}`);
    await alice.write("/newbot");
    await alice
      .message(/Assistant.*name/)
      .last()
      .waitFor();
    await alice.write("Keeper");
    await alice.message(/Assistant.*Now its user name/).waitFor();
    await alice.write("keeper_bot");
    await alice
      .message(/Keeper is there/)
      .getByText(`apiRoot: "${lan}"`)
      .waitFor();
    expect(await page.getByText("HELIOGRAM_PUBLIC_URL").count()).toBe(0);
  });

  /** The text on the clipboard, read by pasting it into the composer. */
  async function pasted(): Promise<string> {
    await alice.field.fill("");
    await alice.field.press("Control+V");
    const text = await alice.field.inputValue();
    await alice.field.fill("");
    return text;
  }

  test("texts in dialogs are copied", async () => {
    const { page } = alice;
    await alice.openChat("Team");
    await alice.choose("Invite people");
    await alice.page.getByRole("button", { name: "Make the link" }).click();
    const link = await page.getByLabel("Invitation link").inputValue();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.getByText("The browser did not let it be copied").count()).toBe(0);
    await page.keyboard.press("Escape");
    await waitUntilGone(page.getByRole("dialog"));
    expect(await pasted()).toBe(link);
  });

  test("a token and a program are copied", async () => {
    const { page } = alice;
    for (const [what, username] of [
      ["Token", "first_bot"],
      ["Program", "second_bot"],
    ] as const) {
      await makeBot(username);
      const token = await page.getByLabel("Token").inputValue();
      const code = await page.getByLabel("Program").innerText();
      const buttons = page.getByRole("button", { name: "Copy", exact: true });
      await (what === "Token" ? buttons.first() : buttons.last()).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      await page.getByRole("button", { name: "I have the token" }).click();
      await alice.openPath(`/chat/${t.id("Team")}`);
      expect(await pasted()).toBe(what === "Token" ? token : code);
    }
  });

  test("messages, links to them, and copy buttons of bots are copied", async () => {
    const { page } = alice;
    const inline_keyboard = [[{ text: "Take it", copy_text: { text: "A-1" } }]];
    const chat_id = t.id("Team");
    await t.ok("guard_bot", "sendMessage", { chat_id, text: "Here", reply_markup: { inline_keyboard } });
    await t.ok("guard_bot", "sendMessage", { chat_id, text: "<pre>x = 1</pre>", parse_mode: "HTML" });
    await alice.openPath(`/chat/${chat_id}`);
    await alice.message(/Here/).getByRole("button", { name: "Take it" }).click();
    await page.getByText("Copied to the clipboard").first().waitFor();
    expect(await pasted()).toBe("A-1");
    await alice.message(/x = 1/).hover();
    await alice.message(/x = 1/).getByRole("button", { name: "Copy" }).click();
    await page.getByText("The text is copied.").first().waitFor();
    expect(await pasted()).toBe("x = 1");
    for (const [entry, text] of [
      ["Copy text", "Here"],
      ["Copy link", new RegExp(`^${lan}/@team\\?message=\\d+$`)],
    ] as const) {
      await alice.message(/Here/).click({ button: "right" });
      await page.getByRole("menuitem", { name: entry }).click();
      await waitUntilGone(page.getByRole("menu"));
      await expect.poll(pasted).toMatch(text);
    }
  });

  test("if the browser refuses, an error is shown, and the text can be copied by hand", async () => {
    const { page } = alice;
    await page.reload();
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await alice.message(/Here/).getByRole("button", { name: "Take it" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy it yourself" });
    await focused(dialog.getByLabel("Text"));
    const selected = dialog.getByLabel("Text").evaluate((each) => {
      const field = each as HTMLInputElement;
      return field.value.slice(field.selectionStart!);
    });
    expect(await selected).toBe("A-1");
    expect(await alice.violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await waitUntilGone(dialog);
    await alice.choose("Invite people");
    await alice.page.getByRole("button", { name: "Make the link" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("alert").getByText("The browser did not let it be copied").waitFor();
    await focused(page.getByLabel("Invitation link"));
    expect(await page.getByText("Copied", { exact: true }).count()).toBe(0);
    expect(await alice.violations()).toEqual([]);
  });

  test("features that browsers deny to such pages give the reason", async () => {
    const { page } = alice;
    await alice.openPath(`/chat/${t.id("Team")}`);
    await page.getByRole("button", { name: "Record a voice message" }).click();
    await page.getByText("Browsers give the microphone only to pages with https").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const notices = page.getByRole("menuitem", { name: /Turn on notifications/ });
    await notices.getByText("Browsers notify only for pages with https").waitFor();
    expect(await notices.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await alice.openPath("/settings");
    await page.getByText("This page came over plain http").waitFor();
    expect(await alice.violations()).toEqual([]);
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });

  test("links with a host name that only one machine knows say so", async () => {
    const here = await Screen.signIn(browser, t, "alice");
    await here.choose("Invite people");
    await here.page.getByRole("button", { name: "Make the link" }).click();
    const invitation = here.page.getByLabel("Invitation link");
    expect(await invitation.inputValue()).toMatch(new RegExp(`^${t.url}/invite/`));
    await here.page.getByText("Works on this machine only").waitFor();
    expect(await here.violations()).toEqual([]);
    await here.close();
  });

  test("a clipboard that silently fails is detected, over https too", async () => {
    const here = await Screen.signIn(browser, t, "alice");
    const { page } = here;
    expect(await page.evaluate(() => isSecureContext)).toBe(true);
    await page.evaluate(() => {
      document.execCommand = () => false;
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await here.choose("Invite people");
    await here.page.getByRole("button", { name: "Make the link" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("alert").getByText("The browser did not let it be copied").waitFor();
    expect(await page.getByText("Copied", { exact: true }).count()).toBe(0);
    await here.close();
  });
});
