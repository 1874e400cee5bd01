/** The rows of the list of topics. Only those near the viewport and the one in the tab order are rendered. */
import { useMemo, useRef, type RefObject } from "react";
import type { TopicRow } from "../../core/store/state.ts";
import { useRovingRows } from "../lists/use-roving-rows.ts";
import { useVisibleRows } from "../lists/use-visible-rows.ts";
import { TopicLink } from "./topic-link.tsx";

interface TopicRowsProps {
  readonly chat_id: number;
  readonly rows: readonly TopicRow[];
  readonly selected: number | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The height of a row and the gap below it. */
const ROW_HEIGHT_REM = 4.125;

export function TopicRows({ chat_id, rows, selected, scroller }: TopicRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to } = useVisibleRows(rows.length, list, scroller);
  const ids = useMemo(() => rows.map(({ topic }) => topic.message_thread_id), [rows]);
  const { active, ...handlers } = useRovingRows({ list, ids, preferred: selected });
  return (
    <ul ref={list} className="relative" style={{ blockSize: `${rows.length * ROW_HEIGHT_REM}rem` }} {...handlers}>
      {rows.map((row, index) => {
        const id = row.topic.message_thread_id;
        if ((index < from || index >= to) && index !== active) return null;
        return (
          <li
            key={id}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ insetBlockStart: `${index * ROW_HEIGHT_REM}rem` }}
          >
            <TopicLink chat_id={chat_id} row={row} tabIndex={index === active ? 0 : -1} selected={id === selected} />
          </li>
        );
      })}
    </ul>
  );
}
