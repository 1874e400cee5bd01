/** What opens over a page by keys: the keyboard goes in, comes to everything there, and goes back to where it was. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { focused, gone, inside, isFocused, isInside, type Screen } from "../browser.ts";
import { walk } from "./walk.ts";

export interface Overlay {
  /** What is pressed. */
  readonly opener: (screen: Screen) => Locator;
  /** The key that it is pressed with. */
  readonly key?: string;
  /** Entries of the menu that comes first, chosen by keys. */
  readonly entry?: string | RegExp;
  /** What comes, by a selector that fits nothing else. */
  readonly shows: string;
  /** A menu has arrows and no Tab. */
  readonly kind: "menu" | "dialog" | "popover";
  /** What the keyboard is on afterwards, where that is not the opener. */
  readonly back?: (screen: Screen) => Locator;
}

export const MENU = "[role=menu][data-open]";
export const DIALOG = "[role=dialog][data-open]";
export const ALERT = "[role=alertdialog][data-open]";

/** @returns what is wrong with it */
export async function through(screen: Screen, overlay: Overlay): Promise<string[]> {
  const { page } = screen;
  const shown = page.locator(overlay.shows);
  const opener = overlay.opener(screen);
  await opener.focus();
  await page.keyboard.press(overlay.key ?? "Enter");
  if (overlay.entry !== undefined) await choose(screen, overlay.entry);
  await shown.waitFor();
  await screen.still();
  const faults: string[] = [];
  if (!(await isInside(shown))) faults.push("the keyboard does not go in");
  faults.push(...(await walk(page, { scope: overlay.shows, kind: overlay.kind })));
  // Who goes on from what is not modal leaves it, and it closes.
  if (overlay.kind === "popover" && (await shown.count()) === 0) {
    await opener.focus();
    await page.keyboard.press("Enter");
    await shown.waitFor();
    await screen.still();
  }
  await page.keyboard.press("Escape");
  await gone(shown);
  await screen.still();
  try {
    await expect.poll(() => isFocused(overlay.back?.(screen) ?? opener), { timeout: 8000 }).toBe(true);
  } catch {
    faults.push(`the keyboard does not go back, but to ${await page.evaluate(WHERE)}`);
  }
  return faults;
}

const WHERE = `document.activeElement.outerHTML.slice(0, 120)`;

/** Goes down a menu to an entry, and chooses it. */
export async function choose({ page }: Screen, name: string | RegExp): Promise<void> {
  const entry = page.getByRole("menuitem", { name }).first();
  await entry.waitFor();
  await inside(page.locator(MENU).last());
  for (let steps = 0; steps < 20 && !(await isFocused(entry)); steps++) {
    // The next press before the first has moved the keyboard goes on from where it was.
    const left = await page.locator(":focus").elementHandle();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => left!.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(false);
  }
  await focused(entry);
  await page.keyboard.press("Enter");
}
