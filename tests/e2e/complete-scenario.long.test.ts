/**
 * A complete scenario with the page alone: the owner, two friends, a bot of their own, and a group that it moderates.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Canary, placesIn } from "../support/canary.ts";
import { drawPicture } from "../support/media.ts";
import { end, said } from "../support/programs.ts";
import { CLIPBOARD, findChromium, leaveBrowser, openBrowser, Screen } from "./browser.ts";
import { readProperty } from "./video.ts";

const executable = findChromium();
const TESTS = join(import.meta.dirname, "..");
const PROJECT = join(TESTS, "..");
const PASSWORD = "correct horse battery";

describe.skipIf(executable === undefined)("a first day", () => {
  const data = mkdtempSync(join(tmpdir(), "heliogram-first-day-"));
  const programs: ChildProcess[] = [];
  let browser: Browser;
  let service: ChildProcess;
  let url: string;
  let link: string;
  let anna: Screen;
  let ben: Screen;
  let cleo: Screen;
  let token: string;
  beforeAll(async () => {
    ({ url, link } = await serve());
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    for (const program of programs) await end(program, "SIGTERM");
    rmSync(data, { recursive: true, force: true });
  });

  /** Starts the service as `npm start` does. */
  function serve(): Promise<{ url: string; link: string }> {
    const env = {
      PATH: process.env.PATH,
      HELIOGRAM_DATA_DIR: data,
      HELIOGRAM_PORT: "0",
      HELIOGRAM_HOST: "127.0.0.1",
      HELIOGRAM_DRAIN_SECONDS: "0",
    };
    service = run([join(PROJECT, "server/main.ts"), "serve"], env);
    return said(service, (output) => {
      const address = /listens on (\S+)/.exec(output)?.[1];
      const invitation = /(\S+\/invite\/\S+)/.exec(output)?.[1];
      return address !== undefined && invitation !== undefined ? { url: address, link: invitation } : undefined;
    });
  }

  function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
    const program = spawn(process.execPath, args, { env, cwd: TESTS, stdio: ["ignore", "pipe", "inherit"] });
    programs.push(program);
    return program;
  }

  async function signUp(invitation: string, name: string): Promise<Screen> {
    const screen = await Screen.open(browser, url);
    const { page } = screen;
    await page.goto(invitation);
    await page.getByLabel("First name").fill(name);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("button", { name: "Menu", exact: true }).waitFor();
    return screen;
  }

  async function invite(): Promise<string> {
    const { page } = anna;
    await anna.choose("Invite people");
    await anna.page.getByRole("button", { name: "Make the link" }).click();
    const invitation = await page.getByLabel("Invitation link").inputValue();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return invitation;
  }

  test("the printed link makes an owner, who invites two friends", async () => {
    anna = await signUp(link, "Anna");
    ben = await signUp(await invite(), "Ben");
    cleo = await signUp(await invite(), "Cleo");
  });

  test("a bot is created in the assistant's chat", async () => {
    const { page } = anna;
    await anna.choose("Make a bot");
    await page.getByRole("button", { name: "Start" }).click();
    await anna.message(/Assistant.*I make bots/).waitFor();
    const isRead = page.getByRole("link", { name: /Assistant(?!.*unread)/ });
    await page.locator("a[data-chat]").and(isRead).waitFor();
    await anna.write("/newbot");
    await anna
      .message(/Assistant.*name/i)
      .last()
      .waitFor();
    await anna.write("Warden");
    await anna.message(/Assistant.*Now its user name/).waitFor();
    await anna.write("warden");
    await anna.message(/Assistant.*Try again/).waitFor();
    await anna.write("warden_bot");
    const given = anna.message(/Assistant.*This is the token of @warden_bot/);
    await given.waitFor();
    await page.context().grantPermissions(CLIPBOARD.permissions);
    await given.getByRole("button", { name: "Copy the token" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+:\S{30,}$/);
    token = await page.evaluate(() => navigator.clipboard.readText());
    await given.getByRole("button", { name: "Done" }).click();
    await anna.message(/The token of @warden_bot was shown here/).waitFor();
    expect(await anna.violations()).toEqual([]);
  });

  test("the README's ten lines answer with that token", async () => {
    const [, lines] = /```js\n([^`]+)```/.exec(readFileSync(join(PROJECT, "README.md"), "utf8"))!;
    const path = join(TESTS, "e2e/programs", `readme-${process.pid}.mjs`);
    writeFileSync(path, lines!.replace("http://127.0.0.1:8080", url));
    const program = run([path], { PATH: process.env.PATH, TOKEN: token });
    try {
      const { page } = anna;
      await anna.openPath("/@warden_bot");
      await page.getByRole("button", { name: "Start" }).click();
      await anna.message(/Warden, Hello! Say something\./).waitFor();
      await anna.write("Is anybody there?");
      await anna.message(/Warden, Is anybody there\?/).waitFor();
    } finally {
      await end(program, "SIGTERM");
      rmSync(path);
    }
  });

  test("a group is created, and everybody is added to it, the bot as an administrator", async () => {
    const { page } = anna;
    await anna.choose("New group");
    await page.getByLabel("Name", { exact: true }).fill("Garden");
    await page.getByRole("button", { name: "Make group" }).click();
    // The page for members is next.
    const { panel } = anna;
    for (const name of ["Ben", "Cleo", "Warden"]) {
      await panel.getByRole("searchbox").fill(name);
      await panel.getByRole("checkbox", { name }).check();
    }
    await panel.getByRole("button", { name: "Add 3 members" }).click();
    await panel.getByText("in the chat").waitFor();
    await panel.getByRole("link", { name: "Back" }).click();
    await page.getByRole("heading", { level: 1, name: "Garden" }).waitFor();
    await page.getByTitle("About this chat").click();
    await panel.getByText("4 members").waitFor();
    await panel.getByRole("button", { name: "What to do with Warden" }).click();
    await page.getByRole("menuitem", { name: "Make an administrator" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Take all rights away").or(panel.getByText("Administrator")).first().waitFor();
    await page.keyboard.press("Escape");
    for (const friend of [ben, cleo]) await friend.openChat("Garden");
  });

  test("they talk and share a photo", async () => {
    await ben.write("The tomatoes are red");
    await cleo.message("Ben, The tomatoes are red").waitFor();
    const picture = await drawPicture(640, 480, "#c22", "jpeg");
    await attach(cleo.page, { name: "tomatoes.jpg", mimeType: "image/jpeg", buffer: picture });
    await anna.openPath("/");
    await anna.openChat("Garden");
    const image = anna.message(/Cleo, Photo/).getByRole("img", { name: "Photo" });
    await expect.poll(() => readProperty(image, "naturalWidth")).toBe(640);
  });

  test("the bot's button is pressed, and the bot moderates", async () => {
    const bot = run([join(TESTS, "e2e/programs/warden.mjs")], { PATH: process.env.PATH, TOKEN: token, BASE: url });
    await said(bot, (output) => (output.includes("ready") ? true : undefined));
    await ben.write("/rules");
    await cleo
      .message(/Warden, There are rules here/)
      .getByRole("button", { name: "I have read them" })
      .click();
    await cleo.page.getByText("Thank you!").waitFor();
    await ben.message(/Warden, Cleo has read the rules\./).waitFor();
    await ben.write("Buy now, cheap!");
    await ben.page.getByText("You cannot write messages here. An administrator has restricted you until").waitFor();
    await cleo.message(/Warden, Ben is silent for an hour\./).waitFor();
    await cleo.message(/Ben, Buy now/).waitFor({ state: "detached" });
  });

  test("there were no console errors", () => {
    expect([anna, ben, cleo].flatMap((screen) => screen.errors)).toEqual([]);
  });

  test("the service stops, and no secret is readable in its data", async () => {
    await end(service, "SIGTERM");
    const canary = new Canary();
    for (const secret of [link.split("/").at(-1)!, token]) canary.remember(secret);
    canary.hear({ password: PASSWORD });
    expect(canary.search(placesIn(data))).toEqual([]);
  });
});

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("menuitem", { name: "Files" }).click(),
  ]);
  await chooser.setFiles([file]);
  await page.getByRole("button", { name: /^Send 1/ }).click();
}
