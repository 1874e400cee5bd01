/** Overlays with the keyboard: the focus moves in, reaches everything in it, and returns to where it was. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { focused, waitUntilGone, inside, isFocused, isInside, type Screen } from "../browser.ts";
import { walk } from "./walk.ts";

export interface Overlay {
  /** The element that opens it. */
  readonly opener: (screen: Screen) => Locator;
  /** The key that activates the opener. */
  readonly key?: string;
  /** An entry of the menu that opens first, chosen with the keyboard. */
  readonly entry?: string | RegExp;
  /** A selector that matches only the overlay. */
  readonly selector: string;
  /** A menu is navigated with arrow keys, not with Tab. */
  readonly kind: "menu" | "dialog" | "popover";
  /** The element that has the focus afterwards, if it is not the opener. */
  readonly returnsTo?: (screen: Screen) => Locator;
}

export const MENU = "[role=menu][data-open]";
export const DIALOG = "[role=dialog][data-open]";
export const ALERT = "[role=alertdialog][data-open]";

/** @returns the faults found */
export async function walkOverlay(screen: Screen, overlay: Overlay): Promise<string[]> {
  const { page } = screen;
  const shown = page.locator(overlay.selector);
  const opener = overlay.opener(screen);
  await opener.focus();
  await page.keyboard.press(overlay.key ?? "Enter");
  if (overlay.entry !== undefined) await choose(screen, overlay.entry);
  await shown.waitFor();
  await screen.settle();
  const faults: string[] = [];
  if (!(await isInside(shown))) faults.push("the focus does not move into the overlay");
  faults.push(...(await walk(page, { scope: overlay.selector, kind: overlay.kind })));
  // Tab leaves a non-modal popover, which then closes.
  if (overlay.kind === "popover" && (await shown.count()) === 0) {
    await opener.focus();
    await page.keyboard.press("Enter");
    await shown.waitFor();
    await screen.settle();
  }
  await page.keyboard.press("Escape");
  await waitUntilGone(shown);
  await screen.settle();
  try {
    await expect.poll(() => isFocused(overlay.returnsTo?.(screen) ?? opener), { timeout: 8000 }).toBe(true);
  } catch {
    faults.push(`the focus does not return to the opener, but moves to ${await page.evaluate(activeElement)}`);
  }
  return faults;
}

/** In the page. */
function activeElement(): string {
  return document.activeElement!.outerHTML.slice(0, 120);
}

/** Moves through a menu to an entry and chooses it. */
export async function choose({ page }: Screen, name: string | RegExp): Promise<void> {
  const entry = page.getByRole("menuitem", { name }).first();
  await entry.waitFor();
  await inside(page.locator(MENU).last());
  for (let steps = 0; steps < 20 && !(await isFocused(entry)); steps++) {
    // A key pressed before the previous one has moved the focus would start from the old position.
    const left = await page.locator(":focus").elementHandle();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => left!.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(false);
  }
  await focused(entry);
  await page.keyboard.press("Enter");
}
