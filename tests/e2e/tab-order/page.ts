/** The typed interface to the script in the page (`in-page.js`) that reports the focus and what can be clicked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A tab stop. Elements are identified by numbers. */
export interface Stop {
  readonly number: number;
  readonly name: string;
  readonly box: Box;
  /** The box of the stop before it. */
  readonly before?: Box;
  readonly rtl: boolean;
  /** Whether it has several stops inside it, like a video or a date field. */
  readonly many: boolean;
  /** Elements that look alike are of the same kind. */
  readonly kind: string;
  readonly descendant?: number;
  readonly message?: number;
  readonly isMessage: boolean;
  readonly group?: number;
  /** The row of a list that it is in, and the list. */
  readonly row?: number;
  readonly list?: number;
}

interface Unreached {
  readonly number: number;
  readonly name: string;
}

/** What the script leaves in the page. */
interface InPage {
  readonly tabOrder: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
}

const IN_PAGE = readFileSync(join(import.meta.dirname, "in-page.js"), "utf8");

/** Must be called before the page is opened, because it counts event listeners from the first one on. */
export async function installInPage(page: Page): Promise<void> {
  await page.addInitScript(IN_PAGE);
}

function callInPage(page: Page, name: string, ...args: readonly unknown[]): Promise<unknown> {
  return page.evaluate(([called, passed]) => (globalThis as unknown as InPage).tabOrder[called]!(...passed), [
    name,
    args,
  ] as const);
}

/** The functions of the script in the page. */
export function inPage(page: Page) {
  return {
    addEdge: (where: "prepend" | "append") => callInPage(page, "addEdge", where),
    removeEdge: () => callInPage(page, "removeEdge"),
    focused: (before?: number) =>
      callInPage(page, "focused", ...(before === undefined ? [] : [before])) as Promise<Stop | undefined>,
    focus: (number: number) => callInPage(page, "focus", number),
    blur: (number: number) => callInPage(page, "blur", number),
    isIn: (number: number, selector: string) => callInPage(page, "isIn", number, selector) as Promise<boolean>,
    hasUnreached: (number: number, done: readonly number[]) =>
      callInPage(page, "hasUnreached", number, done) as Promise<boolean>,
    unreached: (scope: string, done: readonly number[]) =>
      callInPage(page, "unreached", scope, done) as Promise<Unreached[]>,
    inert: (done: readonly number[]) => callInPage(page, "inert", done) as Promise<string[]>,
    describe: (number: number) => callInPage(page, "describe", number) as Promise<string>,
    matches: (number: number, selector: string) => callInPage(page, "matches", number, selector) as Promise<boolean>,
  };
}
