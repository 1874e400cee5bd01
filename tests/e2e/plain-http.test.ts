/** A page that came over plain http by a name on the local network: what people are given there, and what they can do. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ASSISTANT_ID } from "../assistant/conversation.ts";
import { type TestService, WORLD } from "../kit/service.ts";
import { findChromium, focused, gone, launch, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("at http://chat.lan", () => {
  let t: TestService;
  let browser: Browser;
  let lan: string;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { assistant: true });
    lan = `http://chat.lan:${new URL(t.url).port}`;
    browser = await launch(executable!, ["--host-resolver-rules=MAP chat.lan 127.0.0.1"]);
    alice = await Screen.signIn(browser, t, "alice", { baseURL: lan, serviceWorkers: "allow" });
  });
  afterAll(async () => {
    await browser?.close();
    await t?.stop();
  });
  recoverAfterFailures(() => [alice]);

  async function makeBot(username: string): Promise<void> {
    const { page } = alice;
    await page.goto("/settings/bots");
    await page.getByRole("button", { name: "New bot" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Warden");
    await page.getByLabel("User name").fill(username);
    await page.getByRole("button", { name: "Make the bot" }).click();
    await page.getByLabel("Token").waitFor();
  }

  test("links to come in, to a new password and to a chat have the address of the page", async () => {
    const { page } = alice;
    expect(await page.evaluate("isSecureContext")).toBe(false);
    await alice.choose("Invite people");
    await alice.page.getByRole("button", { name: "Make the link" }).click();
    const invitation = page.getByLabel("Invitation link");
    expect(await invitation.inputValue()).toMatch(new RegExp(`^${lan}/invite/`));
    expect(await page.getByText("Works on this machine only").count()).toBe(0);
    await page.goto("/owner");
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

  test("programs have it, the client's and the assistant's", async () => {
    const { page } = alice;
    await makeBot("warden_bot");
    await page.getByLabel("Program").getByText(`apiRoot: "${lan}"`).waitFor();
    await t.as("alice", "startBot", { user_id: ASSISTANT_ID });
    await page.goto(`/chat/${ASSISTANT_ID}`);
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

  /** What lies on the clipboard, as the field for messages gets it. */
  async function pasted(): Promise<string> {
    await alice.field.fill("");
    await alice.field.press("Control+V");
    const text = await alice.field.inputValue();
    await alice.field.fill("");
    return text;
  }

  test("what stands in a dialog is copied", async () => {
    const { page } = alice;
    await alice.openChat("Team");
    await alice.choose("Invite people");
    await alice.page.getByRole("button", { name: "Make the link" }).click();
    const link = await page.getByLabel("Invitation link").inputValue();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.getByText("The browser did not let it be copied").count()).toBe(0);
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
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
      await page.goto(`/chat/${t.id("Team")}`);
      expect(await pasted()).toBe(what === "Token" ? token : code);
    }
  });

  test("messages, links to them, and what bots offer are copied", async () => {
    const { page } = alice;
    const inline_keyboard = [[{ text: "Take it", copy_text: { text: "A-1" } }]];
    const chat_id = t.id("Team");
    await t.ok("guard_bot", "sendMessage", { chat_id, text: "Here", reply_markup: { inline_keyboard } });
    await t.ok("guard_bot", "sendMessage", { chat_id, text: "<pre>x = 1</pre>", parse_mode: "HTML" });
    await page.goto(`/chat/${chat_id}`);
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
      await gone(page.getByRole("menu"));
      await expect.poll(pasted).toMatch(text);
    }
  });

  test("where the browser refuses, it is said, and the text is there to be copied by hand", async () => {
    const { page } = alice;
    await page.reload();
    await page.evaluate("document.execCommand = () => false");
    await alice.message(/Here/).getByRole("button", { name: "Take it" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy it yourself" });
    await focused(dialog.getByLabel("Text"));
    expect(await page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart)")).toBe(
      "A-1",
    );
    expect(await alice.violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await gone(dialog);
    await alice.choose("Invite people");
    await alice.page.getByRole("button", { name: "Make the link" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("alert").getByText("The browser did not let it be copied").waitFor();
    await focused(page.getByLabel("Invitation link"));
    expect(await page.getByText("Copied", { exact: true }).count()).toBe(0);
    expect(await alice.violations()).toEqual([]);
  });

  test("what browsers keep from such pages says why", async () => {
    const { page } = alice;
    await page.goto(`/chat/${t.id("Team")}`);
    await page.getByRole("button", { name: "Record a voice message" }).click();
    await page.getByText("Browsers give the microphone only to pages with https").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const notices = page.getByRole("menuitem", { name: /Turn on notifications/ });
    await notices.getByText("Browsers notify only for pages with https").waitFor();
    expect(await notices.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.goto("/settings");
    await page.getByText("This page came over plain http").waitFor();
    expect(await alice.violations()).toEqual([]);
  });

  test("nothing of it made a console complain", () => {
    expect(alice.faults).toEqual([]);
  });

  test("by a name that only one machine knows, links say so", async () => {
    const here = await Screen.signIn(browser, t, "alice");
    await here.choose("Invite people");
    await here.page.getByRole("button", { name: "Make the link" }).click();
    const invitation = here.page.getByLabel("Invitation link");
    expect(await invitation.inputValue()).toMatch(new RegExp(`^${t.url}/invite/`));
    await here.page.getByText("Works on this machine only").waitFor();
    expect(await here.violations()).toEqual([]);
    await here.close();
  });

  test("a clipboard that refuses is not taken at its word, over https either", async () => {
    const here = await Screen.signIn(browser, t, "alice");
    const { page } = here;
    expect(await page.evaluate("isSecureContext")).toBe(true);
    await page.evaluate(`document.execCommand = () => false;
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));`);
    await here.choose("Invite people");
    await here.page.getByRole("button", { name: "Make the link" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("alert").getByText("The browser did not let it be copied").waitFor();
    expect(await page.getByText("Copied", { exact: true }).count()).toBe(0);
    await here.close();
  });
});
