/** When what has the keyboard goes away (a row of a list, a message, a bar), its neighbour gets it, and not the bare page. */
import { OVER } from "./over.ts";
import { TAB_STOPS } from "./tab-stops.ts";

/** One message has the place of all in the order of the Tab key; any of them will do. */
const TAKES = `:is(${TAB_STOPS}):not([data-base-ui-focus-guard])`;

/** Frames that are left to whoever made it go, and may know a better place. */
const FRAMES = 3;

interface Held {
  readonly element: HTMLElement;
  /** From itself upwards: each element, and its place among its siblings. */
  readonly way: readonly { readonly element: Element; readonly index: number }[];
  /** The dialog, question or menu that it is in. */
  readonly over: Element | null;
  /** What had the keyboard before that opened: where it goes back to, when the library finds no place. */
  readonly below: Held | undefined;
  /** It was disabled while it had the keyboard, which takes the keyboard from it. */
  refused: boolean;
}

/** @returns a function that ends it */
export function keepFocus(): () => void {
  // A field may have taken the keyboard as it came.
  let held = document.activeElement === document.body ? undefined : heldBy(document.activeElement, undefined);
  let waiting = false;
  const ended = new AbortController();
  const { signal } = ended;
  const settle = () => {
    waiting = false;
    if (signal.aborted || !held || document.activeElement !== document.body) return;
    if (!held.element.isConnected) placeFor(held)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!held) return;
    if (held.element.matches(":disabled")) held.refused = true;
    if (document.activeElement !== document.body) return;
    if (held.refused && isStop(held.element)) {
      held.element.focus({ preventScroll: true });
    } else if (!held.element.isConnected && !waiting) {
      waiting = true;
      afterFrames(FRAMES, settle);
    }
  });
  document.addEventListener("focusin", ({ target }) => (held = heldBy(target, held)), { signal });
  const onLeave = ({ relatedTarget }: FocusEvent) => {
    const left = held;
    if (relatedTarget !== null || !left) return;
    // A press beside everything leaves what is still there: nothing is lost then.
    queueMicrotask(() => {
      if (held === left && isStop(left.element)) held = undefined;
    });
  };
  document.addEventListener("focusout", onLeave, { signal });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    ended.abort();
    observer.disconnect();
  };
}

function heldBy(target: EventTarget | null, before: Held | undefined): Held | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const way = [];
  for (let element: Element = target; element.parentElement; element = element.parentElement) {
    way.push({ element, index: [...element.parentElement.children].indexOf(element) });
  }
  const over = target.closest(OVER);
  const below = over && before?.over ? before.below : before;
  return { element: target, way, over, below: over ? below : undefined, refused: false };
}

function placeFor(held: Held): HTMLElement | undefined {
  const { over, below } = held;
  if (over === null || over.isConnected || !below) return neighbourOf(held);
  return isStop(below.element) ? below.element : neighbourOf(below);
}

/** What has come in its place, else what stood before it; where there is nothing, the same further up. */
function neighbourOf({ way }: Held): HTMLElement | undefined {
  for (const [at, { index }] of way.entries()) {
    const parent = way[at + 1]?.element;
    if (!parent?.isConnected) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
      const stop = [child, ...child.querySelectorAll(TAKES)].find(isStop);
      if (stop) return stop;
    }
  }
  return undefined;
}

function isStop(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element.matches(TAKES) &&
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
