/** Drafts: kept when a page goes away, written on two screens and in two tabs at once, and given back after a removal. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json, TestService } from "../support/service.ts";
import {
  CLIPBOARD,
  findChromium,
  focused,
  hasValue,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("drafts", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let other: Screen;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", CLIPBOARD);
    other = await alice.again(browser, t);
    await alice.openChat("Team");
    await other.openChat("Team");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [alice, other]);

  const saved = async (title = "Team"): Promise<string | undefined> =>
    (await t.as("alice", "listChats")).chats.find(({ chat }: Json) => chat.title === title).settings.draft?.text;
  const otherDraft = (screen: Screen) => screen.page.getByRole("region", { name: "Your other draft" });
  const clear = async () => {
    await alice.field.fill("");
    await expect.poll(() => saved()).toBeUndefined();
    await hasValue(other.field, "");
  };

  /** Writes on both screens, so that neither knows of the other, and lets the first one learn of it. */
  async function writeOnBoth(here: string, there: string): Promise<void> {
    await alice.page.context().setOffline(true);
    await alice.field.fill(here);
    await other.field.fill(there);
    await expect.poll(() => saved()).toBe(there);
    await alice.page.context().setOffline(false);
    await otherDraft(alice).getByText(there, { exact: true }).waitFor();
  }

  test("two screens that write at the same time keep both texts, and the person decides", async () => {
    await writeOnBoth("From the desk", "From the train");
    expect(await alice.violations()).toEqual([]);
    await hasValue(alice.field, "From the desk");
    // What goes on being typed replaces nothing either.
    await alice.field.press("End");
    const refused = alice.page.waitForResponse((response) => response.url().endsWith("/api/saveDraft"));
    await alice.field.pressSequentially(", today");
    await refused;
    expect(await saved()).toBe("From the train");
    await otherDraft(alice).getByRole("button", { name: "Add it to mine" }).click();
    await waitUntilGone(otherDraft(alice));
    await focused(alice.field);
    await hasValue(alice.field, "From the desk, today\nFrom the train");
    await hasValue(other.field, "From the desk, today\nFrom the train");
    await clear();
  });

  test.runIf(LONG_RUN)("the other draft replaces this one, or is discarded", async () => {
    await writeOnBoth("Mine", "Theirs");
    await otherDraft(alice).getByRole("button", { name: "Use it instead" }).click();
    await hasValue(alice.field, "Theirs");
    await clear();
    await writeOnBoth("Mine", "Theirs");
    await otherDraft(alice).getByRole("button", { name: "Discard it" }).click();
    await hasValue(alice.field, "Mine");
    await hasValue(other.field, "Mine");
    await clear();
  });

  test.runIf(LONG_RUN)(
    "a draft of the other screen appears when the message here is sent, and is offered until it is sent there",
    async () => {
      await writeOnBoth("Good morning", "Good evening");
      await alice.field.press("Enter");
      await alice.sent("Good morning").waitFor();
      await hasValue(alice.field, "Good evening");
      await clear();
      await writeOnBoth("Still writing", "Done already");
      await other.field.press("Enter");
      await waitUntilGone(otherDraft(alice));
      await hasValue(other.field, "Still writing");
      await clear();
    },
  );

  test("two tabs of one browser keep each other's drafts", async () => {
    const context = alice.page.context();
    const tab = await context.newPage();
    await tab.goto(new URL(`/chat/${t.id("echo_bot")}`, t.url).href);
    const field = tab.getByRole("textbox", { name: "Message" });
    await field.waitFor();
    await context.setOffline(true);
    const stored = () => tab.evaluate(() => localStorage.getItem("heliogram:drafts") ?? "");
    await alice.field.fill("To the team");
    await expect.poll(stored).toContain("To the team");
    await field.fill("To the bot");
    await expect.poll(stored).toContain("To the bot");
    expect(await stored()).toContain("To the team");
    // Both write in one chat.
    await tab.getByRole("navigation", { name: "Chats" }).getByText("Team", { exact: true }).click();
    await tab.getByRole("heading", { level: 1, name: "Team" }).waitFor();
    await field.fill("From the second tab");
    await tab.getByRole("region", { name: "Your other draft" }).getByText("To the team").waitFor();
    await tab.getByRole("button", { name: "Add it to mine" }).click();
    await hasValue(field, "From the second tab\nTo the team");
    await expect.poll(stored).toContain("From the second tab\\nTo the team");
    await context.setOffline(false);
    await tab.close();
    await otherDraft(alice).waitFor({ state: "detached" });
  });

  test("a draft is persisted at once when the page goes away", async () => {
    const stored = await other.field.evaluate((field: HTMLTextAreaElement) => {
      // In one task no timer fires: only the end of the page can have stored the draft.
      field.focus();
      document.execCommand("insertText", false, "A word before leaving");
      window.dispatchEvent(new PageTransitionEvent("pagehide"));
      return localStorage.getItem("heliogram:drafts") ?? "";
    });
    expect(stored).toContain("A word before leaving");
  });

  test("who is removed while typing is told, and gets the text back", async () => {
    const bob = await Screen.signIn(browser, t, "bob", CLIPBOARD);
    await bob.openChat("Team");
    await bob.field.fill("My view of the matter");
    await t.as("alice", "banChatMember", { chat_id: t.id("Team"), user_id: t.id("bob") });
    const left = bob.page.getByRole("region", { name: "What you were writing" });
    await left.getByText("You can no longer write here.").waitFor();
    await hasValue(left.getByRole("textbox"), "My view of the matter");
    expect(await bob.violations()).toEqual([]);
    await left.getByRole("button", { name: "Copy it" }).click();
    await expect.poll(() => bob.page.evaluate(() => navigator.clipboard.readText())).toBe("My view of the matter");
    await left.getByRole("button", { name: "Discard it" }).click();
    await waitUntilGone(left);
    expect(bob.errors).toEqual([]);
    await bob.close();
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...other.errors]).toEqual([]);
  });
});
