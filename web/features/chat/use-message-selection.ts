/** Selects messages for bulk actions: with the space bar at any time, and by clicks once a message is selected. */
import { useEffect, type KeyboardEvent, type MouseEvent } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import type { PostRow, Row } from "../../core/model/messages/rows.ts";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import { clearSelection, toggleSelected } from "../../core/store/selection.ts";
import { hasOverlay } from "../../ui/overlays/open-overlays.ts";

export interface MessageSelection {
  /** `undefined` while nothing is selected, or if the row cannot be selected. */
  readonly isSelected: (row: Row) => boolean | undefined;
  readonly onClickCapture: (event: MouseEvent) => void;
  /** @returns whether the key changed the selection */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useMessageSelection(chat_id: number, rows: readonly Row[]): MessageSelection {
  const { store } = useClient();
  const ids = useClientState(({ selection }) => (selection?.chat_id === chat_id ? selection.ids : undefined));
  const selecting = ids !== undefined;
  const toggle = (row: PostRow) => store.setState(toggleSelected(chat_id, messageIdsOf(row)));

  // Leaving the chat ends the selection.
  useEffect(() => () => store.setState(clearSelection), [store]);
  useEffect(() => {
    if (!selecting) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      // Open overlays handle Escape themselves.
      if (event.key === "Escape" && !hasOverlay()) store.setState(clearSelection);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [selecting, store]);

  const rowAt = (target: EventTarget): PostRow | undefined => {
    const key = (target as HTMLElement).closest<HTMLElement>("[data-key]")?.dataset.key;
    const row = rows.find((each) => each.key === key);
    return row?.kind === "post" && !row.outgoing ? row : undefined;
  };
  return {
    isSelected(row) {
      if (!ids || row.kind !== "post" || row.outgoing) return undefined;
      return messageIdsOf(row).every((id) => ids.has(id));
    },
    onClickCapture(event) {
      const row = selecting ? rowAt(event.target) : undefined;
      if (!row) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(row);
    },
    onKeyDown(event) {
      const onRow = (event.target as HTMLElement).matches("[data-key]");
      const togglesRow = isPressed(event.nativeEvent, "choose_message") || (selecting && event.key === "Enter");
      const row = onRow && togglesRow ? rowAt(event.target) : undefined;
      if (!row) return false;
      event.preventDefault();
      toggle(row);
      return true;
    },
  };
}

function messageIdsOf({ messages }: PostRow): number[] {
  return messages.map(({ message_id }) => message_id);
}
