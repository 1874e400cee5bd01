/** A long chat: where it opens, that it keeps its position, and that every message can be reached. */
import type { Browser, Locator, Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { findChromium, focused, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { waitUntilInView, scroller, waitUntilSteady, wheel } from "./message-list.ts";

const executable = findChromium();
const COUNT = 300;
/** A message on the first page, so far up that the next page is requested while it is in view. */
const NEAR_TOP = COUNT - 48;

/** The topmost message that is completely in view, and its position on the screen. */
interface Place {
  readonly words: string;
  readonly top: number;
}

async function placeOf(page: Page): Promise<Place> {
  return page.evaluate(() => {
    const messages = document.querySelector("[aria-label=Messages]")!;
    const list = messages.parentElement!.parentElement!.getBoundingClientRect();
    for (const each of document.querySelectorAll("article")) {
      const { top } = each.getBoundingClientRect();
      if (top >= list.top) return { words: each.ariaLabel!, top };
    }
    throw new Error("no message is in view");
  });
}

async function topOf(page: Page, words: string): Promise<number | undefined> {
  return (await page.getByRole("article", { name: words, exact: true }).boundingBox())?.y;
}

function heightOf(page: Page): Promise<number> {
  return scroller(page).evaluate((box) => box.scrollHeight);
}

/** Which page of a chat is requested by a call of getHistory. Those next to the loaded ones are also requested by scrolling. */
function pageOf(request: Request): "first" | "newest" | undefined {
  if (!request.url().endsWith("/api/getHistory")) return undefined;
  const { around, before, after } = request.postDataJSON();
  if (around === 1) return "first";
  return around === undefined && before === undefined && after === undefined ? "newest" : undefined;
}

interface HeldFrames {
  releaseFrames(): void;
}

/** In the page: holds back animation frames until `releaseFrames` is called. */
function holdFrames(): void {
  const { requestAnimationFrame } = globalThis;
  const held: FrameRequestCallback[] = [];
  globalThis.requestAnimationFrame = (draw) => held.push(draw);
  const release: HeldFrames = {
    releaseFrames() {
      globalThis.requestAnimationFrame = requestAnimationFrame;
      for (const draw of held) requestAnimationFrame(draw);
    },
  };
  Object.assign(globalThis, release);
}

describe.skipIf(executable === undefined)("a long chat", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let team: number;
  let near_top: number;
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    const first = await t.as("bob", "sendMessage", { chat_id: team, text: "The very first" });
    for (let i = 1; i <= COUNT; i++) {
      const text = i % 7 === 0 ? `Number ${i}. ${"Some more words. ".repeat(i % 30)}` : `Number ${i}.`;
      const sent = await t.as(i % 3 === 0 ? "carla" : "bob", "sendMessage", { chat_id: team, text });
      if (i === NEAR_TOP) near_top = sent.message_id;
    }
    await t.as("bob", "sendMessage", { chat_id: team, text: "About one above", reply_to_message_id: near_top });
    const last = await t.as("bob", "sendMessage", {
      chat_id: team,
      text: "About the first",
      reply_to_message_id: first.message_id,
    });
    await t.as("alice", "readMessages", { chat_id: team, message_id: last.message_id });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
  });
  beforeEach(async () => {
    await alice.page.goto("/");
    await alice.openChat("Team");
    await alice.page.getByRole("article").first().waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  test("opens at its end and renders few of its rows", async () => {
    await alice.message("About the first").waitFor();
    expect(await alice.page.getByRole("article").count()).toBeLessThan(60);
    await waitUntilGone(alice.page.getByRole("button", { name: "To the newest message" }));
  });

  test("keeps its position while older pages load, up to the first message", async () => {
    const { page } = alice;
    // Pages arrive after the wheel has stopped, so that any movement then is a jump.
    const held: Route[] = [];
    await page.route("**/api/getHistory", (route) => void held.push(route));
    while ((await alice.message("The very first").count()) === 0) {
      await wheel(page, -2500);
      const before = await placeOf(page);
      const height = await heightOf(page);
      const asked = held.splice(0);
      await Promise.all(asked.map((route) => route.continue()));
      if (asked.length > 0) await until(async () => (await heightOf(page)) > height, "the older messages");
      await waitUntilSteady(page);
      const now = await topOf(page, before.words);
      expect([before.words, Math.abs((now ?? Number.NaN) - before.top) < 4]).toEqual([before.words, true]);
    }
    await page.unroute("**/api/getHistory");
    await page.getByRole("button", { name: "To the newest message" }).click();
    await alice.message("About the first").waitFor();
  });

  test("Home and End go to the first and the newest message of the chat, loaded or not", async () => {
    const { page } = alice;
    await alice.message("About the first").focus();
    await page.keyboard.press("Home");
    const first = alice.message("Alice created the group");
    await focused(first);
    await waitUntilInView(first);
    await page.keyboard.press("End");
    await focused(alice.message("About the first"));
    await waitUntilInView(alice.message("About the first"));
    await waitUntilGone(page.getByRole("button", { name: "To the newest message" }));
    // The key that was pressed last counts, in whatever order the pages arrive.
    const firstPage = Promise.withResolvers<Route>();
    await page.route("**/api/getHistory", (route) => {
      if (pageOf(route.request()) === "first") firstPage.resolve(route);
      else void route.continue();
    });
    await page.keyboard.press("Home");
    const late = await firstPage.promise;
    // Waited for before the key is pressed: the response may arrive before the key press is reported.
    const newest = page.waitForResponse((response) => pageOf(response.request()) === "newest");
    await page.keyboard.press("End");
    await (await newest).finished();
    await late.continue();
    await (await late.request().response())!.finished();
    await alice.settle();
    await focused(alice.message("About the first"));
    await page.unroute("**/api/getHistory");
  });

  test.runIf(LONG_RUN)("a chat that is left and opened again has its place", async () => {
    const { page } = alice;
    for (const far of [false, true]) {
      if (far) {
        await alice.message("About the first").getByRole("button", { name: "In reply to" }).click();
        await waitUntilInView(alice.message("Bob, The very first"));
        await wheel(page, 900);
      } else await wheel(page, -1500);
      await waitUntilSteady(page);
      const before = await placeOf(page);
      await alice.openChat("Private");
      await alice.openChat("Team");
      await alice.message(before.words).waitFor();
      await waitUntilSteady(page);
      expect([before.words, Math.abs((await topOf(page, before.words))! - before.top) < 4]).toEqual([
        before.words,
        true,
      ]);
      await page.getByRole("button", { name: "To the newest message" }).click();
      await waitUntilInView(alice.message("About the first"));
    }
    // A chat that was left at its end opens there.
    await alice.openChat("Private");
    await alice.openChat("Team");
    await waitUntilInView(alice.message("About the first"));
  });

  test("follows new messages at its end, and does not move when scrolled up", async () => {
    const { page } = alice;
    await t.as("bob", "sendMessage", { chat_id: team, text: "News at the end" });
    await alice.message("News at the end").waitFor();
    await waitUntilGone(page.getByRole("button", { name: "To the newest message" }));
    await wheel(page, -1500);
    await page.getByRole("button", { name: "To the newest message" }).waitFor();
    const before = await placeOf(page);
    await t.as("bob", "sendMessage", { chat_id: team, text: "News out of sight" });
    await page.getByText("1 unread message", { exact: true }).first().waitFor({ state: "attached" });
    await waitUntilSteady(page);
    expect(Math.abs((await topOf(page, before.words))! - before.top)).toBeLessThan(4);
    await page.getByRole("button", { name: "To the newest message" }).click();
    await alice.message("News out of sight").waitFor();
  });

  test.runIf(LONG_RUN)("an older page that fails to load is retried without further scrolling", async () => {
    const { page } = alice;
    let asked = 0;
    await page.route("**/api/getHistory", (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      return route.fulfill({ status: 429, headers: { "Retry-After": "0" }, body: "too much" });
    });
    const height = await heightOf(page);
    await page.getByRole("article").last().waitFor();
    // What moves the list later would leave the older page out of sight, which then need not be loaded.
    await waitUntilSteady(page);
    await scroller(page).evaluate((box) => void (box.scrollTop = 0));
    await expect.poll(() => asked).toBeGreaterThan(1);
    await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 1000);
    await page.unroute("**/api/getHistory");
  });

  test("counts messages below the view on the way down, and none at the end", async () => {
    const { page } = alice;
    const down = page.getByRole("button", { name: "To the newest message" });
    const counted = down.locator("..").getByText(/unread message/);
    const listed = page.getByRole("link", { name: /Team.*unread/ });
    await alice.message("News out of sight").waitFor();
    await waitUntilGone(listed);
    await wheel(page, -1500);
    await down.waitFor();
    expect(await counted.count()).toBe(0);
    for (const [at, words] of ["1 unread message", "2 unread messages", "3 unread messages"].entries()) {
      await t.as("bob", "sendMessage", { chat_id: team, text: `Unseen ${at + 1}` });
      await expect.poll(() => counted.allTextContents()).toEqual([words]);
    }
    await listed.waitFor();
    await down.click();
    await waitUntilInView(alice.message("Unseen 3"));
    await waitUntilGone(down);
    await waitUntilGone(listed);
    const unread = async () => {
      const { chats } = await t.as("alice", "listChats", {});
      return chats.find(({ chat }: { chat: { id: number } }) => chat.id === team).unread_count;
    };
    // The client counts what it has shown at once; the service is informed soon afterwards.
    await expect.poll(unread).toBe(0);
    // At the end, new messages are seen at once and not counted.
    await wheel(page, -1500);
    await down.waitFor();
    expect(await counted.count()).toBe(0);
  });

  /** The field grows and shrinks, and the newest message stays above it. */
  async function expectFloor(last: Locator): Promise<void> {
    const field = async () => (await alice.field.boundingBox())!;
    const room = async () => {
      const { y, height } = (await last.boundingBox())!;
      return (await field()).y - (y + height);
    };
    await last.waitFor();
    await alice.field.fill("one\ntwo\nthree\nfour\nfive\nsix");
    await expect.poll(async () => (await field()).height).toBeGreaterThan(100);
    await expect.poll(room).toBeGreaterThanOrEqual(0);
    await alice.field.fill("");
    await expect.poll(async () => (await field()).height).toBeLessThan(60);
    await expect.poll(room).toBeLessThan(60);
    await waitUntilGone(alice.page.getByRole("button", { name: "To the newest message" }));
  }

  test("the newest message stays in view while the composer grows", async () => {
    await expectFloor(alice.message("Unseen 3"));
  });

  test.runIf(LONG_RUN)("the newest message stays in view in a chat that was empty when it was opened", async () => {
    const { chat } = await t.as("alice", "openChat", { user_id: t.id("dave") });
    await alice.openPath(`/chat/${chat.id}`);
    await alice.page.getByText("Nothing has been said here yet.").waitFor();
    for (let i = 0; i < 30; i++) await t.as("dave", "sendMessage", { chat_id: t.id("alice"), text: `Hello ${i}` });
    await expectFloor(alice.message("Dave, Hello 29,"));
  });

  test.runIf(LONG_RUN)("jumps to a message far away, and back", async () => {
    const { page } = alice;
    await wheel(page, -200);
    await alice.message("About the first").getByRole("button", { name: "In reply to" }).click();
    const first = alice.message("Bob, The very first");
    await first.waitFor();
    await expect.poll(async () => (await first.boundingBox())!.y).toBeGreaterThan(60);
    await page.getByRole("button", { name: "To the newest message" }).click();
    await alice.message("News out of sight").waitFor();
  });

  test.runIf(LONG_RUN)("keeps its position at the end of the loaded messages when newer pages load", async () => {
    const { page } = alice;
    await alice.message("About the first").getByRole("button", { name: "In reply to" }).click();
    await waitUntilInView(alice.message("Bob, The very first"));
    const held: Route[] = [];
    await page.route("**/api/getHistory", (route) => void held.push(route));
    const left = () => scroller(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    while (held.length === 0 || (await left()) > 1) {
      await page.mouse.wheel(0, 2500);
      await waitUntilSteady(page);
    }
    const before = await placeOf(page);
    const height = await heightOf(page);
    await Promise.all(held.map((route) => route.continue()));
    await expect.poll(() => heightOf(page)).toBeGreaterThan(height);
    await waitUntilSteady(page);
    expect(Math.abs((await topOf(page, before.words))! - before.top)).toBeLessThan(4);
    await page.unroute("**/api/getHistory");
  });

  test.runIf(LONG_RUN)("reaches a message while older ones are inserted above it", async () => {
    const { page } = alice;
    await page.evaluate(holdFrames);
    const height = await heightOf(page);
    await alice.message("About one above").getByRole("button", { name: "In reply to" }).click();
    await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 1000);
    await page.evaluate(() => (globalThis as unknown as HeldFrames).releaseFrames());
    await waitUntilSteady(page);
    const box = (await scroller(page).boundingBox())!;
    const wanted = (await alice.message(`Number ${NEAR_TOP}.`).boundingBox())!;
    expect(wanted.y).toBeGreaterThan(box.y);
    expect(wanted.y + wanted.height).toBeLessThan(box.y + box.height);
  });

  test("opens where the unread messages begin", async () => {
    // On another page, so that the messages are not read as they arrive.
    await alice.page.goto("/");
    for (let i = 0; i < 80; i++) await t.as("bob", "sendMessage", { chat_id: team, text: `Unread ${i}` });
    await alice.page.getByText("80 unread messages", { exact: true }).first().waitFor({ state: "attached" });
    await alice.openChat("Team");
    await alice.page.getByText("Unread messages", { exact: true }).waitFor();
    const first = async () => (await alice.message("Bob, Unread 0,").boundingBox())!.y;
    await expect.poll(first).toBeGreaterThan(60);
    await waitUntilSteady(alice.page);
    expect(await first()).toBeGreaterThan(60);
    expect(await first()).toBeLessThan(400);
    await alice.page.getByRole("button", { name: "To the newest message" }).click();
    await alice.message("Unread 79").waitFor();
    await expect.poll(async () => (await t.as("alice", "listChats")).chats[0].unread_count).toBe(0);
  });

  test.runIf(LONG_RUN)("arrow keys move between messages, beyond the rendered ones", async () => {
    const { page } = alice;
    await alice.message("Unread 79").focus();
    for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowUp");
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.getAttribute("aria-label")))
      .toMatch(/Unread 39,/);
    await alice.message("Unread 39,").waitFor();
    await page.keyboard.press("End");
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.getAttribute("aria-label")))
      .toMatch(/Unread 79,/);
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
