/** Chooses messages, to do something with all of them: by clicks once it has begun, by the space bar at any time. */
import { useEffect, type KeyboardEvent, type MouseEvent } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import type { PostRow, Row } from "../model/rows.ts";
import { isPressed } from "../model/shortcuts.ts";
import { selectNothing, toggleSelected } from "../store/selection.ts";
import { isCovered } from "../ui/over.ts";

export interface Choosing {
  /** `undefined` while nothing is being chosen, or where nothing can be. */
  readonly chosen: (row: Row) => boolean | undefined;
  readonly onClickCapture: (event: MouseEvent) => void;
  /** @returns whether the key chose something */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useChoosing(chat_id: number, rows: readonly Row[]): Choosing {
  const { store } = useClient();
  const ids = useClientState(({ selection }) => (selection?.chat_id === chat_id ? selection.ids : undefined));
  const choosing = ids !== undefined;
  const toggle = (row: PostRow) => store.setState(toggleSelected(chat_id, numbersOf(row)));

  // Nothing is chosen in a chat that is not looked at.
  useEffect(() => () => store.setState(selectNothing), [store]);
  useEffect(() => {
    if (!choosing) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      // What is open over the page takes Escape for itself.
      if (event.key === "Escape" && !isCovered()) store.setState(selectNothing);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [choosing, store]);

  const rowAt = (target: EventTarget): PostRow | undefined => {
    const key = (target as HTMLElement).closest<HTMLElement>("[data-key]")?.dataset.key;
    const row = rows.find((each) => each.key === key);
    return row?.kind === "post" && !row.outgoing ? row : undefined;
  };
  return {
    chosen(row) {
      if (!ids || row.kind !== "post" || row.outgoing) return undefined;
      return numbersOf(row).every((id) => ids.has(id));
    },
    onClickCapture(event) {
      const row = choosing ? rowAt(event.target) : undefined;
      if (!row) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(row);
    },
    onKeyDown(event) {
      const onRow = (event.target as HTMLElement).matches("[data-key]");
      const chooses = isPressed(event.nativeEvent, "choose_message") || (choosing && event.key === "Enter");
      const row = onRow && chooses ? rowAt(event.target) : undefined;
      if (!row) return false;
      event.preventDefault();
      toggle(row);
      return true;
    },
  };
}

function numbersOf({ messages }: PostRow): number[] {
  return messages.map(({ message_id }) => message_id);
}
