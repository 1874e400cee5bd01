/** Goes through a page with the keyboard, as a user without a mouse does, and reports the faults. */
import type { Page } from "playwright-core";
import { differ, screenshotOf } from "./screenshot.ts";
import { inPage, type Stop } from "./page.ts";

interface WalkOptions {
  /** The selector of what is walked, for example a dialog or the panel. */
  readonly scope?: string;
  /** Tab cycles in a dialog and goes from end to end of a page; a menu has only arrow keys. */
  readonly kind?: "page" | "dialog" | "popover" | "menu";
}

/**
 * Elements with pointer listeners that need no focus, because there is another way that is tested by hand: chats, topics and
 * messages have a keyboard shortcut for their menu, messages are selected with the space bar, a picture is zoomed with
 * keys and buttons, and the reason why a control is disabled is readable without it. The day that is shown while a list
 * scrolls opens the calendar, which the menu of the chat opens as well.
 */
const REACHED_OTHERWISE = [
  "nav:has([data-chat], [data-topic])",
  ":has(> * > [role=group] [data-key])",
  "article > input[type=checkbox]",
  "[data-scale]",
  ".pointer-events-none > button[tabindex='-1']",
  "[role=presentation]:has(> [aria-hidden=true])",
  "[role=presentation] > [aria-hidden=true]",
].join();

/** More key presses than any page has stops. */
const MAX_PRESSES = 400;
/** Key presses within one video or date field. */
const MAX_PRESSES_WITHIN = 24;
/** Arrow key presses that cycle through any group. */
const MAX_ARROWS = 40;

/** The kinds of stops whose focus ring was seen once, on any page. */
const seen = new Set<string>();

/** @returns the faults found, one line each */
export async function walk(page: Page, { scope = "body", kind = "page" }: WalkOptions = {}): Promise<string[]> {
  await page.mouse.move(0, 0);
  const inPageApi = inPage(page);
  const { stops, faults } = await tabThrough(page, { scope, kind });
  faults.push(...severalRows(stops));
  const reached = new Set(stops.flatMap(({ number, descendant }) => [number, descendant ?? number]));
  if (kind === "page") faults.push(...(await shiftTabThrough(page, scope, reached)));
  for (const stop of stops) await walkGroup(page, stop, scope, reached);
  if (kind === "page" && (await inPageApi.unreached(scope, [...reached])).length > 0) await revisit(page, reached);
  const unreached: string[] = [];
  for (const { number, name } of await inPageApi.unreached(scope, [...reached])) {
    if (!(await inPageApi.matches(number, REACHED_OTHERWISE))) unreached.push(name);
  }
  faults.push(...unreached.map((name) => `the keyboard does not reach ${name}`));
  faults.push(...(await inPageApi.inert([...reached])).map((name) => `no key activates ${name}`));
  await inPageApi.removeEdge();
  return [...new Set(faults)];
}

/** A list is one stop: Tab reaches the controls of one of its rows. */
function severalRows(stops: readonly Stop[]): string[] {
  const rows = new Map<number, Stop>();
  return stops.flatMap((stop) => {
    if (stop.list === undefined) return [];
    const first = rows.get(stop.list) ?? stop;
    rows.set(stop.list, first);
    return first.row === stop.row ? [] : [`Tab stops at several rows of a list: ${first.name} and ${stop.name}`];
  });
}

interface TabStops {
  readonly stops: Stop[];
  readonly faults: string[];
}

async function tabThrough(page: Page, { scope, kind }: Required<WalkOptions>): Promise<TabStops> {
  const inPageApi = inPage(page);
  const modal = kind !== "page";
  const stops: Stop[] = [];
  const faults: string[] = [];
  const order: string[] = [];
  // In a dialog the focus starts at its field and cycles once.
  const done = () => ({ stops, faults: [...faults, ...(modal ? order.slice(1) : order)] });
  if (!modal) await inPageApi.addEdge("prepend");
  let before: Stop | undefined;
  let within = 0;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (kind === "menu" && presses > 0) return done();
    if (!modal || presses > 0) await page.keyboard.press("Tab");
    const stop = await inPageApi.focused(before?.number);
    within = stop && stop.number === before?.number ? within + 1 : 0;
    if (within > 0 && stop!.many && within < MAX_PRESSES_WITHIN) continue;
    if (!stop) {
      if (kind === "dialog" && presses > 0) faults.push(`Tab loses the focus after ${before?.name}`);
      if (!modal || presses > 0) return done();
      continue;
    }
    if (modal && !(await inPageApi.isIn(stop.descendant ?? stop.number, scope))) {
      if (kind === "dialog") faults.push(`Tab leaves ${scope} for ${stop.name}`);
      return done();
    }
    if (stops.some(({ number }) => number === stop.number)) {
      if (!modal && stop.number !== stops[0]!.number) faults.push(`Tab is trapped: it reaches ${stop.name} again`);
      return done();
    }
    if (before) order.push(...outOfOrder(before, stop));
    stops.push(stop);
    before = stop;
    if (!(await showsFocus(page, stop))) faults.push(`no visible focus on ${stop.name}`);
  }
  faults.push("Tab does not come to an end");
  return done();
}

