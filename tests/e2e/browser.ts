/** A browser for tests: people on screens of their own, and what is wrong with a page. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { systemClock, type Clock } from "heliogram/ports/clock.ts";
import { findChromium as find, NO_CHROMIUM } from "../../tools/chromium.ts";
import { startWorld, type TestService } from "../kit/service.ts";

export { launch } from "../../tools/chromium.ts";

const PROJECT = join(import.meta.dirname, "../..");
const PASSWORD = "correct horse battery";

/** The longest that a step on a page may take, in milliseconds: a loaded machine is slow, and still gets there. */
const STEP_MS = 30_000;

/**
 * By how many milliseconds frames, answers and news come late, as on a machine that has no time for graphics, and over a long
 * line: finds tests and screens that lose races.
 */
const FRAMES_LATE_MS = Number(process.env.FRAMES_LATE_MS ?? 0);
const ANSWERS_LATE_MS = Number(process.env.ANSWERS_LATE_MS ?? 0);
const NEWS_LATE_MS = Number(process.env.NEWS_LATE_MS ?? 0);

/** For a page's `addInitScript`: every frame it asks for comes so much later. */
export function lateFrames(ms: number): string {
  return `{
    const drawn = requestAnimationFrame;
    const waiting = new Set();
    let asked = 0;
    globalThis.requestAnimationFrame = (callback) => {
      const id = ++asked;
      waiting.add(id);
      drawn(() => setTimeout(() => drawn((time) => waiting.delete(id) && callback(time)), ${ms}));
      return id;
    };
    globalThis.cancelAnimationFrame = (id) => void waiting.delete(id);
  }`;
}

/** Where Chromium is, or nothing: then these tests are passed over, except in CI. */
export function findChromium(): string | undefined {
  const found = find();
  if (!found && process.env.CI === "true") throw new Error(`${NO_CHROMIUM}; in CI the client must be tested`);
  return found;
}

/** Builds the client if need be. @returns its folder */
export function buildClient(): string {
  execFileSync(process.execPath, [join(PROJECT, "web/build/ensure.ts")], { stdio: ["ignore", "ignore", "inherit"] });
  return join(PROJECT, "web/dist");
}

/** A service with the client, built if need be, and with the machine's own clock where no other is given. */
export async function startWithClient(
  world?: object,
  clock: Clock = systemClock(),
  more: { readonly assistant?: boolean } = {},
): Promise<TestService> {
  return startWorld("memory", world, { web_dir: buildClient(), clock, ...more });
}

/** Waits until nothing fits any more. */
export async function gone(what: Locator): Promise<void> {
  await expect.poll(() => what.count()).toBe(0);
}

/** Waits until a field holds this, or something that this matcher takes. */
export async function holds(field: Locator, value: unknown): Promise<void> {
  await expect.poll(() => field.inputValue()).toEqual(value);
}

/** Whether the keyboard is here now. */
export function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((each) => each === each.ownerDocument.activeElement);
}

/** Whether the keyboard is here, or on something in here, now. */
export function isInside(what: Locator): Promise<boolean> {
  return what.evaluate((each) => each.contains(each.ownerDocument.activeElement));
}

/** Waits until the keyboard is here. */
export async function focused(what: Locator): Promise<void> {
  await expect.poll(() => isFocused(what)).toBe(true);
}

/** Waits until the keyboard is here, or on something in here. */
export async function inside(what: Locator): Promise<void> {
  await expect.poll(() => isInside(what)).toBe(true);
}

/** After a test that failed, screens are as after opening them, so that the next one does not fail for the same reason. */
export function recoverAfterFailures(screens: () => readonly Screen[]): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const { page } of screens()) {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().setOffline(false);
      await page.reload();
    }
  });
}

