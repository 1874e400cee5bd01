/** Reactions in the web client: adding and removing them by mouse, keyboard and touch, who has reacted, and settings. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import {
  findChromium,
  focused,
  leaveBrowser,
  openBrowser,
  PHONE,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

import { waitUntilSteady, wheel } from "./message-list.ts";

const executable = findChromium();
interface SlowReading {
  /** Stops it. @returns the pixels by which it has scrolled up */
  stopReading(): number;
}

/** In the page: scrolls up by a pixel a frame. */
function readUpward(list: Element): void {
  let pixels = 0;
  const step = () => {
    list.scrollTop -= 1;
    pixels += 1;
    frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  const reading: SlowReading = {
    stopReading() {
      cancelAnimationFrame(frame);
      return pixels;
    },
  };
  Object.assign(globalThis, reading);
}

const LIKE = [{ type: "emoji", emoji: "👍" }];

describe.skipIf(executable === undefined)("reactions", () => {
  let browser: Browser;
  let t: TestService;
  let team: number;
  let alice: Screen;
  const ids: number[] = [];
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    for (let n = 1; n <= 40; n++) {
      const who = n % 2 === 0 ? "alice" : "bob";
      ids[n] = (await t.as(who, "sendMessage", { chat_id: team, text: `Line ${n}` })).message_id;
    }
    await t.as("alice", "readMessages", { chat_id: team, message_id: ids[40] });
    await t.as("carla", "setMessageReaction", { chat_id: team, message_id: ids[39], reaction: LIKE });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", { reducedMotion: "reduce" });
    await alice.openChat("Team");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [alice]);

  const line = (n: number, screen = alice) => screen.message(`${n % 2 === 0 ? "You" : "Bob"}, Line ${n}`);
  const chip = (n: number, emoji: string, screen = alice) =>
    line(n, screen).getByRole("button", { name: new RegExp(`^${emoji}`) });
  const chosenBy = async (who: string, n: number) => {
    const { messages } = await t.as(who, "getHistory", { chat_id: team, around: ids[n]!, limit: 2 });
    return messages.find(({ message_id }: { message_id: number }) => message_id === ids[n]).chosen_reactions ?? [];
  };

  test("one below a message is added and removed by pressing it", async () => {
    await chip(39, "👍").waitFor();
    expect(await chip(39, "👍").getAttribute("aria-pressed")).toBe("false");
    expect(await chip(39, "👍").textContent()).toContain("1 reaction");
    await chip(39, "👍").click();
    await line(39)
      .getByRole("button", { name: /^👍.*2 reactions/, pressed: true })
      .waitFor();
    await until(async () => (await chosenBy("alice", 39)).length === 1, "the reaction at the service");
    expect(await alice.violations()).toEqual([]);
    await chip(39, "👍").click();
    await line(39)
      .getByRole("button", { name: /^👍.*1 reaction$/, pressed: false })
      .waitFor();
    await until(async () => (await chosenBy("alice", 39)).length === 0, "no reaction at the service");
  });

  test("the picker is opened by the button beside the message, its menu and a key, and used with arrows", async () => {
    const picker = alice.page.getByRole("dialog", { name: "React" });
    await line(37).hover();
    await line(37).getByRole("button", { name: "React", exact: true }).click();
    await picker.waitFor();
    expect(await alice.violations()).toEqual([]);
    await picker.getByRole("button", { name: "🔥", exact: true }).click();
    await waitUntilGone(picker);
    await chip(37, "🔥").waitFor();
    await line(35).click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: "React", exact: true }).click();
    await picker.getByRole("button", { name: "🎉", exact: true }).click();
    await chip(35, "🎉").waitFor();
    await line(33).focus();
    await alice.page.keyboard.press("Shift+Enter");
    await focused(picker.getByRole("button", { name: "👍", exact: true }));
    await alice.page.keyboard.press("ArrowRight");
    await alice.page.keyboard.press("ArrowDown");
    await alice.page.keyboard.press("ArrowUp");
    await focused(picker.getByRole("button", { name: "👎", exact: true }));
    await alice.page.keyboard.press("Enter");
    await chip(33, "👎").waitFor();
    await focused(line(33));
    await until(async () => (await chosenBy("alice", 33)).join() === "👎", "the reaction at the service");
  });

  test("reactions of others appear, and the end of the list stays in view", async () => {
    const scroller = alice.page.locator("[data-key]").last();
    const bottom = async () => (await scroller.boundingBox())!.y + (await scroller.boundingBox())!.height;
    const before = await bottom();
    await t.as("bob", "setMessageReaction", { chat_id: team, message_id: ids[38], reaction: LIKE });
    await t.clock.advance(2000);
    await chip(38, "👍").waitFor();
    await alice.settle();
    expect(Math.abs((await bottom()) - before)).toBeLessThan(2);
  });

  test.each(LONG_RUN ? ["en", "ar"] : ["en"])(
    "above the view they grow upward, also while one scrolls up; a message cut by its top grows downward (%s)",
    async (locale) => {
      const reader = await alice.again(browser, t, { locale });
      const { page } = reader;
      const list = page.locator("[data-index]").first().locator("../../..");
      const article = (n: number) => page.getByRole("article", { name: new RegExp(`Line ${n},`) });
      const top = async (n: number) => (await article(n).boundingBox())!.y;
      const react = async (lines: readonly number[], reaction: object[]) => {
        for (const n of lines)
          await t.as("carla", "setMessageReaction", { chat_id: team, message_id: ids[n]!, reaction });
        await t.clock.advance(2000);
        const last = article(lines.at(-1)!).getByRole("button", { name: /👍/ });
        await expect.poll(() => last.count()).toBe(reaction.length);
      };
      await reader.openPath(`/chat/${team}`);
      await article(40).waitFor();
      // By the wheel: a list at its end may return there before it gets the event of a scroll by a script.
      await waitUntilSteady(page);
      await wheel(page, -500);
      const cutBy = async (n: number) => {
        const to = (await top(n)) + 10 - (await list.boundingBox())!.y;
        await list.evaluate((box, by) => void (box.scrollTop += by), to);
        await waitUntilSteady(page);
      };
      await cutBy(17);
      const before = [await top(17), await top(25)] as const;
      await react([2, 12, 34, 14], LIKE);
      await waitUntilSteady(page);
      expect([await top(17), await top(25)]).toEqual(before);
      await react([17], LIKE);
      await waitUntilSteady(page);
      expect(await top(17)).toBe(before[0]);
      expect(await top(25)).toBeGreaterThan(before[1] + 20);
      await react([17], []);
      await waitUntilSteady(page);
      await list.evaluate(readUpward);
      await react([12, 14], []);
      const pixels = await page.evaluate(() => (globalThis as unknown as SlowReading).stopReading());
      await waitUntilSteady(page);
      expect(Math.abs((await top(25)) - before[1] - pixels)).toBeLessThan(4);
      await react([2, 34], []);
      await reader.close();
    },
  );

  test("a reaction that is in view is seen; the sender sees that there are others, and goes to them", async () => {
    const unseen = async () => (await t.as("alice", "getUnreadReactions", { chat_id: team })).unread_reactions;
    await until(async () => (await unseen()) === 0, "the reaction in view to be seen");
    await t.as("bob", "setMessageReaction", { chat_id: team, message_id: ids[4], reaction: LIKE });
    await t.clock.advance(2000);
    await alice.page.getByRole("button", { name: "To the next reaction to your messages" }).click();
    await waitUntilGone(alice.page.getByRole("button", { name: "To the next reaction to your messages" }));
    await chip(4, "👍").waitFor();
    await until(async () => (await unseen()) === 0, "no unseen reaction");
    await alice.page.getByRole("button", { name: "To the newest message" }).click();
    await line(38).waitFor();
  });

  test("the menu tells who has reacted", async () => {
    await line(38).click({ button: "right" });
    await alice.page.getByRole("menuitem", { name: "Who has reacted" }).click();
    const dialog = alice.page.getByRole("dialog", { name: "Reactions" });
    await dialog.getByRole("listitem").filter({ hasText: "Bob" }).waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(dialog);
  });

  test("a refused reaction is taken back", async () => {
    await t.as("alice", "setChatReactions", { chat_id: team, available_reactions: [] });
    await chip(39, "👍").click();
    await line(39)
      .getByRole("button", { name: /^👍.*1 reaction$/, pressed: false })
      .waitFor();
    await t.as("alice", "setChatReactions", { chat_id: team });
  });

  test("the reactions of a group are chosen on its page", async () => {
    const panel = await alice.openPanel(team, "/reactions");
    await panel.getByLabel("Which reactions may be added?").selectOption({ label: "Some" });
    await panel.getByRole("checkbox", { name: "👎" }).uncheck();
    expect(await alice.violations()).toEqual([]);
    await panel.getByRole("button", { name: "Save" }).click();
    await until(async () => {
      const { available_reactions } = await t.as("alice", "getChat", { chat_id: team });
      return available_reactions?.length === 5;
    }, "the reactions of the group");
    await t.as("alice", "setChatReactions", { chat_id: team });
  });

  test("being notified of reactions is a setting", async () => {
    await alice.openPath("/settings");
    await alice.page.getByRole("switch", { name: "Reactions to my messages" }).uncheck();
    await until(async () => (await t.as("alice", "getProfile")).reaction_notices === false, "the setting");
    await alice.openPath(`/chat/${team}`);
  });

  test.runIf(LONG_RUN)("on a phone, in the dark, a long press leads to the picker", async () => {
    await t.as("bob", "readMessages", { chat_id: team, message_id: ids[40] });
    const phone = await Screen.signIn(browser, t, "bob", { ...PHONE, colorScheme: "dark", reducedMotion: "reduce" });
    await phone.openPath(`/chat/${team}`);
    const message = phone.message(/^Alice, Line 40/);
    await message.waitFor();
    const box = (await message.boundingBox())!;
    const session = await phone.page.context().newCDPSession(phone.page);
    const at = { x: Math.round(box.x + 60), y: Math.round(box.y + box.height / 2) };
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    const entry = phone.page.getByRole("menuitem", { name: "React", exact: true });
    await entry.waitFor();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await entry.click();
    const picker = phone.page.getByRole("dialog", { name: "React" });
    await picker.getByRole("button", { name: "❤", exact: true }).waitFor();
    expect(await phone.violations()).toEqual([]);
    const size = (await picker.boundingBox())!;
    expect(size.x).toBeGreaterThanOrEqual(0);
    expect(size.x + size.width).toBeLessThanOrEqual(PHONE.viewport.width);
    await picker.getByRole("button", { name: "❤", exact: true }).click();
    await message.getByRole("button", { name: /^❤/ }).waitFor();
  });
});
