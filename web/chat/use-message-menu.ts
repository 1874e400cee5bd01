/** Which message the menu is open for, and where: by its button, by the pointer, or by a key. */
import { useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import { spokenOf, wordsOf } from "../model/content.ts";
import type { PostRow, Row } from "../model/rows.ts";
import { isPressed } from "../model/shortcuts.ts";
import type { MenuAnchor } from "../ui/menu.tsx";
import { besideMessage } from "./menu-anchor.ts";
import { selectedWords, type SelectedWords } from "./selected-words.ts";

/** A menu that is open. */
export interface OpenMessageMenu {
  readonly row: PostRow;
  /** What was selected of the message's words when the menu was opened. */
  readonly selected: SelectedWords | undefined;
  readonly anchor: MenuAnchor;
}

export interface MessageMenuState {
  readonly open: OpenMessageMenu | undefined;
  readonly openAt: (row: PostRow, anchor: HTMLElement) => void;
  /** For a finger that stays on a message. */
  readonly openFor: (element: HTMLElement) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Always the same function. */
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
      if (row) openAt(row, besideMessage(element), element);
    },
    close,
    onContextMenu(event) {
      const target = event.target as HTMLElement;
      if (target.closest("a, video, audio")) return;
      const row = rowOf(target);
      // Links, and what is selected of several messages, keep the browser's own menu.
      if (!row || (document.getSelection()?.isCollapsed === false && !selectedOf(row, target))) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const rect = new DOMRect(x, y, 0, 0);
      // A key opens the menu without a pointer's place.
      const byKey = x === 0 && y === 0;
      openAt(row, byKey ? besideMessage(target) : { getBoundingClientRect: () => rect }, target);
    },
    onKeyDown(event) {
      const target = event.target as HTMLElement;
      if (!isPressed(event.nativeEvent, "message_menu") || !target.matches("[data-key]")) return;
      const row = rowOf(target);
      if (!row) return;
      event.preventDefault();
      openAt(row, besideMessage(target), target);
    },
  };
}

function selectedOf({ messages }: PostRow, within: Element): SelectedWords | undefined {
  const article = within.closest("[data-key]");
  return article ? selectedWords(article, wordsOf(spokenOf(messages))) : undefined;
}
