/** The rows of the list of chats. Only those near the viewport and the one in the tab order are rendered. */
import { useMatch } from "@tanstack/react-router";
import { useMemo, useRef, type RefObject } from "react";
import { useClientState } from "../../core/client/context.tsx";
import type { ChatRow } from "../../core/store/state.ts";
import { ChatLink } from "./chat-link.tsx";
import { useRovingRows } from "../lists/use-roving-rows.ts";
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
  const ids = useMemo(() => rows.map(({ chat }) => chat.id), [rows]);
  const { active, ...handlers } = useRovingRows({ list, ids, preferred: selected });
  const shown = rows.flatMap((row, index) =>
    (index >= from && index < to) || index === active ? [{ row, index }] : [],
  );
  return (
    <ul ref={list} className="relative" style={{ blockSize: `${rows.length * ROW_HEIGHT_REM}rem` }} {...handlers}>
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
            tabIndex={index === active ? 0 : -1}
            selected={row.chat.id === selected}
            pinned={pinned.includes(row.chat.id)}
            draft={drafts[row.chat.id]}
          />
        </li>
      ))}
    </ul>
  );
}
