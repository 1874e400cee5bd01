/** A page as the keyboard finds it: what the script within it (`in-page.js`) answers, typed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the keyboard is. Elements are known by numbers. */
export interface Stop {
  readonly number: number;
  readonly name: string;
  readonly box: Box;
  readonly rtl: boolean;
  /** Has stops of its own within it, as films and dates have. */
  readonly many: boolean;
  /** What is drawn alike has one kind. */
  readonly kind: string;
  readonly descendant?: number;
  readonly message?: number;
  readonly isMessage: boolean;
  readonly group?: number;
}

interface Missed {
  readonly number: number;
  readonly name: string;
}

const IN_PAGE = readFileSync(join(import.meta.dirname, "in-page.js"), "utf8");

/** Has to be called before the page is opened: listeners are counted from its first one on. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(IN_PAGE);
}

function ask(page: Page, name: string, ...args: readonly unknown[]): Promise<unknown> {
  return page.evaluate(`reach.${name}(${args.map((each) => JSON.stringify(each)).join()})`);
}

/** What the page says. */
export function reachOf(page: Page) {
  return {
    edge: (where: "prepend" | "append") => ask(page, "edge", where),
    noEdge: () => ask(page, "noEdge"),
    at: () => ask(page, "at") as Promise<Stop | undefined>,
    box: (number: number) => ask(page, "box", number) as Promise<Box>,
    focus: (number: number) => ask(page, "focus", number),
    blur: (number: number) => ask(page, "blur", number),
    isIn: (number: number, selector: string) => ask(page, "isIn", number, selector) as Promise<boolean>,
    waits: (number: number, done: readonly number[]) => ask(page, "waits", number, done) as Promise<boolean>,
    missed: (scope: string, done: readonly number[]) => ask(page, "missed", scope, done) as Promise<Missed[]>,
    deaf: (done: readonly number[]) => ask(page, "deaf", done) as Promise<string[]>,
    told: (number: number) => ask(page, "told", number) as Promise<string>,
    matches: (number: number, selector: string) => ask(page, "matches", number, selector) as Promise<boolean>,
  };
}
