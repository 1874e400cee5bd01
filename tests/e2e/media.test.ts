/**
 * Media in a browser: albums, the viewer, playback, voice messages, cancelled uploads, and the violations that axe
 * finds.
 */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { animatedPicture, drawPicture, silentMp3 } from "../support/media.ts";
import { WORLD, type Json, type TestService } from "../support/service.ts";
import {
  findChromium,
  focused,
  waitUntilGone,
  isInside,
  MICROPHONE,
  recoverAfterFailures,
  type Screen,
} from "./browser.ts";
import { startTwoUsers } from "./two-users.ts";

const chromium = findChromium();
/** The frames of a sound of a minute, which is longer than the test needs. */
const MINUTE = 2300;

/** In the page: pastes a file whose reported size is over every limit. */
function pasteLarge(): void {
  const file = new File(["x"], "film.mkv");
  Object.defineProperty(file, "size", { value: 200_000_000 });
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "clipboardData", { value: { files: [file], getData: () => "" } });
  document.body.dispatchEvent(event);
}

/** In the page: a file that is dragged. */
function dragTable(): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(new File(["a,b"], "table.csv", { type: "text/csv" }));
  return transfer;
}

/** In the page. */
function refuseMicrophone(): void {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
}

interface Media {
  readonly naturalWidth: number;
  readonly width: number;
}

/** The natural widths of images; 0 until they have loaded. */
function widthsOf(images: Locator): Promise<number[]> {
  return images.evaluateAll((all) => all.map((each) => (each as unknown as Media).naturalWidth));
}

async function picture(name: string, width: number, height: number, background: string) {
  const buffer = await drawPicture(width, height, background, "jpeg");
  return { name, mimeType: "image/jpeg", buffer };
}

