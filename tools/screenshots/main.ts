/** `npm run screenshots`: a small world, filled with talk, and pictures of the client's main screens in docs/screenshots. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { findChromium, launch, NO_CHROMIUM } from "../chromium.ts";
import { Talk, talk } from "./talk.ts";

const PROJECT = join(import.meta.dirname, "../..");
const SHOTS = process.env.SCREENSHOTS ?? join(PROJECT, "docs/screenshots");
const PASSWORD = "sunlight on a mirror";

const WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 390, height: 780 }, hasTouch: true, deviceScaleFactor: 2 };

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Shot {
  readonly name: string;
  readonly path: (t: Talk) => string;
  /** What is there when the screen is ready. */
  readonly ready: (page: Page) => Promise<void>;
  readonly looks: BrowserContextOptions;
  readonly arabic?: boolean;
}

const shows = (words: string) => async (page: Page) =>
  page.getByText(words).filter({ visible: true }).first().waitFor();
const chat = (name: string) => (t: Talk) => `/chat/${t.id(name)}`;

/** Opens a topic, and waits until its code is in colours. */
async function openTopic(page: Page): Promise<void> {
  await page.getByText("Which plan fits a school?").filter({ visible: true }).first().click();
  await page.getByText("const", { exact: true }).filter({ visible: true }).first().waitFor();
}

const SHOTS_WANTED: readonly Shot[] = [
  { name: "chat-light", path: chat("Hiking club"), ready: shows("See you on platform"), looks: WIDE },
  {
    name: "chat-dark",
    path: chat("Hiking club"),
    ready: shows("See you on platform"),
    looks: { ...WIDE, colorScheme: "dark" },
  },
  { name: "bot-dark", path: chat("canteen_bot"), ready: shows("Kept: one"), looks: { ...WIDE, colorScheme: "dark" } },
  { name: "topic", path: chat("Support"), ready: openTopic, looks: WIDE },
  { name: "topic-dark", path: chat("Support"), ready: openTopic, looks: { ...WIDE, colorScheme: "dark" } },
  { name: "phone-list", path: () => "/", ready: shows("Book circle"), looks: NARROW },
  {
    name: "phone-chat-dark",
    path: chat("Hiking club"),
    ready: shows("See you on platform"),
    looks: { ...NARROW, colorScheme: "dark" },
  },
  { name: "phone-bot", path: chat("canteen_bot"), ready: shows("Kept: one"), looks: NARROW },
  {
    name: "member",
    path: (t) => `/chat/${t.id("Hiking club")}/info/member/${t.id("tom")}/restrict`,
    ready: async (page) => {
      await page.getByRole("switch", { name: "Send messages" }).click();
      await page.getByLabel("For how long").selectOption({ label: "1 day" });
    },
    looks: { viewport: { width: 1440, height: 900 } },
  },
  {
    name: "why-not",
    path: (t) => `/chat/${t.id("Second floor")}/info`,
    ready: async (page) => {
      await page.getByText("Jonas Weber").filter({ visible: true }).first().waitFor();
      await page.getByRole("button", { name: "Edit the group" }).click({ force: true });
      await page.getByText("You cannot change the name").filter({ visible: true }).waitFor();
    },
    looks: { viewport: { width: 1440, height: 900 } },
  },
  {
    name: "assistant-phone-dark",
    path: chat("assistant"),
    ready: shows("Lighthouse"),
    looks: { ...NARROW, colorScheme: "dark" },
  },
  { name: "settings", path: () => "/settings", ready: shows("This browser"), looks: WIDE },
  {
    name: "own-bots",
    path: () => "/settings/bots",
    ready: async (page) => {
      await page.getByRole("button", { name: "New bot" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Tea timer");
      await page.getByLabel("User name").fill("tea_timer_bot");
      await page.getByRole("button", { name: "Make the bot" }).click();
      await page.getByLabel("Token").waitFor();
    },
    looks: WIDE,
  },
  {
    name: "owner-people-dark",
    path: () => "/owner",
    ready: shows("Priya"),
    looks: { ...WIDE, colorScheme: "dark" },
  },
  { name: "owner-storage", path: () => "/owner/storage", ready: shows("Database"), looks: NARROW },
  { name: "arabic", path: chat("Hiking club"), ready: shows("See you on platform"), looks: WIDE, arabic: true },
];

/** Starts the world. @returns what it says of itself when it is ready */
async function start(): Promise<{ readonly process: ChildProcess; readonly t: Talk }> {
  const args = ["server/main.ts", "dev", "--json", "--port", "0", "--rate-limits", "off"];
  const world = join(import.meta.dirname, "world.yaml");
  const child = spawn(process.execPath, [...args, "--world", world], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) return { process: child, t: new Talk(JSON.parse(line)) };
  }
  throw new Error("the service has not started");
}

/** @returns the cookie of Maya, signed in by the form. */
async function signIn(browser: Browser, t: Talk): Promise<State> {
  const context = await browser.newContext({ baseURL: t.world.url });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("User name").fill("maya");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Chats" }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function take(browser: Browser, t: Talk, storageState: State, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    baseURL: t.world.url,
    storageState,
    reducedMotion: "reduce",
    locale: "en-GB",
    ...shot.looks,
  });
  if (shot.arabic) await context.addInitScript(() => localStorage.setItem("heliogram:locale", '"ar"'));
  const page = await context.newPage();
  await page.goto(shot.path(t));
  await shot.ready(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  const png = await page.screenshot();
  writeFileSync(
    join(SHOTS, `${shot.name}.png`),
    await sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer(),
  );
  process.stdout.write(`${shot.name}\n`);
  await context.close();
}

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(NO_CHROMIUM);
mkdirSync(SHOTS, { recursive: true });
const service = await start();
const browser = await launch(executablePath);
try {
  await talk(service.t);
  const state = await signIn(browser, service.t);
  const wanted = process.argv.slice(2);
  for (const shot of SHOTS_WANTED) {
    if (wanted.length === 0 || wanted.includes(shot.name)) await take(browser, service.t, state, shot);
  }
} finally {
  await browser.close();
  service.process.kill();
}
