/** Up and down go from chat to chat. */
import type { KeyboardEvent } from "react";
import { pressedAmong } from "../model/shortcuts.ts";

export function useArrows(): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const name = pressedAmong(event.nativeEvent, ["chat_before", "chat_after"]);
    if (name === undefined) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[at + (name === "chat_after" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
