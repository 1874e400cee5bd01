/** Browser support for tests: users on screens of their own, and the faults of a page. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { systemClock, type Clock } from "heliogram/ports/clock.ts";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { hashPassword } from "heliogram/app/accounts/passwords.ts";
import type { ServiceOptions } from "heliogram/runtime/service.ts";
import { keepSession } from "heliogram/http/authentication/session-cookie.ts";
import { setPasswordHash } from "heliogram/store/queries/accounts/people.ts";
import { findChromium as findFull, findHeadlessShell, launch, NO_CHROMIUM } from "../../tools/chromium.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { NODES, startBehindBalancer } from "../support/behind-balancer.ts";
import { startWorld, type TestService } from "../support/service.ts";

/** The folder of the web client, which the setup of the browser tests has built. */
export const CLIENT = join(import.meta.dirname, "../../web/dist");
const PASSWORD = "correct horse battery";
const DAY_S = 86_400;

/** The maximum duration of a step on a page, in milliseconds. It is long because the machine may be loaded. */
const STEP_MS = 30_000;

/**
 * Delays of frames, responses and socket messages in milliseconds, as on a machine without a GPU or over a slow
 * connection. They reveal races in tests and screens.
 */
const FRAME_DELAY_MS = Number(process.env.FRAME_DELAY_MS ?? 0);
const RESPONSE_DELAY_MS = Number(process.env.RESPONSE_DELAY_MS ?? 0);
const STREAM_DELAY_MS = Number(process.env.STREAM_DELAY_MS ?? 0);

/** In the page: delays every animation frame by this time. */
export function delayFrames(ms: number): void {
  const drawn = requestAnimationFrame;
  const { setTimeout: wait } = globalThis;
  const waiting = new Set<number>();
  let asked = 0;
  globalThis.requestAnimationFrame = (callback) => {
    const id = ++asked;
    waiting.add(id);
    const draw = (time: number) => {
      if (waiting.delete(id)) callback(time);
    };
    drawn(() => void wait(() => drawn(draw), ms));
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => void waiting.delete(id);
}

/** The browser of the tests. Without it they are skipped, except in CI, where that is an error. */
export function findChromium(): string | undefined {
  return required(findHeadlessShell());
}

/** The browser of tests that need more than a headless shell has, such as notifications. */
export function findFullChromium(): string | undefined {
  return required(findFull());
}

function required(executable: string | undefined): string | undefined {
  if (!executable && process.env.CI === "true") throw new Error(`${NO_CHROMIUM}; in CI the client must be tested`);
  return executable;
}

/**
 * Saves a fifth of the processor time of the browser tests: most scripts run for too short a time to earn what optimising
 * them costs; processes for the GPU that is not there and for the network only add messages between processes; and a new
 * screen takes over the process of one that was closed.
 */
const CHEAP = [
  "--js-flags=--no-maglev,--no-turbofan",
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
  "--renderer-process-limit=1",
];

/**
 * The browsers of this worker, by their programs and flags. They serve one file after the other: starting a browser
 * takes as long as loading four pages.
 */
const browsers = new Map<string, Browser>();

/** The worker's browser with these flags, which it starts if necessary. A test file ends with `leaveBrowser`. */
export async function openBrowser(executable: string, flags: readonly string[] = []): Promise<Browser> {
  const name = [executable, ...flags].join(" ");
  const known = browsers.get(name);
  if (known?.isConnected()) return known;
  const browser = await launch(executable, [...CHEAP, ...flags]);
  browsers.set(name, browser);
  return browser;
}

/** Closes everything that is open in a worker's browser. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/**
 * Starts a service with the client. It uses the system clock unless another is given. With
 * NODES=3 in the environment, it is three nodes on PostgreSQL behind a balancer.
 */
export async function startWithClient(
  world?: object,
  clock: Clock = systemClock(),
  more: Partial<
    Pick<ServiceOptions, "assistant" | "developer" | "link_previews" | "mail" | "providers" | "resolve">
  > = {},
): Promise<TestService> {
  const options = { web_dir: CLIENT, clock, ...more };
  return NODES > 1 ? startBehindBalancer(NODES, world, options) : startWorld("memory", world, options);
}

/** Waits until nothing matches the locator. */
export async function waitUntilGone(what: Locator): Promise<void> {
  await expect.poll(() => what.count()).toBe(0);
}

/** Waits until a field has this value, or one that the matcher accepts. */
export async function hasValue(field: Locator, value: unknown): Promise<void> {
  await expect.poll(() => field.inputValue()).toEqual(value);
}

/** Whether the element has the focus now. */
export function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((each) => each === each.ownerDocument.activeElement);
}

/** Whether the element or one of its descendants has the focus now. */
export function isInside(what: Locator): Promise<boolean> {
  return what.evaluate((each) => each.contains(each.ownerDocument.activeElement));
}

