/** Walks a page by key presses, as a person without a mouse does, and says what is wrong with the way. */
import type { Page } from "playwright-core";
import { differ, pictureOf } from "./picture.ts";
import { reachOf, type Stop } from "./page.ts";

interface WalkOptions {
  /** What is walked, by a selector: a dialog, the panel. */
  readonly scope?: string;
  /** What it is: Tab goes round in a dialog, and from end to end of a page; a menu has arrows alone. */
  readonly kind?: "page" | "dialog" | "popover" | "menu";
}

/**
 * What listens for the pointer upon others: for each, another way is tested by hand. Chats and messages have their menu
 * by keys, messages are chosen by the space bar, and a picture is looked at closely by keys and by buttons. What
 * says why a control is refused is there to be read, and hides from no key.
 */
const OTHER_WAYS = [
  "nav:has([data-chat])",
  ":has(> * > [role=group] [data-key])",
  "article > input[type=checkbox]",
  "[data-scale]",
  "[role=presentation]:has(> [aria-hidden=true])",
  "[role=presentation] > [aria-hidden=true]",
].join();

/** So many presses end no page. */
const MOST_PRESSES = 400;
/** Presses within one film, or one date. */
const MOST_WITHIN = 24;
/** Presses of arrow keys that go round any group. */
const MOST_ARROWS = 40;

/** Kinds of stops whose focus was seen once, on any page. */
const seen = new Set<string>();

/** @returns what is wrong, one line each */
export async function walk(page: Page, { scope = "body", kind = "page" }: WalkOptions = {}): Promise<string[]> {
  await page.mouse.move(0, 0);
  const reach = reachOf(page);
  const { stops, faults } = await tabThrough(page, { scope, kind });
  const reached = new Set(stops.flatMap(({ number, descendant }) => [number, descendant ?? number]));
  if (kind === "page") faults.push(...(await backwards(page, scope, reached)));
  for (const stop of stops) await alongGroup(page, stop, scope, reached);
  if (kind === "page" && (await reach.missed(scope, [...reached])).length > 0) await again(page, reached);
  const missed: string[] = [];
  for (const { number, name } of await reach.missed(scope, [...reached])) {
    if (!(await reach.matches(number, OTHER_WAYS))) missed.push(name);
  }
  faults.push(...missed.map((name) => `no key comes to ${name}`));
  faults.push(...(await reach.deaf([...reached])).map((name) => `no key does anything with ${name}`));
  await reach.noEdge();
  return [...new Set(faults)];
}

interface Way {
  readonly stops: Stop[];
  readonly faults: string[];
}

async function tabThrough(page: Page, { scope, kind }: Required<WalkOptions>): Promise<Way> {
  const reach = reachOf(page);
  const modal = kind !== "page";
  const stops: Stop[] = [];
  const faults: string[] = [];
  const order: string[] = [];
  // A dialog begins at its field, and goes round once.
  const done = () => ({ stops, faults: [...faults, ...(modal ? order.slice(1) : order)] });
  if (!modal) await reach.edge("prepend");
  let before: Stop | undefined;
  let within = 0;
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (kind === "menu" && presses > 0) return done();
    if (!modal || presses > 0) await page.keyboard.press("Tab");
    const stop = await reach.at();
    within = stop && stop.number === before?.number ? within + 1 : 0;
    if (within > 0 && stop!.many && within < MOST_WITHIN) continue;
    if (!stop) {
      if (kind === "dialog" && presses > 0) faults.push(`Tab loses the keyboard after ${before?.name}`);
      if (!modal || presses > 0) return done();
      continue;
    }
    if (modal && !(await reach.isIn(stop.descendant ?? stop.number, scope))) {
      if (kind === "dialog") faults.push(`Tab leaves ${scope} for ${stop.name}`);
      return done();
    }
    if (stops.some(({ number }) => number === stop.number)) {
      if (!modal && stop.number !== stops[0]!.number) faults.push(`Tab is trapped: it comes to ${stop.name} again`);
      return done();
    }
    if (before) order.push(...(await outOfOrder(page, before, stop)));
    stops.push(stop);
    before = stop;
    if (!(await showsFocus(page, stop))) faults.push(`nothing shows that the keyboard is on ${stop.name}`);
  }
  faults.push("Tab goes on without an end");
  return done();
}

