/** A page full of hostile texts, at one moment: whether anything ran, broke the policy or the layout, and what is to be read. */
import type { Page } from "playwright-core";
import { TURNED } from "./hostile-cast.ts";

export interface Sight {
  /** Scripts that ran. */
  readonly ran: unknown;
  readonly violations: readonly string[];
  /** What is wider than its place, sticks out of it, or is cut off without a sign that there is more. */
  readonly too_wide: readonly string[];
  /** What turns the words behind it round. */
  readonly runs_on: readonly string[];
  /** The texts that were looked for and are nowhere to be read. */
  readonly unread: readonly string[];
  readonly title: string;
}

const PATIENCE_MS = 4000;

/** Gathers from now on, on every page that is opened: `violations`, and what the machine is `told`. */
export const WATCH = `
  globalThis.violations = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    globalThis.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample));
  globalThis.told = [];
  globalThis.Notification = class extends EventTarget {
    static permission = "granted";
    constructor(title, { body }) {
      super();
      globalThis.told.push(title, body);
    }
  };
`;

/** @param texts that are to be read on the page, as text */
export function sightOf(page: Page, texts: readonly string[] = []): Promise<Sight> {
  return page.evaluate<Sight>(`(${LOOK})(${JSON.stringify(texts)})`);
}

/** Waits until the texts are there, for as long as a page may take that will show them at all. */
export async function untilRead(page: Page, texts: readonly string[]): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end && (await sightOf(page, texts)).unread.length > 0) await page.evaluate(FRAME);
}

const FRAME = "new Promise((drawn) => requestAnimationFrame(drawn))";

const LOOK = `(texts) => {
  const { ran, violations } = globalThis;
  const root = document.documentElement;
  const shown = (each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const named = (each) =>
    each.tagName.toLowerCase() + " “" + (each.ariaLabel ?? each.textContent ?? "").trim().slice(0, 40) + "” ." + each.className;
  /** Made to be scrolled sideways. */
  const scrolled = (each) => each.matches("pre, nav[aria-label='Pages of the owner']");
  const everything = [...document.body.querySelectorAll("*")].filter(shown);

  const too_wide = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const each of everything) {
    const { overflowX } = getComputedStyle(each);
    const scrolls = overflowX === "auto" || overflowX === "scroll";
    if (scrolls && each.scrollWidth > each.clientWidth + 1 && !scrolled(each)) too_wide.push("scrolls: " + named(each));
  }

  /** What of a box is in sight, and whether what is not has a sign in its place. */
  const clipped = (box, from) => {
    let { left, right } = box;
    let told = false;
    for (let at = from; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") told = true;
      if (style.overflowX === "visible") {
        if (style.position === "fixed") break;
        continue;
      }
      if (scrolled(at)) told = true;
      const place = at.getBoundingClientRect();
      left = Math.max(left, place.left);
      right = Math.min(right, place.right);
    }
    return { left, right, told };
  };
  const check = (box, from, what) => {
    if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight) return;
    const seen = clipped(box, from);
    if (seen.right - seen.left < 1 && seen.told) return;
    if (seen.left < -1 || seen.right > root.clientWidth + 1) too_wide.push("sticks out of the window: " + what());
    else if (!seen.told && (seen.left > box.left + 2 || seen.right < box.right - 2)) too_wide.push("cut off: " + what());
  };
  for (const each of everything) {
    if (each.closest(".sr-only") || each.closest("svg")) continue;
    if (each.matches("button, input, textarea, select, a[href], article, [role=option], [role=menuitem]"))
      check(each.getBoundingClientRect(), each, () => named(each));
    for (const node of each.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) check(box, each, () => "the words of " + named(each));
    }
  }

  /** How many overrides, embeddings and isolates are left open. */
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
  /** As it is read: what ends an override is not. */
  const plain = (text) => text.replaceAll(/[\\u202C\\u2069]/g, "").replaceAll(/\\s+/g, " ").trim();
  const runs_on = [];
  for (const each of everything) {
    if (each.closest(".sr-only") || !apart(each)) continue;
    const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE || !apart(node));
    const words = own.map((node) => node.textContent).join("");
    if (!open(words)) continue;
    if (!plain(words).endsWith("${TURNED}")) runs_on.push(named(each) + ": " + words);
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
