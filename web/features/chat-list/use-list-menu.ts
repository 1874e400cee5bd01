/** Opens the context menu of a chat in the list, by pointer or keyboard. */
import { useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import type { MenuAnchor } from "../../ui/overlays/menu.tsx";

export interface OpenMenu {
  readonly chat_id: number;
  readonly anchor: MenuAnchor;
}

/** @returns the open menu and the event handlers that open it */
export function useListMenu() {
  const [open, setOpen] = useState<OpenMenu>();
  const close = useCallback(() => setOpen(undefined), []);
  return {
    open,
    close,
    onContextMenu(event: MouseEvent) {
      const link = (event.target as HTMLElement).closest<HTMLElement>("[data-chat]");
      if (!link) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const rect = new DOMRect(x, y, 0, 0);
      // If the context menu was opened by a key, the event has no pointer position.
      const anchor = x === 0 && y === 0 ? link : { getBoundingClientRect: () => rect };
      setOpen({ chat_id: Number(link.dataset.chat), anchor });
    },
    openAt: (chat_id: number, anchor: HTMLElement) => setOpen({ chat_id, anchor }),
    /** Not every keyboard has a menu key, and not every browser opens a context menu by a shortcut. */
    onKeyDown(event: KeyboardEvent) {
      const link = (event.target as HTMLElement).closest<HTMLElement>("[data-chat]");
      if (!link || !isPressed(event.nativeEvent, "chat_menu")) return;
      event.preventDefault();
      setOpen({ chat_id: Number(link.dataset.chat), anchor: link });
    },
  };
}
