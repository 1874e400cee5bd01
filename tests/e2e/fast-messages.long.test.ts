/**
 * Messages in quick succession, in the open chat and in another: everything shown is correct, and unchanged rows do not
 * render.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WORLD, type Json, type TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";
import { waitUntilInView, scroller, waitUntilSteady, wheel } from "./message-list.ts";

const executable = findChromium();

const HELD = 60;
const MANY = 120;
/** Chats in the list that get no messages. */
const QUIET = Array.from({ length: 20 }, (_, i) => ({ title: `Quiet ${i}`, creator: "alice" }));

interface Watched {
  readonly watched: { icons: number; quiet: number; readonly begun: number };
}

/** In the page: counts updates of the icon, and mutations in the rows of quiet chats. */
function watchMutations(): void {
  const watched = { icons: 0, quiet: 0, begun: performance.now() };
  Object.assign(globalThis, { watched } satisfies Watched);
  new MutationObserver((changes) => (watched.icons += changes.length)).observe(
    document.querySelector("link[rel=icon]")!,
    { attributeFilter: ["href"] },
  );
  const rows = [...document.querySelectorAll("nav li")].filter((row) => row.textContent.includes("Quiet"));
  const observer = new MutationObserver((changes) => (watched.quiet += changes.length));
  for (const row of rows) {
    observer.observe(row.firstElementChild!, { subtree: true, childList: true, characterData: true });
  }
}

describe.skipIf(executable === undefined)("messages in quick succession", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let team: number;
  beforeAll(async () => {
    t = await startWithClient({ ...WORLD, chats: [...WORLD.chats, ...QUIET] });
    team = t.id("Team");
    await t.as("bob", "openChat", { user_id: t.id("alice") });
    for (let i = 1; i <= HELD; i++) await t.ok("guard_bot", "sendMessage", { chat_id: team, text: `Before ${i}` });
    for (const { chat } of (await t.as("alice", "listChats")).chats) {
      await t.as("alice", "readMessages", { chat_id: chat.id, message_id: 1_000_000 });
    }
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    await alice.openChat("Team");
    await alice.message(`Before ${HELD},`).waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const say = (name: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        await t.ok("guard_bot", "sendMessage", { chat_id: team, text: `${name} ${i}` });
        await t.as("bob", "sendMessage", { chat_id: t.id("alice"), text: `${name} to Alice ${i}` });
      }),
    );
  const counted = async (): Promise<number> => {
    const { chats } = await t.as("alice", "listChats");
    return chats.reduce((sum: number, { unread_count }: Json) => sum + unread_count, 0);
  };

  test("are counted where they are not seen, and scrolled to where they are", async () => {
    const { page } = alice;
    await page.evaluate(watchMutations);
    await say("Fast", MANY);
    await expect.poll(() => page.title()).toBe(`(${MANY}) Team · Heliogram`);
    await expect
      .poll(() => scroller(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(1);
    await expect.poll(counted).toBe(MANY);
    await page.locator("nav").getByText(`${MANY} unread messages`).waitFor({ state: "attached" });
    const { icons, quiet, seconds } = await page.evaluate(() => {
      const { begun, ...counts } = (globalThis as unknown as Watched).watched;
      return { ...counts, seconds: (performance.now() - begun) / 1000 };
    });
    expect(icons).toBeLessThanOrEqual(seconds + 2);
    expect(icons).toBeGreaterThan(0);
    expect(quiet).toBe(0);
  });

  test("do not move the view of a user who has scrolled up", async () => {
    const { page } = alice;
    await wheel(page, -600);
    const first = page.locator("article[data-key]").filter({ visible: true }).nth(8);
    const key = await first.getAttribute("data-key");
    const place = () => page.locator(`article[data-key="${key}"]`).boundingBox();
    const before = await place();
    await say("Further", MANY / 2);
    await expect.poll(() => page.title()).toBe(`(${2 * MANY}) Team · Heliogram`);
    await expect.poll(counted).toBe(2 * MANY);
    await page
      .locator("nav [aria-current=page]")
      .getByText(`${MANY / 2} unread messages`)
      .waitFor({ state: "attached" });
    await waitUntilSteady(page);
    expect(await place()).toEqual(before);
    await page.getByRole("button", { name: "To the newest message" }).click();
    await waitUntilInView(alice.message(/Further \d+,/).last());
    await expect.poll(() => page.title()).toBe(`(${MANY + MANY / 2}) Team · Heliogram`);
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
