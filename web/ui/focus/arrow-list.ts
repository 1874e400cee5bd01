/**
 * Makes a list one tab stop: keys move between its rows, and Tab goes through the controls of the current row alone and
 * then on. The rows are the children of the list.
 */
import { rowAfterKey } from "../../core/model/keyboard/row-keys.ts";
import { isReachable, TABBABLE } from "./tabbable.ts";

/** Controls that use the keys of lists themselves. */
const OWN_KEYS =
  "input:not([type=checkbox], [type=button], [type=submit]), select, textarea, [contenteditable=true], [role=slider], video, audio";

/** Marks a control that was taken out of the tab order, because it is in another row than the current one. */
const MARK = "data-skipped";

/** For the `ref` of a list. */
export function arrowList(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  let current: Element | undefined;
  /** The position of the current row, whose place another row takes when it is removed. */
  let position = 0;
  const update = () => {
    const rows = rowsOf(list);
    if (!current || !rows.includes(current)) current = rows[Math.min(position, rows.length - 1)];
    if (!current) return;
    position = rows.indexOf(current);
    for (const row of list.children) setTabOrder(row, row === current);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const row = rowAround(list, target);
    if (!row || row === current) return;
    current = row;
    update();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAround(list, event.target);
    if (!row || !(event.target instanceof HTMLElement) || event.target.matches(OWN_KEYS)) return;
    const rows = rowsOf(list);
    const next = rowAfterKey(event, rows.indexOf(row), rows.length);
    if (next === undefined) return;
    // A button that opens a menu would open it for an arrow key.
    event.preventDefault();
    event.stopPropagation();
    if (rows[next] === row) return;
    const place = controlsOf(row).indexOf(event.target);
    const controls = controlsOf(rows[next]!);
    controls[Math.min(Math.max(place, 0), controls.length - 1)]?.focus();
  };
  current = list.querySelector(":scope > :has([aria-current])") ?? undefined;
  update();
  const observer = new MutationObserver(update);
  observer.observe(list, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["tabindex", "disabled"],
  });
  list.addEventListener("focusin", onFocus);
  list.addEventListener("keydown", onKeyDown, { capture: true });
  return () => {
    observer.disconnect();
    list.removeEventListener("focusin", onFocus);
    list.removeEventListener("keydown", onKeyDown, { capture: true });
  };
}

/** The rows that have controls. */
function rowsOf(list: HTMLElement): Element[] {
  return [...list.children].filter((row) => controlsOf(row).length > 0);
}

function rowAround(list: HTMLElement, target: EventTarget | null): Element | undefined {
  return target instanceof Node ? [...list.children].find((row) => row.contains(target)) : undefined;
}

/** What is or would be in the tab order. */
function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (each) => (each.hasAttribute(MARK) || each.tabIndex >= 0) && isReachable(each),
  );
}

function setTabOrder(row: Element, isCurrent: boolean): void {
  for (const control of row.querySelectorAll<HTMLElement>(TABBABLE)) {
    if (isCurrent && control.hasAttribute(MARK)) {
      const before = control.getAttribute(MARK);
      control.removeAttribute(MARK);
      if (before === null || before === "") control.removeAttribute("tabindex");
      else control.setAttribute("tabindex", before);
    } else if (!isCurrent && control.tabIndex >= 0) {
      control.setAttribute(MARK, control.getAttribute("tabindex") ?? "");
      control.tabIndex = -1;
    }
  }
}
