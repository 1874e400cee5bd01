/** The rows of the list of chats. Only those near the viewport and the focused one are rendered. */
import { useMatch } from "@tanstack/react-router";
import { useRef, useState, type FocusEvent, type RefObject } from "react";
import { useClientState } from "../../core/client/context.tsx";
import type { ChatRow } from "../../core/store/state.ts";
import { ChatLink } from "./chat-link.tsx";
import { useVisibleRows } from "../lists/use-visible-rows.ts";

interface ChatRowsProps {
  readonly rows: readonly ChatRow[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The height of a row and the gap below it. */
const ROW_HEIGHT_REM = 4.125;

export function ChatRows({ rows, scroller }: ChatRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to } = useVisibleRows(rows.length, list, scroller);
  const drafts = useClientState((state) => state.drafts);
  const pinned = useClientState((state) => state.pinned_chats);
  const selected = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false })?.params.chatId;
  const [focused, setFocused] = useState<number>();
  const focusedIndex = focused === undefined ? -1 : rows.findIndex(({ chat }) => chat.id === focused);
  const shown = rows.flatMap((row, index) => {
    const near = index >= from && index < to;
    // The focused row and its neighbours stay rendered wherever they are, so that arrow keys can move between them.
    return near || (focusedIndex >= 0 && Math.abs(index - focusedIndex) <= 1) ? [{ row, index }] : [];
  });
  return (
    <ul
      ref={list}
      className="relative"
      style={{ blockSize: `${rows.length * ROW_HEIGHT_REM}rem` }}
      onFocus={(event) => setFocused(chatIdOf(event))}
    >
      {shown.map(({ row, index }) => (
        <li
          key={row.chat.id}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0"
          style={{ insetBlockStart: `${index * ROW_HEIGHT_REM}rem` }}
        >
          <ChatLink
            row={row}
            selected={row.chat.id === selected}
            pinned={pinned.includes(row.chat.id)}
            draft={drafts[row.chat.id]}
          />
        </li>
      ))}
    </ul>
  );
}

function chatIdOf({ target }: FocusEvent): number | undefined {
  const link = (target as HTMLElement).closest<HTMLElement>("[data-chat]");
  return link ? Number(link.dataset.chat) : undefined;
}