/** Shift+Tab comes to the same stops. */
async function backwards(page: Page, scope: string, reached: ReadonlySet<number>): Promise<string[]> {
  const reach = reachOf(page);
  await reach.edge("append");
  const back = new Set<number>();
  let last: number | undefined;
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press("Shift+Tab");
    const stop = await reach.at();
    if (!stop) break;
    if (stop.number !== last && back.has(stop.number)) break;
    last = stop.number;
    back.add(stop.number);
  }
  const missed = [...reached].filter((each) => !back.has(each));
  // A group keeps its place: what the keyboard was on last stands for it.
  const faults: string[] = [];
  for (const number of missed) {
    if (await reach.isIn(number, `:is(${scope}) :is(article, [role=toolbar], [role=grid])`)) continue;
    if (await reach.isIn(number, "[role=option]")) continue;
    faults.push(`Shift+Tab passes over ${await reach.told(number)}`);
  }
  return faults;
}

/** Compares the picture of a stop with what it is when the keyboard is nowhere. */
async function showsFocus(page: Page, stop: Stop): Promise<boolean> {
  if (seen.has(stop.kind)) return true;
  const reach = reachOf(page);
  const inMenu = await reach.matches(stop.number, "[role=menuitem]");
  // A menu as a whole is seen by its being there.
  if (await reach.matches(stop.number, "[role=menu]")) return true;
  const there = await pictureOf(page, stop.box);
  // An entry of a menu stays chosen until another one is.
  if (inMenu) await page.keyboard.press("ArrowDown");
  else await reach.blur(stop.number);
  if (inMenu && (await reach.at())?.number === stop.number) return true;
  const away = await pictureOf(page, stop.box);
  if (inMenu) await page.keyboard.press("ArrowUp");
  else await reach.focus(stop.number);
  const differs = await differ(there, away);
  if (differs) seen.add(stop.kind);
  return differs;
}

/** Less than this is no step up or back. */
const EPS_PX = 2;

/** Lines from above to below, and in a line from its beginning to its end; columns in the same order. */
async function outOfOrder(page: Page, before: Stop, stop: Stop): Promise<string[]> {
  if (before.message !== undefined && before.message === stop.message) return [];
  const from = await reachOf(page).box(before.number);
  const to = stop.box;
  const ahead = stop.rtl ? to.right <= from.left + EPS_PX : to.left >= from.right - EPS_PX;
  const behind = stop.rtl ? to.left >= from.right - EPS_PX : to.right <= from.left + EPS_PX;
  const above = to.bottom <= from.top + EPS_PX;
  const shared = Math.min(from.bottom, to.bottom) - Math.max(from.top, to.top);
  const inLine = shared > Math.min(from.bottom - from.top, to.bottom - to.top) / 2;
  if (!(above && !ahead) && !(inLine && behind)) return [];
  return [`Tab goes back in reading, from ${before.name} to ${stop.name}`];
}

/** Goes through the group that a stop belongs to by arrow keys, as long as there is something in it that was not reached. */
async function alongGroup(page: Page, stop: Stop, scope: string, reached: Set<number>): Promise<void> {
  const reach = reachOf(page);
  const keys = stop.isMessage
    ? ["ArrowUp"]
    : stop.descendant !== undefined
      ? ["ArrowDown"]
      : ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"];
  const isField = await reach.matches(stop.number, "select, input:not([role=combobox])");
  if (isField || (stop.group === undefined && stop.descendant === undefined && !stop.isMessage)) return;
  const waits = async () =>
    stop.group === undefined || stop.descendant !== undefined || (await reach.waits(stop.group, [...reached]));
  if (!(await reach.isIn(stop.descendant ?? stop.number, scope)) || !(await waits())) return;
  await reach.focus(stop.number);
  if (stop.isMessage) {
    await page.keyboard.press("End");
    await intoMessage(page, reached);
  }
  for (const key of keys) {
    const been = new Set<number>();
    for (let presses = 0; presses < MOST_ARROWS; presses++) {
      await page.keyboard.press(key);
      const at = await reach.at();
      if (!at) break;
      const place = at.descendant ?? at.number;
      if (been.has(place)) break;
      been.add(place);
      reached.add(place);
      if (at.isMessage) await intoMessage(page, reached);
    }
    if (!(await waits())) return;
  }
}

/** What has come only because one went through a group, such as the way back to its end, is come to the next time. */
async function again(page: Page, reached: Set<number>): Promise<void> {
  const reach = reachOf(page);
  await reach.edge("prepend");
  const been = new Set<number>();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press("Tab");
    const stop = await reach.at();
    if (!stop || (been.has(stop.number) && !stop.many)) return;
    been.add(stop.number);
    reached.add(stop.number);
  }
}

/** From a message to its controls, and back. */
async function intoMessage(page: Page, reached: Set<number>): Promise<void> {
  const reach = reachOf(page);
  const message = await reach.at();
  for (let last = message?.number; ;) {
    await page.keyboard.press("Tab");
    const stop = await reach.at();
    if (!stop || stop.message !== message!.number) break;
    if (stop.number === last && !stop.many) break;
    last = stop.number;
    reached.add(stop.number);
  }
  await reach.focus(message!.number);
}
