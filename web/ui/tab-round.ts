/** Tab goes round within what is open: the keyboard does not leave it, not even for a moment. */
import type { KeyboardEvent } from "react";
import { isTabStop, TAB_STOPS } from "./tab-stops.ts";

/** For the `onKeyDown` of what is open. Without it, the library brings the keyboard back a frame after it has left. */
export function tabRound(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget, target, defaultPrevented } = event;
  if (key !== "Tab" || altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(isTabStop);
  const [from, to] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  // Films and sounds have stops of their own within them.
  if (!to || target !== from || target instanceof HTMLMediaElement) return;
  event.preventDefault();
  to.focus();
}