describe.skipIf(chromium === undefined)("media in the client", () => {
  let t: TestService;
  let alice: Screen;
  let bob: Screen;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const chats = [...WORLD.chats, { title: "Empty", creator: "alice", members: ["bob"] }];
    ({ t, alice, bob, close } = await startTwoUsers({ world: { ...WORLD, chats }, flags: MICROPHONE, chat: "Team" }));
  });
  afterAll(() => close());
  recoverAfterFailures(() => [alice, bob]);

  test("several pictures are reordered, sent as one album with one caption, and seen by the other user", async () => {
    const files = [
      await picture("red.jpg", 900, 600, "#b23a48"),
      await picture("green.jpg", 600, 900, "#2d6a4f"),
      await picture("blue.jpg", 800, 800, "#1d4ed8"),
    ];
    await alice.pick(files);
    const dialog = alice.page.getByRole("dialog", { name: "Send files" });
    await expect.poll(() => dialog.getByRole("button", { name: /^What to do with/ }).count()).toBe(3);
    expect(await alice.violations()).toEqual([]);
    await dialog.getByRole("button", { name: "What to do with blue.jpg" }).press("Enter");
    await alice.page.getByRole("menuitem", { name: "Move it forward" }).press("Enter");
    await waitUntilGone(alice.page.getByRole("menu"));
    await dialog.getByLabel("Caption").fill("Three colours");
    await dialog.getByRole("button", { name: "Send 3 files" }).click();
    const album = bob.message("Alice, Photo, Three colours");
    await album.waitFor();
    await expect.poll(() => album.getByRole("button", { name: "Photo" }).count()).toBe(3);
    expect(await bob.message(/Photo/).count()).toBe(1);
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 3 });
    expect(new Set(messages.map((each: { media_group_id: string }) => each.media_group_id)).size).toBe(1);
    expect(messages.map((each: { photo: Media[] }) => each.photo.at(-1)!.width)).toEqual([900, 800, 600]);
    const images = album.getByRole("img", { name: "Photo" });
    await expect.poll(async () => (await widthsOf(images)).filter((width) => width > 100).length).toBe(3);
    expect(await bob.violations()).toEqual([]);
  });

  test.runIf(LONG_RUN)("pictures of an album have their size before they have loaded", async () => {
    const page = bob.page;
    await page.route("**/api/file/**", () => {});
    await page.reload();
    await bob.openChat("Team");
    const album = bob.message("Alice, Photo, Three colours");
    const before = await album.boundingBox();
    await page.unroute("**/api/file/**");
    await page.reload();
    await bob.openChat("Team");
    const images = album.getByRole("img", { name: "Photo" });
    await expect.poll(async () => (await widthsOf(images)).filter((width) => width > 0).length).toBe(3);
    expect((await album.boundingBox())!.height).toBe(before!.height);
  });

  test("the viewer is navigated with the keyboard and restores the focus", async () => {
    const { page } = bob;
    const first = bob.message("Alice, Photo, Three colours").getByRole("button", { name: "Photo" }).first();
    await first.focus();
    await page.keyboard.press("Enter");
    const viewer = page.getByRole("dialog", { name: "Photo" });
    await viewer.getByText("Three colours").waitFor();
    await viewer.getByText("Alice", { exact: true }).waitFor();
    expect(await bob.violations()).toEqual([]);
    await waitUntilGone(viewer.getByRole("button", { name: "Previous" }));
    await page.keyboard.press("ArrowRight");
    await viewer.getByRole("button", { name: "Previous" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await waitUntilGone(viewer.getByRole("button", { name: "Next" }));
    await page.keyboard.press("ArrowLeft");
    await viewer.getByRole("button", { name: "Next" }).waitFor();
    const stage = viewer.locator("[data-scale]");
    const scale = async () => Number(await stage.getAttribute("data-scale"));
    await page.keyboard.press("+");
    await expect.poll(scale).toBeCloseTo(1.5);
    await page.keyboard.press("-");
    await expect.poll(scale).toBe(1);
    // There is no waiting here: the focus must stay in the viewer however fast the keys follow one another.
    for (const key of [...Array<string>(9).fill("Tab"), ...Array<string>(9).fill("Shift+Tab")]) {
      await page.keyboard.press(key);
      expect(await isInside(viewer)).toBe(true);
    }
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      viewer.getByRole("link", { name: "Save" }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/\.jpg$/);
    await page.keyboard.press("Escape");
    await waitUntilGone(viewer);
    await focused(first);
  });

  test("an upload is cancelled, retried, and arrives once", async () => {
    const held: (() => Promise<void>)[] = [];
    await alice.page.route("**/api/sendDocument", (route) => void held.push(() => route.continue()));
    await alice.pick({ name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(300_000, 7) });
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
    await alice.message(/You, report\.pdf.*sending/).waitFor();
    await alice.page.getByRole("button", { name: "Cancel the upload" }).click();
    await alice.page.getByText("Not sent: you cancelled it").waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.unroute("**/api/sendDocument");
    await alice.page.getByRole("button", { name: "Try again" }).click();
    await bob.message("Alice, report.pdf").waitFor();
    await waitUntilGone(alice.page.getByText("Not sent"));
    // A duplicate would have arrived before the next message.
    await alice.write("Have you got it?");
    await bob.message("Alice, Have you got it?").waitFor();
    expect(await bob.message("Alice, report.pdf").count()).toBe(1);
  });

  test("a document is downloaded, and an interrupted download is retried", async () => {
    const { page } = bob;
    const link = bob.message("Alice, report.pdf").getByRole("link");
    await page.route("**/api/file/document/**", (route) => route.abort());
    await link.click();
    await page.getByText("Not saved. Try again").waitFor();
    await page.unroute("**/api/file/document/**");
    const [saved] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(saved.suggestedFilename()).toBe("report.pdf");
    await page.getByText("Not saved. Try again").waitFor({ state: "detached" });
  });

  test("a file that is too large is refused before it is sent", async () => {
    const { page } = alice;
    await page.evaluate(pasteLarge);
    const dialog = page.getByRole("dialog", { name: "Send files" });
    await dialog.getByText(/Too large: this service takes at most/).waitFor();
    expect(await dialog.getByRole("button", { name: /^Send/ }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("files can be dropped anywhere in the chat", async () => {
    const { page } = alice;
    const data = await page.evaluateHandle(dragTable);
    await page.dispatchEvent("main", "dragenter", { dataTransfer: data });
    await page.getByText("Let the files go to send them").waitFor();
    await page.dispatchEvent("main", "drop", { dataTransfer: data });
    const dialog = page.getByRole("dialog", { name: "Send files" });
    await dialog.getByText("table.csv").waitFor();
    await waitUntilGone(page.getByText("Let the files go to send them"));
    await page.keyboard.press("Escape");
    await waitUntilGone(dialog);
  });

  test("a voice message is recorded, sent with its waveform, and played by the other user", async () => {
    await alice.page.getByRole("button", { name: "Record a voice message" }).click();
    await bob.page.getByText("Alice is recording a voice message…").first().waitFor();
    await alice.page
      .getByRole("timer", { name: "Length" })
      .getByText(/0:(0[2-9]|[1-9]\d)/)
      .waitFor();
    expect(await alice.violations()).toEqual([]);
    await alice.page.getByRole("button", { name: "Send the voice message" }).click();
    await bob.message("Alice, Voice message").waitFor();
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 1 });
    const { voice } = messages[0];
    expect(voice.duration).toBeGreaterThanOrEqual(2);
    expect(voice.waveform.length).toBeGreaterThan(20);
    expect(Math.max(...voice.waveform)).toBe(31);
    expect(Math.min(...voice.waveform)).toBeLessThan(31);
    const bar = bob.page.getByRole("region", { name: "Player" });
    // The sound may end soon, so the test waits for the bar before the sound starts.
    await Promise.all([
      bar.getByRole("button", { name: "Pause" }).waitFor(),
      bob.message("Alice, Voice message").getByRole("button", { name: "Play" }).click(),
    ]);
    await waitUntilGone(bar);
  });

  test("Escape cancels a recording, and nothing is sent", async () => {
    await alice.page.getByRole("button", { name: "Record a voice message" }).click();
    await alice.page.getByRole("timer", { name: "Length" }).waitFor();
    await alice.page.keyboard.press("Escape");
    await waitUntilGone(alice.page.getByRole("timer", { name: "Length" }));
    await alice.write("I had better write");
    await bob.message("Alice, I had better write").waitFor();
    expect(await bob.message("Alice, Voice message").count()).toBe(1);
  });

  test("a denied microphone is explained", async () => {
    const { page } = bob;
    await page.evaluate(refuseMicrophone);
    await page.getByRole("button", { name: "Record a voice message" }).click();
    const alert = page.getByRole("alertdialog", { name: "No microphone" });
    await alert.getByText(/does not let this page/).waitFor();
    expect(await bob.violations()).toEqual([]);
    await alert.getByRole("button", { name: "Close" }).click();
    await waitUntilGone(alert);
  });

  test.runIf(LONG_RUN)("music goes on in another chat, at another speed, and the next track follows", async () => {
    for (const title of ["First", "Second"]) {
      const form = new FormData();
      form.set("chat_id", String(t.id("Team")));
      form.set("title", title);
      form.set("performer", "Nobody");
      form.set("audio", new File([silentMp3(MINUTE)], `${title}.mp3`, { type: "audio/mpeg" }));
      await t.as("alice", "sendAudio", form);
    }
    const { page } = bob;
    await bob.message("Alice, First").getByRole("button", { name: "Play" }).click();
    const bar = page.getByRole("region", { name: "Player" });
    await bar.getByText("First").waitFor();
    await bar.getByRole("button", { name: "Speed: 1×" }).click();
    await bar.getByRole("button", { name: "Speed: 1.5×" }).click();
    await bar.getByRole("button", { name: "Speed: 2×" }).waitFor();
    await bob.openChat("Empty");
    await bar.getByRole("button", { name: "Pause" }).waitFor();
    expect(await bob.violations()).toEqual([]);
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe("First");
    const slider = bar.getByRole("slider", { name: "Position" }).locator("visible=true");
    await slider.focus();
    for (let i = 0; i < 19; i++) await page.keyboard.press("ArrowRight");
    await bar.getByText("Second").waitFor();
    await bar.getByRole("button", { name: "Close the player" }).click();
    await waitUntilGone(bar);
    await bob.openChat("Team");
  });

  test("locations, contacts, dice and broken pictures are shown", async () => {
    const chat_id = t.id("Team");
    await t.as("alice", "sendLocation", { chat_id, latitude: 48.2082, longitude: 16.3738 });
    await t.as("alice", "sendVenue", { chat_id, latitude: 1, longitude: 2, title: "The Inn", address: "Hill 1" });
    await t.as("alice", "sendContact", { chat_id, first_name: "Zoe", phone_number: "+43 1 2345" });
    await t.as("alice", "sendDice", { chat_id });
    await bob.page.getByRole("link", { name: /The Inn.*Show it on OpenStreetMap/ }).waitFor();
    await bob.page.getByRole("link", { name: "Call" }).waitFor();
    await bob.page.getByRole("img", { name: /🎲 [1-6] of 6/ }).waitFor();
    await bob.page.route("**/api/file/photo/**", (route) => route.abort());
    await alice.pick(await picture("broken.jpg", 300, 200, "#888888"));
    await alice.page.getByRole("button", { name: "Send 1 file" }).click();
    await bob.page.getByRole("img", { name: "Photo: it cannot be shown" }).last().waitFor();
    expect(await bob.violations()).toEqual([]);
    await bob.page.unroute("**/api/file/photo/**");
  });

  test.runIf(LONG_RUN)("an animated WebP moves, and is in no album", async () => {
    const moving = { name: "moving.webp", mimeType: "image/webp", buffer: await animatedPicture("webp") };
    await alice.pick([
      await picture("one.jpg", 300, 200, "#b23a48"),
      moving,
      await picture("two.jpg", 300, 200, "#222"),
    ]);
    const dialog = alice.page.getByRole("dialog", { name: "Send files" });
    await dialog.getByRole("button", { name: "Send 3 files" }).click();
    await dialog.waitFor({ state: "detached" });
    const shown = bob.page.getByRole("button", { name: /^GIF: (stop|play) it$/ });
    await shown.waitFor();
    if ((await shown.getAttribute("aria-label")) === "GIF: play it") await shown.click();
    await expect.poll(() => widthsOf(shown.locator("img"))).toEqual([40]);
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 3 });
    const kinds = messages.map((each: Json) => (each.animation ? each.animation.mime_type : each.media_group_id));
    expect(new Set(kinds)).toEqual(new Set([expect.any(String), "image/webp"]));
  });

  test("there were no console errors", () => {
    expect([...alice.errors, ...bob.errors]).toEqual([]);
  });
});
