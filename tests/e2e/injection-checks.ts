/**
 * The state of a page with injected texts: whether a script ran, whether the content security policy or the layout was
 * violated, and which texts are shown.
 */
import type { Page } from "playwright-core";
import { REVERSED } from "./injection-fixtures.ts";
import { loadScript } from "./page-scripts/load.ts";

export interface PageState {
  /** Scripts that ran. */
  readonly ran: unknown;
  readonly violations: readonly string[];
  /** Elements that are wider than their container, overflow it, or are cut off without an ellipsis. */
  readonly too_wide: readonly string[];
  /** Elements with a bidirectional override that affects the text after them. */
  readonly runs_on: readonly string[];
  /** The expected texts that are not shown. */
  readonly unread: readonly string[];
  readonly title: string;
}

const TIMEOUT_MS = 4000;

/** What `collectFaults` leaves in the page. */
export interface CollectedFaults {
  readonly ran: unknown;
  readonly violations: string[];
  readonly notifications: string[];
}

/** What `page-scripts/page-state.ts` offers. */
export interface PageStateReader {
  /** @param reversed - words that an override may reverse */
  readPageState(texts: readonly string[], reversed: string): PageState;
}

const SCRIPT = new URL("./page-scripts/page-state.ts", import.meta.url);

/**
 * In the page: from now on, and on every page that is opened, collects `violations` and the texts of `notifications`
 * that it shows.
 */
export function collectFaults(): void {
  const violations: string[] = [];
  const notifications: string[] = [];
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
  );
  class Collected extends EventTarget {
    static permission = "granted";
    constructor(title: string, { body }: NotificationOptions) {
      super();
      notifications.push(title, body!);
    }
  }
  Object.assign(globalThis, { violations, notifications, Notification: Collected });
}

/** @param texts the texts that must be shown on the page */
export async function pageState(page: Page, texts: readonly string[] = []): Promise<PageState> {
  await loadScript(page, SCRIPT);
  return page.evaluate(
    ([wanted, reversed]) => (globalThis as unknown as PageStateReader).readPageState(wanted, reversed),
    [texts, REVERSED] as const,
  );
}

/** Waits until the texts are shown. */
export async function waitForTexts(page: Page, texts: readonly string[]): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end && (await pageState(page, texts)).unread.length > 0) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
