/** What the page shows while the service has no database, and that it recovers by itself. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemClock } from "heliogram/ports/clock.ts";
import { StoreUnavailable } from "heliogram/store/db.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { CLIENT, findChromium, leaveBrowser, openBrowser, Screen } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("without its database", () => {
  let browser: Browser;
  let away = false;
  let t: TestService;
  let alice: Screen;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { web_dir: CLIENT, clock: systemClock() });
    const { db } = t.service;
    const [read, write] = [db.read.bind(db), db.write.bind(db)];
    const fails = () => Promise.reject(new StoreUnavailable("away", { cause: undefined }));
    vi.spyOn(db, "read").mockImplementation((work) => (away ? fails() : read(work)));
    vi.spyOn(db, "write").mockImplementation((work) => (away ? fails() : write(work)));
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    vi.restoreAllMocks();
    await t.stop();
  });

  test("the service reports it; messages and requests go through when the database is back", async () => {
    const { page } = alice;
    await page.goto(`/chat/${t.id("Team")}`);
    await alice.write("Before");
    await alice.sent("Before").waitFor();
    away = true;
    await alice.write("Meanwhile");
    await page.getByText(/^The service asks to wait\. Sent in \d seconds?$/).waitFor();
    await alice.choose("Sign out");
    await page.getByText("The service has a problem. Try again in a moment.").waitFor();
    away = false;
    await alice.sent("Meanwhile").waitFor();
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "All is well" });
    await alice.message(/All is well/).waitFor();
    expect(await page.getByText("Meanwhile", { exact: true }).count()).toBeGreaterThan(0);
    away = true;
    await page.goto(`/chat/${t.id("News")}`);
    away = false;
    await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  });
});
