/** An album of the maximum size: sent at once, shown as one grid, and viewed photo by photo. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import type { Json, TestService } from "../support/service.ts";
import { findChromium, waitUntilGone, type Screen } from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const executable = findChromium();
const TEN = Array.from({ length: 10 }, (_, at) => at);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Box, b: Box) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1;

describe.skipIf(executable === undefined)("an album of ten", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  /** In the order in which they were picked. */
  let pictures: Json[];
  beforeAll(async () => {
    ({ t, alice, bob, close } = await startTwoUsers({ chat: "Team" }));
  });
  afterAll(() => close());

  test("is sent as one album and arrives as one grid of ten", async () => {
    const files = await Promise.all(
      TEN.map(async (at) => ({
        name: `${at}.jpg`,
        mimeType: "image/jpeg",
        // Each picture has its own width, by which the test recognises it.
        buffer: await drawPicture(600 + at, at % 2 === 0 ? 450 : 800, `hsl(${at * 36}, 60%, 45%)`, "jpeg"),
      })),
    );
    await alice.pick(files);
    const dialog = alice.page.getByRole("dialog", { name: "Send files" });
    await expect.poll(() => dialog.getByRole("button", { name: /^What to do with/ }).count()).toBe(10);
    await dialog.getByLabel("Caption").fill("Ten of them");
    await dialog.getByRole("button", { name: "Send 10 files" }).click();
    const album = bob.message("Alice, Photo, Ten of them");
    await album.waitFor();
    const cells = album.getByRole("button", { name: "Photo" });
    await expect.poll(() => cells.count()).toBe(10);
    expect(await bob.message(/Photo/).count()).toBe(1);
    await expect
      .poll(() =>
        album
          .getByRole("img", { name: "Photo" })
          .evaluateAll((all) => all.filter((each) => (each as unknown as Json).naturalWidth > 0).length),
      )
      .toBe(10);
    const boxes = (await Promise.all(TEN.map((at) => cells.nth(at).boundingBox()))) as Box[];
    const bubble = (await album.boundingBox())!;
    for (const [at, box] of boxes.entries()) {
      expect(Math.min(box.width, box.height)).toBeGreaterThan(40);
      expect(box.x >= bubble.x && box.x + box.width <= bubble.x + bubble.width + 1).toBe(true);
      for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBe(false);
    }
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 10 });
    pictures = messages;
    expect(new Set(pictures.map(({ media_group_id }) => media_group_id)).size).toBe(1);
    expect(pictures.map(({ photo }) => photo.at(-1).width)).toEqual(TEN.map((at) => 600 + at));
    await waitUntilGone(alice.message(/sending/));
    expect(await alice.message("You, Photo, Ten of them").getByRole("button", { name: "Photo" }).count()).toBe(10);
  });

  test("opens in the viewer, which goes to the tenth photo and back", async () => {
    const { page } = bob;
    await bob.message("Alice, Photo, Ten of them").getByRole("button", { name: "Photo" }).first().click();
    const viewer = page.getByRole("dialog", { name: "Photo" });
    await viewer.waitFor();
    const shown = () => viewer.getByRole("link", { name: "Save" }).getAttribute("download");
    const width = () =>
      viewer
        // The neighbouring photos are preloaded, but hidden.
        .locator("[data-scale] img:visible")
        .last()
        .evaluate((image) => (image as unknown as Json).naturalWidth);
    for (const at of TEN) {
      await expect.poll(shown).toBe(`photo-${pictures[at].message_id}.jpg`);
      await expect.poll(width).toBe(600 + at);
      expect(await viewer.getByRole("button", { name: "Previous" }).count()).toBe(at === 0 ? 0 : 1);
      if (at === 9) await waitUntilGone(viewer.getByRole("button", { name: "Next" }));
      else if (at % 2 === 0) await viewer.getByRole("button", { name: "Next" }).click();
      else await page.keyboard.press("ArrowRight");
    }
    for (let back = 0; back < 9; back++) await page.keyboard.press("ArrowLeft");
    await expect.poll(shown).toBe(`photo-${pictures[0].message_id}.jpg`);
    await page.keyboard.press("Escape");
    await waitUntilGone(viewer);
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