/** The ways a page may look. Nothing moves: half-way through a transition, colours are between two that are both legible. */
export const LOOKS: [string, BrowserContextOptions][] = [
  ["light", { colorScheme: "light", viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" }],
  ["dark", { colorScheme: "dark", viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" }],
  ["on a phone", { viewport: { width: 390, height: 780 }, hasTouch: true, reducedMotion: "reduce" }],
];

/** A microphone that beeps, and nobody to ask whether it may be used. */
export const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/** Leave to copy and to see what was copied. */
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Refused calls, broken lines and pages over plain http are no faults of a page, and the browser tells of them in any case. */
const BROWSERS_OWN =
  /^Failed to load resource|net::ERR_INTERNET_DISCONNECTED|^The Cross-Origin-Opener-Policy header has been ignored/;

/** What lies over a page, or goes on in it. */
const UNDER_WAY = ["dialog", "alertdialog", "menu", "listbox", "toolbar", "timer", "slider", "searchbox"]
  .map((role) => `[role=${role}]`)
  .concat("[type=search]", "[type=range]", "[data-side]")
  .join();

/** A page of its own, with nothing of another's. `faults` gathers what its console complains of, and calls elsewhere. */
export class Screen {
  readonly page: Page;
  readonly faults: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    const { host } = new URL(url);
    page.on("request", (request) => {
      const asked = new URL(request.url());
      if (asked.host !== "" && asked.host !== host) this.faults.push(`another host was asked: ${asked.href}`);
    });
    page.setDefaultTimeout(STEP_MS);
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !BROWSERS_OWN.test(message.text())) this.faults.push(message.text());
    });
  }

  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Screen> {
    // Requests that a service worker makes cannot be watched.
    const usual = { viewport: { width: 1200, height: 800 }, serviceWorkers: "block" } as const;
    const context = await browser.newContext({ baseURL: url, ...usual, ...options });
    if (FRAMES_LATE_MS > 0) await context.addInitScript(lateFrames(FRAMES_LATE_MS));
    if (ANSWERS_LATE_MS > 0) {
      await context.route("**/api/*", async (route) => {
        await setTimeout(ANSWERS_LATE_MS);
        await route.fallback();
      });
    }
    if (NEWS_LATE_MS > 0) {
      await context.routeWebSocket("**/api/stream*", (near) => {
        const far = near.connectToServer();
        far.onMessage(async (news) => {
          await setTimeout(NEWS_LATE_MS);
          near.send(news);
        });
      });
    }
    return new Screen(await context.newPage(), options.baseURL ?? url);
  }

  /** Opens the client as somebody of the world. */
  static async signIn(
    browser: Browser,
    t: TestService,
    username: string,
    options?: BrowserContextOptions,
  ): Promise<Screen> {
    const screen = await Screen.open(browser, t.url, options);
    await t.person(username, "changePassword", { new_password: PASSWORD, old_password: PASSWORD });
    const { page } = screen;
    await page.goto("/sign-in");
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    return screen;
  }

  /** Another screen of the same person's, on another machine. */
  async again(browser: Browser, t: TestService, options?: BrowserContextOptions): Promise<Screen> {
    const { cookies } = await this.page.context().storageState();
    const screen = await Screen.open(browser, t.url, { ...options, storageState: { cookies, origins: [] } });
    await screen.page.goto("/");
    await screen.page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    return screen;
  }

  /** Goes to an address as by a link: what is loaded stays. */
  async go(path: string): Promise<void> {
    await this.page.evaluate(`history.pushState({}, "", ${JSON.stringify(path)})`);
  }

  /** Goes to an address: as by a link, unless something lies over the page or is going on, which ends with the page. */
  async comeTo(path: string): Promise<void> {
    const { page } = this;
    const loaded = page.url().startsWith("http") && (await page.locator(UNDER_WAY).count()) === 0;
    if (loaded) await this.go(path);
    else await page.goto(path);
  }

  async openChat(title: string): Promise<void> {
    const list = this.page.getByRole("navigation", { name: "Chats" });
    // What was said last stands in the list as well, and may have the same words.
    const named = this.page.getByText(title, { exact: true });
    await list.getByRole("link").filter({ has: named }).click();
    await this.page.getByRole("heading", { level: 1, name: title }).waitFor();
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press("Enter");
  }

  get field() {
    return this.page.getByRole("textbox", { name: "Message" });
  }

  /** Chooses files to be sent to the open chat. */
  async pick(files: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    const button = this.page.getByRole("button", { name: "Attach files" });
    await button.locator("xpath=following-sibling::input[@type='file']").setInputFiles(files);
  }

  /** Presses an entry of the menu above the list of chats. */
  async choose(entry: string): Promise<void> {
    await this.page.getByRole("button", { name: "Menu", exact: true }).click();
    await this.page.getByRole("menuitem", { name: entry }).click();
  }

  /** What is known of the open chat, and its settings. */
  get panel() {
    return this.page.getByRole("region", { name: "About this chat" });
  }

  /** Opens a page of a chat's panel by its address. @returns the panel */
  async openPanel(chat_id: number, page = ""): Promise<Locator> {
    await this.page.goto(`/chat/${chat_id}/info${page}`);
    return this.panel;
  }

  /** A message in sight, by words of it. */
  message(words: string | RegExp) {
    return this.page.getByRole("article", { name: words });
  }

  /** A message of the person's own, in sight, that has arrived. */
  sent(words: string) {
    return this.message(new RegExp(`^You, (in reply to .*, )?${RegExp.escape(words)}.*(?<!, sending)$`));
  }

  /** Waits until nothing moves or fades: half-way, colours are between two that are both legible. */
  async still(): Promise<void> {
    await this.page.evaluate(STILL);
  }

  /** What axe finds wrong with the page once it is still, by all its rules or by some: rule, and the elements. */
  async violations(rules?: readonly string[]): Promise<string[]> {
    await this.still();
    if (!(await this.page.evaluate(`"axe" in globalThis`))) await this.page.evaluate(axeSource());
    const { violations } = await this.page.evaluate(
      (only) =>
        (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(
          only ? { runOnly: only } : {},
        ),
      rules && [...rules],
    );
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`,
    );
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** What turns for ever, such as a spinner, is not waited for. A transition begins a frame after what causes it. */
const STILL = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const moving = () =>
    document.getAnimations().filter((each) => {
      const { endTime } = each.effect.getComputedTiming();
      return each.playState === "running" && endTime !== Infinity;
    });
  do {
    await frame();
    await frame();
    await Promise.allSettled(moving().map((each) => each.finished));
  } while (moving().length > 0);
})()`;

let source: string | undefined;

function axeSource(): string {
  return (source ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
}
