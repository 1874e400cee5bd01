/** Open tabs when a world is set back: those whose session is gone are signed out, the others show the earlier state. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { develop } from "../developer/developer-calls.ts";
import { WORLD, type TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("a snapshot is restored", () => {
  let browser: Browser;
  let t: TestService;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { developer: true });
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  test("which is older than the session of one tab, and not that of the other", async () => {
    const alice = await Screen.signIn(browser, t, "alice");
    await develop(t, "saveSnapshot", { snapshot: "before-bob" });
    const bob = await Screen.signIn(browser, t, "bob");
    const text = (screen: Screen, words: string) => screen.page.getByText(words, { exact: true }).first();
    // Bob's tab shows no chat, so that it calls no method by itself.
    await alice.page.goto(`/chat/${t.id("Team")}`);
    await t.as("carla", "sendMessage", { chat_id: t.id("Team"), text: "a later message" });
    for (const screen of [alice, bob]) await text(screen, "a later message").waitFor();
    await develop(t, "restoreSnapshot", { snapshot: "before-bob" });
    await bob.page.getByRole("button", { name: "Sign in" }).waitFor();
    await waitUntilGone(text(bob, "a later message"));
    await waitUntilGone(text(alice, "a later message"));
    await t.as("carla", "sendMessage", { chat_id: t.id("Team"), text: "after it" });
    await text(alice, "after it").waitFor();
  });
});
