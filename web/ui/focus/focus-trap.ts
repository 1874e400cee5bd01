/** A focus trap: Tab cycles through the elements of an overlay. */
import type { KeyboardEvent } from "react";
import { isTabbable, TABBABLE } from "./tabbable.ts";

/** For the `onKeyDown` of an overlay. Base UI would return the focus only one frame after it left. */
export function trapTab(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget, target, defaultPrevented } = event;
  if (key !== "Tab" || altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(TABBABLE)].filter(isTabbable);
  const [from, to] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  // Media elements have tab stops of their own inside.
  if (!to || target !== from || target instanceof HTMLMediaElement) return;
  event.preventDefault();
  to.focus();
}
