/** Moves the focus between the buttons of a toolbar by arrow keys, in reading direction, and by Home and End. */
import type { KeyboardEvent } from "react";

export function moveToolbarFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = buttons[indexAfter(event, at, buttons.length) ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function indexAfter({ key, currentTarget }: KeyboardEvent<HTMLElement>, at: number, count: number): number | undefined {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  switch (key) {
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "ArrowLeft":
    case "ArrowRight":
      return key === forward ? at + 1 : at - 1;
    default:
      return undefined;
  }
}
