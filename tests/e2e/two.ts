/** Two people in front of the client, each on a screen of their own. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Clock } from "heliogram/ports/clock.ts";
import type { TestService } from "../kit/service.ts";
import { findChromium, launch, Screen, startWithClient } from "./browser.ts";

export interface Two {
  readonly browser: Browser;
  readonly t: TestService;
  readonly alice: Screen;
  readonly bob: Screen;
  readonly close: () => Promise<void>;
}

interface TwoOptions {
  readonly world?: object;
  readonly clock?: Clock;
  /** What happens before they come. */
  readonly before?: (t: TestService) => Promise<unknown>;
  readonly flags?: readonly string[];
  /** What is particular about Alice's screen. */
  readonly alice?: BrowserContextOptions;
  /** The chat that both open. */
  readonly chat?: string;
}

export async function startTwo(options: TwoOptions = {}): Promise<Two> {
  const t = await startWithClient(options.world, options.clock);
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await t.stop();
  };
  try {
    await options.before?.(t);
    browser = await launch(findChromium()!, options.flags);
    const alice = await Screen.signIn(browser, t, "alice", options.alice);
    const bob = await Screen.signIn(browser, t, "bob");
    if (options.chat !== undefined) for (const screen of [alice, bob]) await screen.openChat(options.chat);
    return { browser, t, alice, bob, close };
  } catch (error) {
    await close();
    throw error;
  }
}
