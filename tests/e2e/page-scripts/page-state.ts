/** In a page with injected texts: whether a script ran, what violates the policy or the layout, and what is not shown. */
import type { CollectedFaults, PageStateReader } from "../injection-checks.ts";

const root = document.documentElement;

function isShown(each: Element): boolean {
  return each.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
}

function named(each: Element): string {
  const words = (each.ariaLabel ?? each.textContent).trim().slice(0, 40);
  return `${each.tagName.toLowerCase()} “${words}” .${each.className}`;
}

/** Elements that are meant to scroll horizontally. */
function mayScroll(each: Element): boolean {
  return each.matches("pre, nav[aria-label='Pages of the owner']");
}

function scrollFaults(everything: readonly HTMLElement[]): string[] {
  const found = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const each of everything) {
    const { overflowX } = getComputedStyle(each);
    const scrolls = overflowX === "auto" || overflowX === "scroll";
    if (scrolls && each.scrollWidth > each.clientWidth + 1 && !mayScroll(each)) found.push(`scrolls: ${named(each)}`);
  }
  return found;
}

/** The visible part of a box, and whether an ellipsis or a scroll bar stands for the rest. */
function clipped(box: DOMRect, from: Element) {
  let { left, right } = box;
  let marked = false;
  for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") marked = true;
    if (style.overflowX === "visible") {
      if (style.position === "fixed") break;
      continue;
    }
    if (mayScroll(at)) marked = true;
    const place = at.getBoundingClientRect();
    left = Math.max(left, place.left);
    right = Math.min(right, place.right);
  }
  return { left, right, marked };
}

function boxFaults(box: DOMRect, from: Element, what: () => string): string[] {
  if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight) return [];
  const seen = clipped(box, from);
  if (seen.right - seen.left < 1 && seen.marked) return [];
  if (seen.left < -1 || seen.right > root.clientWidth + 1) return [`overflows the window: ${what()}`];
  const isCut = !seen.marked && (seen.left > box.left + 2 || seen.right < box.right - 2);
  return isCut ? [`cut off: ${what()}`] : [];
}

const BOXES = "button, input, textarea, select, a[href], article, [role=option], [role=menuitem]";

function widthFaults(each: Element): string[] {
  if (each.closest(".sr-only") || each.closest("svg")) return [];
  const found = each.matches(BOXES) ? boxFaults(each.getBoundingClientRect(), each, () => named(each)) : [];
  for (const node of each.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || node.textContent!.trim() === "") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) found.push(...boxFaults(box, each, () => `the text of ${named(each)}`));
  }
  return found;
}

/** Whether an override, embedding or isolate is left open. */
function isOpen(text: string): boolean {
  let embedded = 0;
  let isolated = 0;
  for (const sign of text) {
    if (/[\u202A\u202B\u202D\u202E]/.test(sign)) embedded++;
    else if (sign === "\u202C") embedded = Math.max(0, embedded - 1);
    else if (/[\u2066-\u2068]/.test(sign)) isolated++;
    else if (sign === "\u2069") isolated = Math.max(0, isolated - 1);
  }
  return embedded + isolated > 0;
}

function isApart(each: Element): boolean {
  const { unicodeBidi, display } = getComputedStyle(each);
  return /isolate|plaintext/.test(unicodeBidi) || !/^inline$|contents/.test(display);
}

/** The text without the characters that end overrides and isolates. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u202C\u2069]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** @param reversed - words that an override may reverse */
function runsOn(everything: readonly Element[], reversed: string): string[] {
  return everything.flatMap((each) => {
    if (each.closest(".sr-only") || !isApart(each)) return [];
    const own = [...each.childNodes].filter((node) => !(node instanceof Element) || !isApart(node));
    const words = own.map((node) => node.textContent ?? "").join("");
    return isOpen(words) && !plain(words).endsWith(reversed) ? [`${named(each)}: ${words}`] : [];
  });
}

function isInSight(each: Element): boolean {
  each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { width, height, left, right, top, bottom } = each.getBoundingClientRect();
  return width > 2 && height > 2 && right > 0 && left < root.clientWidth && bottom > 0 && top < innerHeight;
}

function isRead(text: string, everything: readonly Element[]): boolean {
  const wanted = plain(text);
  const inLine = plain(text.replaceAll("\n", ""));
  const has = (each: Element) => plain(each.textContent).includes(wanted);
  const fields = everything.filter((each) => each.matches("input, textarea")) as HTMLInputElement[];
  const holders = [
    ...everything.filter(has),
    ...fields.filter((each) => plain(each.value).includes(each.matches("input") ? inLine : wanted)),
  ];
  return holders.some((each) => ![...each.children].some(has) && isInSight(each));
}

const readPageState: PageStateReader["readPageState"] = (texts, reversed) => {
  const { ran, violations } = globalThis as unknown as CollectedFaults;
  const everything = [...document.body.querySelectorAll<HTMLElement>("*")].filter(isShown);
  return {
    ran,
    violations,
    too_wide: [...scrollFaults(everything), ...everything.flatMap(widthFaults)],
    runs_on: runsOn(everything, reversed),
    unread: texts.filter((text) => !isRead(text, everything)),
    title: document.title,
  };
};

Object.assign(globalThis, { readPageState } satisfies PageStateReader);
