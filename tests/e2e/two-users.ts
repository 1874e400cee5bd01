/** Two users, each with a screen of their own. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Clock } from "heliogram/ports/clock.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

export interface TwoUsers {
  readonly browser: Browser;
  readonly t: TestService;
  readonly alice: Screen;
  readonly bob: Screen;
  readonly close: () => Promise<void>;
}

interface TwoUsersOptions {
  readonly world?: object;
  readonly clock?: Clock;
  /** Runs before they sign in. */
  readonly before?: (t: TestService) => Promise<unknown>;
  readonly flags?: readonly string[];
  /** The options of Alice's browser context. */
  readonly alice?: BrowserContextOptions;
  /** The chat that both open. */
  readonly chat?: string;
}

export async function startTwoUsers(options: TwoUsersOptions = {}): Promise<TwoUsers> {
  const t = await startWithClient(options.world, options.clock);
  let browser: Browser | undefined;
  const close = async () => {
    await leaveBrowser(browser);
    await t.stop();
  };
  try {
    await options.before?.(t);
    browser = await openBrowser(findChromium()!, options.flags);
    const [alice, bob] = await Promise.all([
      Screen.signIn(browser, t, "alice", options.alice),
      Screen.signIn(browser, t, "bob"),
    ]);
    const { chat } = options;
    if (chat !== undefined) await Promise.all([alice, bob].map((screen) => screen.openChat(chat)));
    return { browser, t, alice, bob, close };
  } catch (error) {
    await close();
    throw error;
  }
}
