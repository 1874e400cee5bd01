/** Live announcements for screen readers, and the check that a page contacts no other host. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

let browser: Browser;
let t: TestService;
let alice: Screen;
beforeAll(async () => {
  if (executable === undefined) return;
  t = await startWithClient();
  browser = await openBrowser(executable);
  alice = await Screen.signIn(browser, t, "alice");
});
afterAll(async () => {
  await leaveBrowser(browser);
  await t?.stop();
});

describe.skipIf(executable === undefined)("a screen reader", () => {
  let screen: Screen;
  beforeAll(async () => {
    screen = await alice.again(browser, t);
    await screen.openChat("Team");
  });
  afterAll(() => screen.close());
  recoverAfterFailures(() => [screen]);
  const read = () => screen.page.getByRole("log", { name: "New messages" }).locator("p").allTextContents();

  test("reads every new message once, including two with the same text, and none of the user's own", async () => {
    expect(await read()).toEqual([]);
    const say = (who: string, text: string) => t.as(who, "sendMessage", { chat_id: t.id("Team"), text });
    for (const text of ["ok", "ok", "one", "two"]) await say("bob", text);
    await say("alice", "my own");
    await say("bob", "three");
    await expect.poll(read).toEqual(["Bob: ok", "Bob: ok", "Bob: one", "Bob: two", "Bob: three"]);
  });
});

test.skipIf(executable === undefined)("a request to another host counts as a fault of the page", async () => {
  const screen = await Screen.open(browser, t.url);
  await screen.page.evaluate(() => (new Image().src = "http://127.0.0.1:9/elsewhere.png"));
  await expect.poll(() => screen.errors).toEqual(["another host was asked: http://127.0.0.1:9/elsewhere.png"]);
  await screen.close();
});
