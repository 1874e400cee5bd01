/** Opens the picker of reactions to a message by its button, by its menu or by a key. */
import { useCallback, useState, type KeyboardEvent } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import type { PostRow, Row } from "../../core/model/messages/rows.ts";
import type { MenuAnchor } from "../../ui/overlays/menu.tsx";
import { messageAnchor } from "./message-anchor.ts";

export interface OpenReactionPicker {
  readonly message: Message;
  readonly anchor: MenuAnchor;
}

export interface ReactionPickerState {
  readonly open: OpenReactionPicker | undefined;
  readonly canReact: boolean;
  /** The function is stable. */
  readonly openAt: (row: PostRow, anchor: MenuAnchor) => void;
  /** @returns whether the key was the one that opens it */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  /** The function is stable. */
  readonly close: () => void;
}

/** @param canReact - whether the person may react in the chat */
export function useReactionPicker(rows: readonly Row[], canReact: boolean): ReactionPickerState {
  const [open, setOpen] = useState<OpenReactionPicker>();
  const close = useCallback(() => setOpen(undefined), []);
  const openAt = useCallback(
    ({ messages }: PostRow, anchor: MenuAnchor) => setOpen({ message: messages[0], anchor }),
    [],
  );
  return {
    open,
    canReact,
    openAt,
    close,
    onKeyDown(event) {
      const target = event.target as HTMLElement;
      if (!canReact || !isPressed(event.nativeEvent, "react") || !target.matches("[data-key]")) return false;
      const row = rows.find(({ key }) => key === target.dataset["key"]);
      if (row?.kind !== "post" || row.outgoing) return false;
      event.preventDefault();
      openAt(row, messageAnchor(target));
      return true;
    },
  };
}
