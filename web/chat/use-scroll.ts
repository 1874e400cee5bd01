/** Where the list is scrolled to: it keeps its place when pages come, follows new messages, and tells what was read. */
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import type { Row } from "../model/rows.ts";
import { estimate } from "./estimate.ts";

interface ScrollInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The key of the row that has the keyboard: it stays in the page, wherever it is. */
  readonly active: string | undefined;
}

export interface Scroll {
  readonly items: readonly VirtualItem[];
  readonly height: number;
  /** How far a list shorter than its place is pushed down. */
  readonly push: number;
  readonly measure: (element: HTMLDivElement | null) => void;
  readonly atEnd: boolean;
  readonly scrollTo: (key: string, align?: "start" | "center" | "auto") => void;
}

/** Rows from an end at which the next page is asked for. */
const NEAR = 12;
const END_PX = 48;
const PADDING = 12;

export function useScroll({ chat_id, rows, scroller, active }: ScrollInput): Scroll {
  const { history } = useClient();
  const [atEnd, setAtEnd] = useState(true);
  const activeIndex = rows.findIndex((row) => row.key === active);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]!.key,
    estimateSize: (index) => estimate(rows[index]!),
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    overscan: 8,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const seen = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      if (activeIndex < 0 || (activeIndex >= first && activeIndex <= last)) return seen;
      return activeIndex < first ? [activeIndex, ...seen] : [...seen, activeIndex];
    },
    onChange: (instance) => setAtEnd(instance.getDistanceFromEnd() <= END_PX),
  });

  useStart(list, rows);
  useReading({ chat_id, rows, list });
  const first = list.range?.startIndex ?? NEAR;
  const last = list.range?.endIndex ?? 0;
  useEffect(() => {
    if (first < NEAR) void history.loadOlder(chat_id).catch(() => {});
  }, [history, chat_id, first, rows.length]);
  useEffect(() => {
    if (last > rows.length - NEAR) void history.loadNewer(chat_id).catch(() => {});
  }, [history, chat_id, last, rows.length]);

  const height = list.getTotalSize();
  const reachesEnd = useClientState((state) => state.histories[chat_id]?.reachesEnd ?? true);
  return {
    items: list.getVirtualItems(),
    height,
    push: Math.max(0, (list.scrollRect?.height ?? 0) - height),
    measure: list.measureElement,
    atEnd: atEnd && reachesEnd,
    scrollTo(key, align = "auto") {
      const index = rows.findIndex((row) => row.key === key);
      if (index >= 0) list.scrollToIndex(index, { align });
    },
  };
}

type List = ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLDivElement>>;

/** A chat opens where the unread messages begin, else at its end. */
function useStart(list: List, rows: readonly Row[]): void {
  const started = useRef(false);
  useLayoutEffect(() => {
    if (started.current || rows.length === 0) return;
    started.current = true;
    const unread = rows.findIndex((row) => row.kind === "unread");
    if (unread >= 0) list.scrollToIndex(Math.max(0, unread - 1), { align: "start" });
    else list.scrollToEnd();
  }, [list, rows]);
}

interface ReadingInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  readonly list: List;
}

/** What is in sight while the person looks is read. */
function useReading({ chat_id, rows, list }: ReadingInput): void {
  const { messages, ports } = useClient();
  const last = list.range?.endIndex;
  useEffect(() => {
    const read = () => {
      if (last === undefined || !ports.surroundings.isVisible()) return;
      const newest = rows.slice(0, last + 1).findLast((row) => numberOf(row) > 0);
      if (newest) messages.markRead(chat_id, numberOf(newest));
    };
    read();
    return ports.surroundings.watch(read);
  }, [chat_id, rows, last, messages, ports]);
}

function numberOf(row: Row): number {
  if (row.kind === "post") return row.messages.at(-1)!.message_id;
  return row.kind === "service" ? row.message.message_id : 0;
}
