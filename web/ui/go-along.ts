/** Arrow keys go from one button of a toolbar to the next, as it is read; Home and End to the first and the last. */
import type { KeyboardEvent } from "react";

export function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = buttons[placeAfter(event, at, buttons.length) ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function placeAfter({ key, currentTarget }: KeyboardEvent<HTMLElement>, at: number, count: number): number | undefined {
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