/** Checks that Shift+Tab reaches the same stops. */
async function shiftTabThrough(page: Page, scope: string, reached: ReadonlySet<number>): Promise<string[]> {
  const inPageApi = inPage(page);
  await inPageApi.addEdge("append");
  const back = new Set<number>();
  let last: number | undefined;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press("Shift+Tab");
    const stop = await inPageApi.focused();
    if (!stop) break;
    if (stop.number !== last && back.has(stop.number)) break;
    last = stop.number;
    back.add(stop.number);
  }
  const missed = [...reached].filter((each) => !back.has(each));
  // A group remembers its last focused element, which stands for the group.
  const faults: string[] = [];
  for (const number of missed) {
    // A part that was loaded meanwhile took its place, and is checked with what is not reached.
    if (!(await inPageApi.isIn(number, "html"))) continue;
    if (await inPageApi.isIn(number, `:is(${scope}) :is(article, [role=toolbar], [role=grid])`)) continue;
    if (await inPageApi.isIn(number, "[role=option]")) continue;
    faults.push(`Shift+Tab does not reach ${await inPageApi.describe(number)}`);
  }
  return faults;
}

/** Compares the screenshot of a focused stop with the same area without the focus. */
async function showsFocus(page: Page, stop: Stop): Promise<boolean> {
  if (seen.has(stop.kind)) return true;
  const inPageApi = inPage(page);
  const inMenu = await inPageApi.matches(stop.number, "[role=menuitem]");
  // An open menu itself shows that it has the focus.
  if (await inPageApi.matches(stop.number, "[role=menu]")) return true;
  const there = await screenshotOf(page, stop.box);
  // A menu entry stays highlighted until another one is.
  if (inMenu) await page.keyboard.press("ArrowDown");
  else await inPageApi.blur(stop.number);
  if (inMenu && (await inPageApi.focused())?.number === stop.number) return true;
  const away = await screenshotOf(page, stop.box);
  if (inMenu) await page.keyboard.press("ArrowUp");
  else await inPageApi.focus(stop.number);
  const differs = await differ(there, away);
  if (differs) seen.add(stop.kind);
  // A part that was loaded meanwhile took its place, and kept the focus. Other stops of its kind are looked at.
  return differs || !(await inPageApi.isIn(stop.number, "html"));
}

/** A smaller difference in position is not a step up or back. */
const EPS_PX = 2;

/**
 * Reports a stop that is out of order: lines from top to bottom, each from its start to its end, and columns likewise.
 */
function outOfOrder(before: Stop, stop: Stop): string[] {
  if (before.message !== undefined && before.message === stop.message) return [];
  const from = stop.before!;
  const to = stop.box;
  const ahead = stop.rtl ? to.right <= from.left + EPS_PX : to.left >= from.right - EPS_PX;
  const behind = stop.rtl ? to.left >= from.right - EPS_PX : to.right <= from.left + EPS_PX;
  const above = to.bottom <= from.top + EPS_PX;
  const shared = Math.min(from.bottom, to.bottom) - Math.max(from.top, to.top);
  const inLine = shared > Math.min(from.bottom - from.top, to.bottom - to.top) / 2;
  if (!(above && !ahead) && !(inLine && behind)) return [];
  return [`Tab goes against the reading order, from ${before.name} to ${stop.name}`];
}

/** Moves through the group of a stop with arrow keys, while it has elements that were not reached. */
async function walkGroup(page: Page, stop: Stop, scope: string, reached: Set<number>): Promise<void> {
  const inPageApi = inPage(page);
  const keys = stop.isMessage
    ? ["ArrowUp"]
    : stop.descendant !== undefined
      ? ["ArrowDown"]
      : ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"];
  const isField = await inPageApi.matches(stop.number, "select, input:not([role=combobox], [type=checkbox])");
  if (isField || (stop.group === undefined && stop.descendant === undefined && !stop.isMessage)) return;
  const hasUnreached = async () =>
    stop.group === undefined ||
    stop.descendant !== undefined ||
    (await inPageApi.hasUnreached(stop.group, [...reached]));
  if (!(await inPageApi.isIn(stop.descendant ?? stop.number, scope)) || !(await hasUnreached())) return;
  await inPageApi.focus(stop.number);
  if (stop.isMessage) {
    await page.keyboard.press("End");
    await walkMessage(page, reached);
  }
  for (const key of keys) {
    const been = new Set<number>();
    for (let presses = 0; presses < MAX_ARROWS; presses++) {
      await page.keyboard.press(key);
      const at = await inPageApi.focused();
      if (!at) break;
      const place = at.descendant ?? at.number;
      if (been.has(place)) break;
      been.add(place);
      reached.add(place);
      if (at.isMessage) await walkMessage(page, reached);
      if (at.row !== undefined) await walkRow(page, at, reached);
    }
    if (!(await hasUnreached())) return;
  }
}

/** Also walks elements that appeared only while a group was walked, such as a button back to its start. */
async function revisit(page: Page, reached: Set<number>): Promise<void> {
  const inPageApi = inPage(page);
  await inPageApi.addEdge("prepend");
  const been = new Set<number>();
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press("Tab");
    const stop = await inPageApi.focused();
    if (!stop || (been.has(stop.number) && !stop.many)) return;
    been.add(stop.number);
    reached.add(stop.number);
  }
}

/** Through the controls of a row, and back. */
async function walkRow(page: Page, first: Stop, reached: Set<number>): Promise<void> {
  const inPageApi = inPage(page);
  for (let last = first.number; ;) {
    await page.keyboard.press("Tab");
    const stop = await inPageApi.focused();
    if (!stop || stop.row !== first.row || stop.number === last) break;
    last = stop.number;
    reached.add(stop.number);
  }
  await inPageApi.focus(first.number);
}

/** From a message to its controls, and back. */
async function walkMessage(page: Page, reached: Set<number>): Promise<void> {
  const inPageApi = inPage(page);
  const message = await inPageApi.focused();
  for (let last = message?.number; ;) {
    await page.keyboard.press("Tab");
    const stop = await inPageApi.focused();
    if (!stop || stop.message !== message!.number) break;
    if (stop.number === last && !stop.many) break;
    last = stop.number;
    reached.add(stop.number);
  }
  await inPageApi.focus(message!.number);
}
