/**
 * The state of a page with injected texts: whether a script ran, whether the content security policy or the layout was
 * violated, and which texts are shown.
 */
import type { Page } from "playwright-core";
import { REVERSED } from "./injection-fixtures.ts";

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

/**
 * From now on, and on every page that is opened, collects `violations` and the texts of `notifications` that the page shows.
 */
export const COLLECT_VIOLATIONS = `
  globalThis.violations = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    globalThis.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample));
  globalThis.notifications = [];
  globalThis.Notification = class extends EventTarget {
    static permission = "granted";
    constructor(title, { body }) {
      super();
      globalThis.notifications.push(title, body);
    }
  };
`;

/** @param texts the texts that must be shown on the page */
export function pageState(page: Page, texts: readonly string[] = []): Promise<PageState> {
  return page.evaluate<PageState>(`(${READ_STATE})(${JSON.stringify(texts)})`);
}

/** Waits until the texts are shown. */
export async function waitForTexts(page: Page, texts: readonly string[]): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end && (await pageState(page, texts)).unread.length > 0) await page.evaluate(FRAME);
}

const FRAME = "new Promise((drawn) => requestAnimationFrame(drawn))";

const READ_STATE = `(texts) => {
  const { ran, violations } = globalThis;
  const root = document.documentElement;
  const shown = (each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const named = (each) =>
    each.tagName.toLowerCase() + " “" + (each.ariaLabel ?? each.textContent ?? "").trim().slice(0, 40) + "” ." + each.className;
  /** Elements that are meant to scroll horizontally. */
  const scrolled = (each) => each.matches("pre, nav[aria-label='Pages of the owner']");
  const everything = [...document.body.querySelectorAll("*")].filter(shown);

  const too_wide = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const each of everything) {
    const { overflowX } = getComputedStyle(each);
    const scrolls = overflowX === "auto" || overflowX === "scroll";
    if (scrolls && each.scrollWidth > each.clientWidth + 1 && !scrolled(each)) too_wide.push("scrolls: " + named(each));
  }

  /** The visible part of a box, and whether an ellipsis or a scroll bar stands for the rest. */
  const clipped = (box, from) => {
    let { left, right } = box;
    let marked = false;
    for (let at = from; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") marked = true;
      if (style.overflowX === "visible") {
        if (style.position === "fixed") break;
        continue;
      }
      if (scrolled(at)) marked = true;
      const place = at.getBoundingClientRect();
      left = Math.max(left, place.left);
      right = Math.min(right, place.right);
    }
    return { left, right, marked };
  };
  const check = (box, from, what) => {
    if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight) return;
    const seen = clipped(box, from);
    if (seen.right - seen.left < 1 && seen.marked) return;
    if (seen.left < -1 || seen.right > root.clientWidth + 1) too_wide.push("overflows the window: " + what());
    else if (!seen.marked && (seen.left > box.left + 2 || seen.right < box.right - 2)) too_wide.push("cut off: " + what());
  };
  for (const each of everything) {
    if (each.closest(".sr-only") || each.closest("svg")) continue;
    if (each.matches("button, input, textarea, select, a[href], article, [role=option], [role=menuitem]"))
      check(each.getBoundingClientRect(), each, () => named(each));
    for (const node of each.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) check(box, each, () => "the text of " + named(each));
    }
  }

  /** Whether an override, embedding or isolate is left open. */
  const open = (text) => {
    let embedded = 0;
    let isolated = 0;
    for (const sign of text) {
      if (/[\\u202A\\u202B\\u202D\\u202E]/.test(sign)) embedded++;
      else if (sign === "\\u202C") embedded = Math.max(0, embedded - 1);
      else if (/[\\u2066-\\u2068]/.test(sign)) isolated++;
      else if (sign === "\\u2069") isolated = Math.max(0, isolated - 1);
    }
    return embedded + isolated > 0;
  };
  const apart = (each) => {
    const { unicodeBidi, display } = getComputedStyle(each);
    return /isolate|plaintext/.test(unicodeBidi) || !/^inline$|contents/.test(display);
  };
  /** The text without the characters that end overrides and isolates. */
  const plain = (text) => text.replaceAll(/[\\u202C\\u2069]/g, "").replaceAll(/\\s+/g, " ").trim();
  const runs_on = [];
  for (const each of everything) {
    if (each.closest(".sr-only") || !apart(each)) continue;
    const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE || !apart(node));
    const words = own.map((node) => node.textContent).join("");
    if (!open(words)) continue;
    if (!plain(words).endsWith("${REVERSED}")) runs_on.push(named(each) + ": " + words);
  }

  const fields = everything.filter((each) => each.matches("input, textarea"));
  const unread = texts.filter((text) => {
    const wanted = plain(text);
    const holders = [
      ...everything.filter((each) => plain(each.textContent).includes(wanted)),
      ...fields.filter((each) => plain(each.value).includes(each.matches("input") ? plain(text.replaceAll("\\n", "")) : wanted)),
    ];
    return !holders.some((each) => {
      if ([...each.children].some((child) => plain(child.textContent).includes(wanted))) return false;
      each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      const box = each.getBoundingClientRect();
      return box.width > 2 && box.height > 2 && box.right > 0 && box.left < root.clientWidth && box.bottom > 0 && box.top < innerHeight;
    });
  });
  return { ran, violations, too_wide, runs_on, unread, title: document.title };
}`;
