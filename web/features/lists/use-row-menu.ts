/** Opens the context menu of a row of a list, by pointer or keyboard. */
import { useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import type { MenuAnchor } from "../../ui/overlays/menu.tsx";

export interface OpenMenu {
  /** The id of the row. */
  readonly id: number;
  readonly anchor: MenuAnchor;
}

/**
 * @param name - each row has its id as the data attribute of this name
 * @returns the open menu and the event handlers that open it
 */
export function useRowMenu(name: "chat" | "topic") {
  const linkAt = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>(`[data-${name}]`);
  const [open, setOpen] = useState<OpenMenu>();
  const close = useCallback(() => setOpen(undefined), []);
  return {
    open,
    close,
    onContextMenu(event: MouseEvent) {
      const link = linkAt(event.target);
      if (!link) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const rect = new DOMRect(x, y, 0, 0);
      // If the context menu was opened by a key, the event has no pointer position.
      const anchor = x === 0 && y === 0 ? link : { getBoundingClientRect: () => rect };
      setOpen({ id: Number(link.dataset[name]), anchor });
    },
    openAt: (id: number, anchor: HTMLElement) => setOpen({ id, anchor }),
    /** Not every keyboard has a menu key, and not every browser opens a context menu by a shortcut. */
    onKeyDown(event: KeyboardEvent) {
      const link = linkAt(event.target);
      if (!link || !isPressed(event.nativeEvent, "chat_menu")) return;
      event.preventDefault();
      setOpen({ id: Number(link.dataset[name]), anchor: link });
    },
  };
}
