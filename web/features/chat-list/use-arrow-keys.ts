/** Moves the focus between chats with the up and down keys. */
import type { KeyboardEvent } from "react";
import { pressedShortcut } from "../../core/model/keyboard/shortcuts.ts";

export function useArrowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const name = pressedShortcut(event.nativeEvent, ["chat_before", "chat_after"]);
    if (name === undefined) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[at + (name === "chat_after" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
