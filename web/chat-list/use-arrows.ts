/** Up and down go from chat to chat. */
import type { KeyboardEvent } from "react";

export function useArrows(): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
