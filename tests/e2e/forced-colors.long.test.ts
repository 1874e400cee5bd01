/** Forced colours keep the edges and the marks of what is shown; marks on letters stay in their row. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WORLD, type TestService } from "../support/service.ts";
import { forcedColourFaults } from "./appearance-forced-colors.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";
import { waitUntilSteady } from "./message-list.ts";
import { differ, screenshotOf } from "./tab-order/screenshot.ts";

const executable = findChromium();
/** A letter with sixty marks above and below it. */
const MARKED = `Z${"\u0301\u0323".repeat(30)}`;

describe.skipIf(executable === undefined)("what is shown", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  beforeAll(async () => {
    const chats = [...WORLD.chats, { title: "Above", creator: "alice", members: ["bob"] }];
    t = await startWithClient({ ...WORLD, chats });
    for (const chat of ["Private", "Above", "Team"]) {
      for (let i = 0; i < 6; i++) await t.as("bob", "sendMessage", { chat_id: t.id(chat), text: `Plain ${i}` });
      await t.as("alice", "sendMessage", { chat_id: t.id(chat), text: "Own" });
    }
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    page = alice.page;
    await alice.openPath(`/chat/${t.id("Team")}`);
    await alice.message(/^You, Own/).waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const widthOf = (what: Locator, name: "borderTopWidth" | "borderInlineStartWidth") =>
    what.evaluate((each, property) => {
      return Number.parseFloat(each.ownerDocument.defaultView!.getComputedStyle(each)[property]);
    }, name);
  const edgeOf = (what: Locator) => widthOf(what, "borderTopWidth");
  const boxOf = async (what: Locator) => {
    const { x, y, width, height } = (await what.boundingBox())!;
    return { left: x, top: y, right: x + width, bottom: y + height };
  };

  test("has edges and marks in forced colours", async () => {
    const chat = (name: string) => page.locator(`a[data-chat="${t.id(name)}"]`);
    const mark = (what: Locator) => widthOf(what, "borderInlineStartWidth");
    const bubble = alice.message(/^You, Own/).locator("[data-bubble]");
    expect([await edgeOf(bubble), await mark(chat("Team"))]).toEqual([0, 0]);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await edgeOf(bubble)).toBeGreaterThan(0);
    expect(await edgeOf(chat("Team").locator("[data-avatar]"))).toBeGreaterThan(0);
    expect([(await mark(chat("Team"))) > 2, await mark(chat("Private"))]).toEqual([true, 0]);
    expect(await alice.violations()).toEqual([]);
    // A switch shows whether it is on.
    await alice.openPath(`/chat/${t.id("Team")}/info/permissions`);
    const track = page.locator("[role=switch] + [aria-hidden]").first();
    await track.waitFor();
    const before = await screenshotOf(page, await boxOf(track));
    await page.locator("[role=switch]").first().press("Space");
    await expect.poll(async () => differ(before, await screenshotOf(page, await boxOf(track)))).toBe(true);
    await page.emulateMedia({ forcedColors: "none" });
  });

  test("what the walk through all screens looks for in forced colours is found", async () => {
    await alice.openPath(`/chat/${t.id("Team")}`);
    await alice.message(/^You, Own/).waitFor();
    expect(await forcedColourFaults(page)).toEqual([]);
    await page.evaluate(() => {
      const add = (parent: Element, name: string, attributes: Readonly<Record<string, string>>, style: string) => {
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        element.style.cssText = `border: 0; ${style}`;
        return parent.appendChild(element);
      };
      const main = document.querySelector("main")!;
      add(
        main,
        "a",
        { "aria-label": "Dot", href: "#dot" },
        "position: fixed; inset: 0 auto auto 0; width: 20px; height: 20px; background: red",
      );
      const tabs = add(main, "div", { role: "tablist" }, "position: fixed; inset: 40px auto auto 0");
      for (const selected of ["true", "false"]) {
        const tab = add(tabs, "button", { role: "tab", class: "x", "aria-selected": selected }, "");
        tab.style.background = selected === "true" ? "blue" : "none";
        tab.textContent = "T";
      }
    });
    expect(await forcedColourFaults(page)).toEqual([
      expect.stringContaining("nothing is left of"),
      expect.stringContaining("not shown as chosen"),
    ]);
    await page.reload();
  });

  test("sixty marks a letter cover no other row, message or avatar", async () => {
    await alice.openPath(`/chat/${t.id("Private")}`);
    await alice.message(/^You, Own/).waitFor();
    await waitUntilSteady(page);
    await t.as("bob", "editMessageText", { chat_id: t.id("Private"), message_id: 5, text: "wait for it" });
    await alice.message(/wait for it/).waitFor();
    const neighbours = [
      page.locator(`a[data-chat="${t.id("Team")}"]`),
      page.locator(`a[data-chat="${t.id("Private")}"]`),
      alice.message(/^Bob, Plain 2/),
      alice.message(/^Bob, Plain 4/),
    ];
    const shots = async () => Promise.all(neighbours.map(async (each) => screenshotOf(page, await boxOf(each))));
    await page.mouse.move(0, 0);
    const before = await shots();
    await t.as("bob", "editMessageText", { chat_id: t.id("Private"), message_id: 5, text: `${MARKED}ait for it` });
    await t.as("alice", "setChatTitle", { chat_id: t.id("Above"), title: MARKED });
    await page.getByText(`${MARKED}ait for it`).waitFor();
    await expect.poll(() => page.locator(`a[data-chat="${t.id("Above")}"]`).textContent()).toContain(MARKED);
    await waitUntilSteady(page);
    const after = await shots();
    expect(await Promise.all(before.map((shot, at) => differ(shot, after[at]!)))).toEqual([false, false, false, false]);
    expect(alice.errors).toEqual([]);
  });
});
