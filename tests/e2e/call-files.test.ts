/** The files of a call on the developer's pages: pictures, players, first lines and icons, and files that are gone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "heliogram/ports/clock.ts";
import { develop } from "../developer/developer-calls.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture, silence } from "../support/media.ts";
import { advanceUntilRemoved } from "../support/maintenance.ts";
import { WORLD, type TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, recoverAfterFailures, Screen, startWithClient } from "./browser.ts";
import { readProperty, recordVideo } from "./video.ts";

const executable = findChromium();
interface PlayedElement {
  preload: string;
  readonly readyState: number;
  readonly duration: number;
  addEventListener(type: "loadedmetadata", listener: (event: unknown) => void): void;
}

const SCRIPT = "<script>document.title = 'run'</script>";

describe.skipIf(executable === undefined)("the files of a call", () => {
  let browser: Browser;
  let t: TestService;
  let screen: Screen;
  let page: Page;
  const clock = manualClock(Date.now());
  beforeAll(async () => {
    t = await startWithClient(WORLD, clock, { developer: true });
    browser = await openBrowser(executable!);
    screen = await Screen.signIn(browser, t, "alice");
    ({ page } = screen);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [screen]);

  const rows = (list = "Files") => page.getByRole("list", { name: list, exact: true }).getByRole("listitem");

  /** Sends a file as the bot, and shows the call. */
  async function sendAndShow(method: string, field: string, name: string, bytes: Uint8Array): Promise<void> {
    const form = new FormData();
    form.set("chat_id", String(t.id("alice")));
    form.set(field, new Blob([Uint8Array.from(bytes)]), name);
    await t.post(`/bot${t.token("echo_bot")}/${method}`, form);
    await showNewest();
  }

  async function showNewest(): Promise<void> {
    const { calls } = await develop(t, "listCalls", { api: "bot", limit: 1 });
    await page.goto(`${t.url}/developer?entry=${calls.at(-1).id}`);
  }

  test("pictures are shown, and opened by a click", async () => {
    await sendAndShow("sendPhoto", "photo", "sea.png", await drawPicture(400, 300, "teal"));
    const image = rows().locator("img");
    await expect.poll(() => readProperty(image, "naturalWidth")).toBeGreaterThan(0);
    expect(await rows().innerText()).toMatch(/sea\.png.*image\/jpeg.*photo.*Uploaded/s);
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Open sea.png" }).click();
    expect(new URL((await opened).url()).pathname).toMatch(/^\/developer\/file\/main\/photo\//);
    await (await opened).close();
    expect(await screen.violations()).toEqual([]);
  });

  test("sounds and videos have a player", async () => {
    await sendAndShow("sendAudio", "audio", "quiet.wav", silence(2));
    const duration = (tag: string) =>
      rows()
        .locator(tag)
        .evaluate(async (media) => {
          const element = media as unknown as PlayedElement;
          element.preload = "metadata";
          if (element.readyState === 0) await new Promise((done) => element.addEventListener("loadedmetadata", done));
          return element.duration;
        });
    expect(await duration("audio")).toBe(2);
    await sendAndShow("sendVideo", "video", "film.webm", await recordVideo(page));
    expect(await duration("video")).toBeGreaterThan(0);
    expect(await screen.violations()).toEqual([]);
  });

  test.runIf(LONG_RUN)("texts have their first lines, which are text alone", async () => {
    await sendAndShow("sendDocument", "document", "page.html", Buffer.from(`${SCRIPT}\nsecond line`));
    const lines = page.getByRole("region", { name: "The first lines of page.html" });
    expect(await lines.innerText()).toBe(`${SCRIPT}\nsecond line`);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
    await sendAndShow("sendDocument", "document", "drawing.svg", Buffer.from(`<?xml version="1.0"?>\n${drawing}`));
    await page.getByRole("region", { name: "The first lines of drawing.svg" }).getByText("xmlns=").waitFor();
    await sendAndShow("sendDocument", "document", "data.csv", Buffer.from("a;b\n1;2\n"));
    await page.getByRole("region", { name: "The first lines of data.csv" }).getByText("1;2").waitFor();
    expect(await page.title()).not.toBe("run");
    expect(await screen.violations()).toEqual([]);
  });

  test.runIf(LONG_RUN)("others have an icon", async () => {
    await sendAndShow("sendDocument", "document", "any.bin", Uint8Array.of(0, 1, 2, 255));
    await rows().locator("svg").waitFor();
    expect(await page.getByRole("region", { name: "The first lines of any.bin" }).count()).toBe(0);
  });

  test("what a call was answered with is shown too", async () => {
    await t.ok("echo_bot", "getUpdates", { offset: -1 });
    const form = new FormData();
    form.set("chat_id", String(t.id("echo_bot")));
    form.set("document", new Blob(["from Alice"]), "letter.txt");
    await t.as("alice", "sendDocument", form);
    await t.ok("echo_bot", "getUpdates", { offset: -1 });
    await showNewest();
    await page.getByRole("region", { name: "The first lines of letter.txt" }).getByText("from Alice").waitFor();
    expect(await rows("Files of the response").innerText()).toContain("letter.txt");
  });

  test.runIf(LONG_RUN)("what the service does not have is said", async () => {
    await sendAndShow("sendPhoto", "photo", "no-picture.png", Buffer.from("words"));
    await rows().getByText("The service has not kept it, because the call was refused.").waitFor();
    await sendAndShow("sendDocument", "document", "short-lived.txt", Buffer.from("soon gone"));
    await page.getByRole("region", { name: "The first lines of short-lived.txt" }).waitFor();
    const { calls } = await develop(t, "listCalls", { api: "bot", limit: 1, with_bodies: true });
    const { message_id } = calls.at(-1).response.result;
    const { id } = calls.at(-1);
    await t.ok("echo_bot", "deleteMessage", { chat_id: t.id("alice"), message_id });
    await advanceUntilRemoved({ clock, fetch: (path) => t.fetch(path) });
    await page.goto(`${t.url}/developer?entry=${id}`);
    await rows().getByText("The service does not have it any more.").waitFor();
    expect(await rows().innerText()).toContain("short-lived.txt");
  });
});
