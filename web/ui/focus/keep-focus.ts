/**
 * When the focused element is removed (a list row, a message, a bar), its neighbour gets the focus instead of the body.
 */
import { OVERLAYS } from "../overlays/open-overlays.ts";
import { TABBABLE } from "./tabbable.ts";

/** Includes messages without a tab stop, because any message may take the focus. */
const FOCUSABLE = `:is(${TABBABLE}):not([data-base-ui-focus-guard])`;

/** Frames in which the code that removed the element may move the focus itself. */
const WAIT_FRAMES = 3;

interface FocusRecord {
  readonly element: HTMLElement;
  /** The element and its ancestors, each with its index among its siblings. */
  readonly path: readonly { readonly element: Element; readonly index: number }[];
  /** The dialog, alert or menu that contains it. */
  readonly overlay: Element | null;
  /** What had the focus before the overlay opened, as a fallback when Base UI does not restore it. */
  readonly beneath: FocusRecord | undefined;
  /** The element was disabled while focused, which removes the focus. */
  wasDisabled: boolean;
}

/** @returns a function that stops it */
export function keepFocus(): () => void {
  // A field may have the focus already (autoFocus).
  let record = document.activeElement === document.body ? undefined : recordFocus(document.activeElement, undefined);
  let isScheduled = false;
  const listeners = new AbortController();
  const { signal } = listeners;
  const moveFocus = () => {
    isScheduled = false;
    if (signal.aborted || !record || document.activeElement !== document.body) return;
    if (!record.element.isConnected) focusTarget(record)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!record) return;
    if (record.element.matches(":disabled")) record.wasDisabled = true;
    if (document.activeElement !== document.body) return;
    if (record.wasDisabled && canFocus(record.element)) {
      record.element.focus({ preventScroll: true });
    } else if (!record.element.isConnected && !isScheduled) {
      isScheduled = true;
      afterFrames(WAIT_FRAMES, moveFocus);
    }
  });
  document.addEventListener("focusin", ({ target }) => (record = recordFocus(target, record)), { signal });
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    const left = record;
    if (relatedTarget !== null || !left) return;
    // A click on the background blurs an element that still exists; then nothing is restored.
    queueMicrotask(() => {
      if (record === left && canFocus(left.element)) record = undefined;
    });
  };
  document.addEventListener("focusout", onFocusOut, { signal });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    listeners.abort();
    observer.disconnect();
  };
}

function recordFocus(target: EventTarget | null, before: FocusRecord | undefined): FocusRecord | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const path = [];
  for (let element: Element = target; element.parentElement; element = element.parentElement) {
    path.push({ element, index: [...element.parentElement.children].indexOf(element) });
  }
  const overlay = target.closest(OVERLAYS);
  const beneath = overlay && before?.overlay ? before.beneath : before;
  return { element: target, path, overlay, beneath: overlay ? beneath : undefined, wasDisabled: false };
}

function focusTarget(record: FocusRecord): HTMLElement | undefined {
  const { overlay, beneath } = record;
  if (overlay === null || overlay.isConnected || !beneath) return nearestStop(record);
  return canFocus(beneath.element) ? beneath.element : nearestStop(beneath);
}

/** The element now in its place, otherwise one before it, otherwise the same in the parent. */
function nearestStop({ path }: FocusRecord): HTMLElement | undefined {
  for (const [at, { index }] of path.entries()) {
    const parent = path[at + 1]?.element;
    if (!parent?.isConnected) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
      const stop = [child, ...child.querySelectorAll(FOCUSABLE)].find(canFocus);
      if (stop) return stop;
    }
  }
  return undefined;
}

function canFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element.matches(FOCUSABLE) &&
    (element.tabIndex >= 0 || element.matches("article")) &&
    !element.matches(":disabled") &&
    !element.closest("[inert]") &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

function afterFrames(count: number, then: () => void): void {
  if (count === 0) then();
  else requestAnimationFrame(() => afterFrames(count - 1, then));
}