/** Waits until the element has the focus. */
export async function focused(what: Locator): Promise<void> {
  await expect.poll(() => isFocused(what)).toBe(true);
}

/** Waits until the element or one of its descendants has the focus. */
export async function inside(what: Locator): Promise<void> {
  await expect.poll(() => isInside(what)).toBe(true);
}

/** Characters of a page that are printed when a test has failed. */
const MAX_PRINTED = 4000;

/**
 * After a failed test, prints what the screens show, and restores them to their state after opening, so that the next
 * test does not fail for the same reason.
 */
export function recoverAfterFailures(screens: () => readonly Screen[]): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const { page } of screens()) {
      const shown = await page.locator("body").ariaSnapshot();
      process.stderr.write(`After "${task.name}", ${page.url()} shows:\n${shown.slice(0, MAX_PRINTED)}\n`);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().setOffline(false);
      await page.reload();
    }
  });
}

const NARROW_PHONE = { width: 360, height: 640 };
/** A window as small as a phone's. */
export const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true } as const;

/** A fake microphone that beeps, with permission granted. */
export const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/** Permission to write and read the clipboard. */
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/**
 * Console messages of the browser about refused requests, lost connections and plain http. They are no faults of the
 * page.
 */
const BROWSER_MESSAGES =
  /^Failed to load resource|net::ERR_INTERNET_DISCONNECTED|^The Cross-Origin-Opener-Policy header has been ignored/;

/** Overlays, and whatever is in progress on a page. */
const IN_PROGRESS = ["dialog", "alertdialog", "menu", "listbox", "toolbar", "timer", "slider", "searchbox"]
  .map((role) => `[role=${role}]`)
  .concat("[type=search]", "[type=range]", "[data-side]")
  .join();

/**
 * The rules of axe that take half of its time, because they measure colours, sizes or texts of every element. Only a long
 * run checks them.
 */
const SLOW_RULES = ["color-contrast", "target-size", "label-content-name-mismatch", "region", "avoid-inline-spacing"];

