/** The rows of the list: only those near sight are in the page, and the one that had the keyboard last. */
import { useMatch } from "@tanstack/react-router";
import { useRef, useState, type FocusEvent, type RefObject } from "react";
import { useClientState } from "../client/context.tsx";
import type { ChatRow } from "../store/state.ts";
import { ChatLink } from "./chat-link.tsx";
import { useWindow } from "./use-window.ts";

interface ChatRowsProps {
  readonly rows: readonly ChatRow[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** A row and the gap below it. */
const PITCH_REM = 4.125;

export function ChatRows({ rows, scroller }: ChatRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to } = useWindow(rows.length, list, scroller);
  const drafts = useClientState((state) => state.drafts);
  const pinned = useClientState((state) => state.pinned_chats);
  const chosen = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false })?.params.chatId;
  const [focused, setFocused] = useState<number>();
  const at = focused === undefined ? -1 : rows.findIndex(({ chat }) => chat.id === focused);
  const shown = rows.flatMap((row, index) => {
    const near = index >= from && index < to;
    // Wherever it is: arrows go from there to its neighbours.
    return near || (at >= 0 && Math.abs(index - at) <= 1) ? [{ row, index }] : [];
  });
  return (
    <ul
      ref={list}
      className="relative"
      style={{ blockSize: `${rows.length * PITCH_REM}rem` }}
      onFocus={(event) => setFocused(chatOf(event))}
    >
      {shown.map(({ row, index }) => (
        <li
          key={row.chat.id}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0"
          style={{ insetBlockStart: `${index * PITCH_REM}rem` }}
        >
          <ChatLink
            row={row}
            chosen={row.chat.id === chosen}
            pinned={pinned.includes(row.chat.id)}
            draft={drafts[row.chat.id]}
          />
        </li>
      ))}
    </ul>
  );
}

function chatOf({ target }: FocusEvent): number | undefined {
  const link = (target as HTMLElement).closest<HTMLElement>("[data-chat]");
  return link ? Number(link.dataset.chat) : undefined;
}
