/** Which message the menu is open for, and where: by its button, by the pointer, or by a key. */
import { useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import type { PostRow, Row } from "../model/rows.ts";
import type { MenuAnchor } from "../ui/menu.tsx";

export interface MessageMenuState {
  readonly row: PostRow | undefined;
  readonly anchor: MenuAnchor | undefined;
  /** Always the same function. */
  readonly openAt: (row: PostRow, anchor: HTMLElement) => void;
  /** For a finger that stays on a message. */
  readonly openFor: (element: HTMLElement) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly close: () => void;
}

export function useMessageMenu(rows: readonly Row[]): MessageMenuState {
  const [open, setOpen] = useState<{ readonly row: PostRow; readonly anchor: MenuAnchor }>();
  const rowOf = (target: EventTarget): PostRow | undefined => {
    const key = (target as HTMLElement).closest<HTMLElement>("[data-key]")?.dataset.key;
    const row = rows.find((each) => each.key === key);
    return row?.kind === "post" && !row.outgoing ? row : undefined;
  };
  return {
    row: open?.row,
    anchor: open?.anchor,
    openAt: useCallback((row: PostRow, anchor: HTMLElement) => setOpen({ row, anchor }), []),
    openFor(element) {
      const row = rowOf(element);
      if (row) setOpen({ row, anchor: element });
    },
    close: () => setOpen(undefined),
    onContextMenu(event) {
      const target = event.target as HTMLElement;
      // Links and selected text keep the browser's own menu.
      if (target.closest("a, video, audio") || document.getSelection()?.isCollapsed === false) return;
      const row = rowOf(target);
      if (!row) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const rect = new DOMRect(x, y, 0, 0);
      // A key opens the menu without a pointer's place.
      const byKey = x === 0 && y === 0;
      setOpen({ row, anchor: byKey ? target : { getBoundingClientRect: () => rect } });
    },
    onKeyDown(event) {
      const target = event.target as HTMLElement;
      if (event.key !== "Enter" || !target.matches("[data-key]")) return;
      const row = rowOf(target);
      if (!row) return;
      event.preventDefault();
      setOpen({ row, anchor: target });
    },
  };
}