/** Which of axe's rules are checked; all but the slow ones by default, and all of them in a long run. */
interface Rules {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/** A page in a browser context of its own. `faults` collects its console errors and its requests to other hosts. */
export class Screen {
  readonly page: Page;
  readonly errors: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    const { host } = new URL(url);
    page.on("request", (request) => {
      const asked = new URL(request.url());
      if (asked.host !== "" && asked.host !== host) this.errors.push(`another host was asked: ${asked.href}`);
    });
    page.setDefaultTimeout(STEP_MS);
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !BROWSER_MESSAGES.test(message.text())) this.errors.push(message.text());
    });
  }

  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Screen> {
    // Playwright cannot intercept requests made by a service worker. A test of a transition asks for motion; elsewhere
    // the test would only wait until it ends.
    const usual = {
      viewport: { width: 1200, height: 800 },
      serviceWorkers: "block",
      reducedMotion: LONG_RUN ? "no-preference" : "reduce",
    } as const;
    const context = await browser.newContext({ baseURL: url, ...usual, ...options });
    if (FRAME_DELAY_MS > 0) await context.addInitScript(delayFrames, FRAME_DELAY_MS);
    if (RESPONSE_DELAY_MS > 0) {
      await context.route("**/api/*", async (route) => {
        await setTimeout(RESPONSE_DELAY_MS);
        await route.fallback();
      });
    }
    if (STREAM_DELAY_MS > 0) {
      await context.routeWebSocket("**/api/stream*", (near) => {
        const far = near.connectToServer();
        far.onMessage(async (news) => {
          await setTimeout(STREAM_DELAY_MS);
          near.send(news);
        });
      });
    }
    return new Screen(await context.newPage(), options.baseURL ?? url);
  }

  /** Opens the client signed in as a user of the world, whose password is then `PASSWORD`. */
  static async signIn(
    browser: Browser,
    t: TestService,
    username: string,
    options?: BrowserContextOptions,
  ): Promise<Screen> {
    const screen = await Screen.open(browser, t.url, options);
    const { page } = screen;
    const cookie = keepSession(await openSessionOf(t, username), t.service.deps.addresses.public_url, DAY_S);
    const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
    await page.context().addCookies([{ name, value, url: options?.baseURL ?? t.url }]);
    await page.goto("/");
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    return screen;
  }

  /** Another screen of the same user, in another browser context. */
  async again(browser: Browser, t: TestService, options?: BrowserContextOptions): Promise<Screen> {
    const { cookies } = await this.page.context().storageState();
    const screen = await Screen.open(browser, t.url, { ...options, storageState: { cookies, origins: [] } });
    await screen.page.goto("/");
    // Its language may be another.
    await screen.page.locator("a[data-chat]").first().waitFor();
    return screen;
  }

  /** Navigates as a link does, without reloading the page. */
  async go(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, "", to), path);
  }

  /** Navigates as a link does, unless an overlay is open or something is in progress. Then the page is reloaded. */
  async openPath(path: string): Promise<void> {
    const { page } = this;
    const loaded = page.url().startsWith("http") && (await page.locator(IN_PROGRESS).count()) === 0;
    if (loaded) await this.go(path);
    else await page.goto(path);
  }

  async openChat(title: string): Promise<void> {
    const list = this.page.getByRole("navigation", { name: "Chats" });
    // The last message is shown in the list too, and may have the same text.
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

  /** Picks files to send to the open chat. */
  async pick(files: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    const button = this.page.getByRole("button", { name: "Attach", exact: true });
    await button.locator("xpath=following-sibling::input[@type='file']").setInputFiles(files);
  }

  /** Selects an entry of the menu above the list of chats. */
  async choose(entry: string): Promise<void> {
    await this.page.getByRole("button", { name: "Menu", exact: true }).click();
    await this.page.getByRole("menuitem", { name: entry }).click();
  }

  /** The panel about the open chat. */
  get panel() {
    return this.page.getByRole("region", { name: "About this chat" });
  }

  /**
   * Opens a page of a chat's panel by its address. It is loaded if it is open already, or if the list of chats does not
   * have the chat yet.
   * @returns the panel
   */
  async openPanel(chat_id: number, page = ""): Promise<Locator> {
    const path = `/chat/${chat_id}/info${page}`;
    const isListed = (await this.page.locator(`[data-chat="${chat_id}"]`).count()) > 0;
    if (isListed && new URL(this.page.url()).pathname !== path) await this.openPath(path);
    else await this.page.goto(path);
    return this.panel;
  }

  /** A rendered message, by its text. */
  message(words: string | RegExp) {
    return this.page.getByRole("article", { name: words });
  }

  /** A rendered message of the user's own that has arrived. */
  sent(words: string) {
    return this.message(new RegExp(`^You, (in reply to .*, )?${RegExp.escape(words)}.*(?<!, sending)$`));
  }

  /** Closes what Escape closes, so that `openPath` need not load the page again. */
  async closeOverlays(): Promise<void> {
    const open = () => this.page.locator(IN_PROGRESS).count();
    for (let before = Infinity, now = await open(); now > 0 && now < before;) {
      before = now;
      await this.page.keyboard.press("Escape");
      await this.settle();
      now = await open();
    }
  }

  /** The width of the page on a narrow phone, less that of the phone, in CSS pixels. */
  async beyondNarrowPhone(): Promise<number> {
    const before = this.page.viewportSize()!;
    await this.page.setViewportSize(NARROW_PHONE);
    const width = await this.page.evaluate(() => document.documentElement.scrollWidth);
    await this.page.setViewportSize(before);
    return width - NARROW_PHONE.width;
  }

  /** Waits until no animation or transition runs, because axe would measure intermediate colours. */
  async settle(): Promise<void> {
    await this.page.evaluate(settle);
  }

  /** The violations that axe finds once the page is still, by all rules or some of them: the rule and its elements. */
  async violations({ only, except = LONG_RUN ? [] : SLOW_RULES }: Rules = {}): Promise<string[]> {
    await this.settle();
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(axeSource());
    const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
    const violations = await this.page.evaluate(
      async (options) => {
        const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
        return (await axe.run(options)).violations;
      },
      // Half of the time would go into details of the elements that pass.
      { resultTypes: ["violations"], rules, ...(only && { runOnly: [...only] }) },
    );
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`,
    );
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

let passwordHash: Promise<string> | undefined;

/** Gives a user the password `PASSWORD` and a session of a browser. @returns its access token */
async function openSessionOf(t: TestService, username: string): Promise<string> {
  const { db, hashes, deps } = t.service;
  const person_id = t.id(username);
  // One hash for all: a hash costs a tenth of loading a page.
  const hash = await (passwordHash ??= hashPassword(PASSWORD, randomBytes));
  t.canary.hear({ password: PASSWORD });
  const now_s = Math.floor(deps.clock.now() / 1000);
  const session = { person_id, label: "Chrome", lasts_s: DAY_S, way: "password" } as const;
  return db.write(async (tx) => {
    await setPasswordHash(tx, person_id, hash);
    return (await openSession(tx, hashes, deps.random.bytes, session, now_s)).access_token;
  });
}

/** In the page: waits for animations. Infinite ones such as spinners are not waited for. A transition starts one frame after its cause. */
export async function settle(): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame);
  const moving = () =>
    document.getAnimations().filter((each) => {
      const { endTime } = each.effect!.getComputedTiming();
      return each.playState === "running" && endTime !== Infinity;
    });
  do {
    await frame();
    await frame();
    await Promise.allSettled(moving().map((each) => each.finished));
  } while (moving().length > 0);
}

let source: string | undefined;

function axeSource(): string {
  return (source ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
}
