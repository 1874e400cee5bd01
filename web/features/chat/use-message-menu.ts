/** Opens the menu of a message by its button, by a right click, by a long press or by a key. */
import { useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import { captionMessage, textOf } from "../../core/model/messages/content.ts";
import type { PostRow, Row } from "../../core/model/messages/rows.ts";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import type { MenuAnchor } from "../../ui/overlays/menu.tsx";
import { messageAnchor } from "./message-anchor.ts";
import { selectedTextIn, type SelectedText } from "./selected-text.ts";

export interface OpenMessageMenu {
  readonly row: PostRow;
  /** The text of the message that was selected when the menu was opened. */
  readonly selected: SelectedText | undefined;
  readonly anchor: MenuAnchor;
}

export interface MessageMenuState {
  readonly open: OpenMessageMenu | undefined;
  readonly openAt: (row: PostRow, anchor: HTMLElement) => void;
  /** For a long press on a message. */
  readonly openFor: (element: HTMLElement) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The function is stable. */
  readonly close: () => void;
}

export function useMessageMenu(rows: readonly Row[]): MessageMenuState {
  const [open, setOpen] = useState<OpenMessageMenu>();
  const close = useCallback(() => setOpen(undefined), []);
  const rowOf = (target: EventTarget): PostRow | undefined => {
    const key = (target as HTMLElement).closest<HTMLElement>("[data-key]")?.dataset.key;
    const row = rows.find((each) => each.key === key);
    return row?.kind === "post" && !row.outgoing ? row : undefined;
  };
  const openAt = (row: PostRow, anchor: MenuAnchor, element: Element) => {
    setOpen({ row, anchor, selected: selectedOf(row, element) });
  };
  return {
    open,
    openAt: (row, anchor) => openAt(row, anchor, anchor),
    openFor(element) {
      const row = rowOf(element);
      if (row) openAt(row, messageAnchor(element), element);
    },
    close,
    onContextMenu(event) {
      const target = event.target as HTMLElement;
      if (target.closest("a, video, audio")) return;
      const row = rowOf(target);
      // Links, and a selection that covers several messages, keep the browser's own context menu.
      if (!row || (document.getSelection()?.isCollapsed === false && !selectedOf(row, target))) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const rect = new DOMRect(x, y, 0, 0);
      // If the context menu was opened by a key, the event has no pointer position.
      const byKey = x === 0 && y === 0;
      openAt(row, byKey ? messageAnchor(target) : { getBoundingClientRect: () => rect }, target);
    },
    onKeyDown(event) {
      const target = event.target as HTMLElement;
      if (!isPressed(event.nativeEvent, "message_menu") || !target.matches("[data-key]")) return;
      const row = rowOf(target);
      if (!row) return;
      event.preventDefault();
      openAt(row, messageAnchor(target), target);
    },
  };
}

function selectedOf({ messages }: PostRow, within: Element): SelectedText | undefined {
  const article = within.closest("[data-key]");
  return article ? selectedTextIn(article, textOf(captionMessage(messages))) : undefined;
}
