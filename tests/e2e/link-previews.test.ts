/** Previews of links: shown below or above the text, without a jump of the list, and removed before or after sending. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import { PageServer } from "../support/page-server.ts";
import type { Json, TestService } from "../support/service.ts";
import {
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";
import { scroller, waitUntilSteady } from "./message-list.ts";

const executable = findChromium();
const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
const page = (head: string) => `<html><head>${head}</head><body></body></html>`;

describe.skipIf(executable === undefined)("previews of links", () => {
  let browser: Browser;
  let t: TestService;
  let pages: PageServer;
  let alice: Screen;
  let team: number;
  const urls: Record<string, string> = {};
  beforeAll(async () => {
    pages = await new PageServer().listen();
    t = await startWithClient(undefined, undefined, {
      link_previews: true,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    team = t.id("Team");
    const picture = await drawPicture(1200, 630, "#3b6ea5");
    pages.page("docs.example.org", "/a.png", picture, "image/png");
    const about = og(
      "description",
      "How queues share their turns among accounts, and what happens when one of them is full. ".repeat(3),
    );
    const words = og("title", "Queues with fair turns") + about + og("site_name", "Docs");
    const address = (path: string, head: string) => pages.page("docs.example.org", path, page(head));
    urls.small = address("/small", words + og("image", "/a.png"));
    urls.large = address(
      "/large",
      `${words}${og("image", "/a.png")}<meta name="twitter:card" content="summary_large_image">`,
    );
    urls.plain = address("/plain", "<title>A page with a title alone</title>");
    urls.arabic = address(
      "/arabic",
      og("title", "طوابير عادلة للجميع") + og("description", "كيف تتقاسم الحسابات أدوارها"),
    );
    for (let i = 1; i <= 30; i++) await t.ok("guard_bot", "sendMessage", { chat_id: team, text: `Before ${i}` });
    await t.as("alice", "readMessages", { chat_id: team, message_id: 1_000_000 });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    await alice.openChat("Team");
    await alice.message("Before 30,").waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
    await pages.close();
  });
  recoverAfterFailures(() => [alice]);

  const say = (text: string, params: object = {}): Promise<Json> =>
    t.as("bob", "sendMessage", { chat_id: team, text, ...params });
  const card = (words: string) => alice.message(words).getByRole("link", { name: /^Link preview / });
  const menu = async (words: string, item: string) => {
    await alice.message(words).focus();
    await alice.page.keyboard.press("Shift+F10");
    await alice.page.getByRole("menuitem", { name: item, exact: true }).click();
    await waitUntilGone(alice.page.getByRole("menu"));
  };
  const newest = async (): Promise<Json> =>
    (await t.as("alice", "getHistory", { chat_id: team, limit: 1 })).messages.at(-1);

  test("site, title, description and picture are shown, and lead to the page", async () => {
    await say(`Small ${urls.small}`);
    await card("Bob, Small").waitFor();
    const text = await card("Bob, Small").innerText();
    expect(text).toMatch(/Docs\s+docs\.example\.org/);
    expect(text).toContain("Queues with fair turns");
    expect(await card("Bob, Small").getAttribute("href")).toBe(urls.small);
    expect(await card("Bob, Small").getAttribute("rel")).toContain("noreferrer");
    const picture = card("Bob, Small").locator("img");
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect((await picture.boundingBox())!.width).toBe(64);
    await say(`Large ${urls.large}`);
    await expect.poll(async () => (await card("Bob, Large").locator("img").boundingBox())?.width).toBeGreaterThan(250);
    await say(`Wish ${urls.large}`, { link_preview_options: { prefer_small_media: true } });
    await expect.poll(async () => (await card("Bob, Wish").locator("img").boundingBox())?.width).toBe(64);
    expect(alice.errors).toEqual([]);
    expect(await alice.violations()).toEqual([]);
  });

  test("a preview is below the text, or above it on demand", async () => {
    await say(`Below ${urls.plain}`);
    await say(`Above ${urls.plain}`, { link_preview_options: { show_above_text: true } });
    for (const [words, isAbove] of [
      ["Below", false],
      ["Above", true],
    ] as const) {
      await card(`Bob, ${words}`).waitFor();
      // The two boxes are measured one after the other.
      await waitUntilSteady(alice.page);
      const text = (await alice.message(`Bob, ${words}`).locator("[data-words]").boundingBox())!;
      const shown = (await card(`Bob, ${words}`).boundingBox())!;
      expect([words, shown.y < text.y]).toEqual([words, isAbove]);
    }
  });

  test("the list stays at its end, and where it is when a preview comes above", async () => {
    const left = () => scroller(alice.page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    await expect.poll(left).toBeLessThan(1);
    let answer = () => {};
    const slow = pages.at("slow.example.org", "/slow", (res) => {
      answer = () =>
        res
          .writeHead(200, { "content-type": "text/html" })
          .end(page(og("title", "Slow ".repeat(30)) + og("image", "http://docs.example.org/a.png")));
    });
    await say(`Slow ${slow}`);
    await alice.message("Bob, Slow").waitFor();
    await expect.poll(() => pages.count("/slow")).toBe(1);
    for (let i = 1; i <= 12; i++) await say(`After ${i}`);
    await alice.message("Bob, After 12").waitFor();
    await waitUntilSteady(alice.page);
    const top = async (words: string) => (await alice.message(words).boundingBox())!.y;
    const before = await top("Bob, After 12");
    answer();
    await card("Bob, Slow").waitFor({ state: "attached" });
    await waitUntilSteady(alice.page);
    expect(await left()).toBeLessThan(1);
    expect(Math.abs((await top("Bob, After 12")) - before)).toBeLessThan(2);
  });

  test("a preview is removed and brought back while writing, by keyboard", async () => {
    await alice.field.fill(`Mine ${urls.plain}`);
    const remove = alice.page.getByRole("button", { name: "Remove the link preview" });
    const add = alice.page.getByRole("button", { name: "Add the link preview" });
    await remove.waitFor();
    expect(await alice.violations()).toEqual([]);
    await remove.focus();
    await alice.page.keyboard.press("Enter");
    await add.click();
    await remove.click();
    await add.waitFor();
    await alice.field.press("Enter");
    await alice.sent("Mine").waitFor();
    expect((await newest()).link_preview_options).toEqual({ is_disabled: true });
    await waitUntilGone(add);
    // Another link has its preview again.
    await alice.write(`Yours ${urls.small}`);
    await card("You, Yours").waitFor();
    expect(pages.count("/plain")).toBe(1);
  });

  test("a sender removes the preview of a sent message, and brings it back by an edit", async () => {
    await menu("You, Yours", "Remove the link preview");
    await waitUntilGone(card("You, Yours"));
    expect((await newest()).link_preview_options).toEqual({ is_disabled: true });
    await menu("You, Yours", "Edit");
    await alice.page.getByRole("button", { name: "Add the link preview" }).click();
    await alice.field.press("Enter");
    await card("You, Yours").waitFor();
    expect((await newest()).link_preview_options).toBeUndefined();
  });

  test("an administrator turns previews off for the chat, and writing says nothing of them any more", async () => {
    const panel = await alice.openPanel(team, "/edit");
    const toggle = panel.getByRole("switch", { name: "Previews of links" });
    await toggle.uncheck();
    await expect.poll(async () => (await t.as("bob", "getChat", { chat_id: team })).link_previews_disabled).toBe(true);
    expect(await alice.violations()).toEqual([]);
    await alice.go(`/chat/${team}`);
    await alice.field.fill(`Off ${urls.plain}`);
    await waitUntilGone(alice.page.getByRole("button", { name: "Remove the link preview" }));
    await alice.field.fill("");
    await t.as("alice", "setChatLinkPreviews", { chat_id: team, enabled: true });
  });

  test.runIf(LONG_RUN)("previews fit on a phone, in the dark and from right to left", async () => {
    await say(`عربي ${urls.arabic}`);
    const options = { viewport: { width: 360, height: 700 }, colorScheme: "dark", locale: "ar" } as const;
    const phone = await alice.again(browser, t, options);
    await phone.openPath(`/chat/${team}`);
    const shown = phone.page.locator("[data-link-preview]");
    await expect.poll(() => shown.count()).toBeGreaterThan(0);
    await waitUntilSteady(phone.page);
    for (const box of await shown.evaluateAll((all) => all.map((each) => each.getBoundingClientRect())))
      expect(box.left >= 0 && box.right <= 360).toBe(true);
    expect(await phone.violations()).toEqual([]);
  });
});
