/** Where the list is scrolled to: it keeps its place when pages come, follows new messages, and tells what was read. */
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useSteady } from "../client/use-steady.ts";
import type { Row } from "../model/rows.ts";
import { estimate } from "./estimate.ts";
import { useFollow } from "./use-follow.ts";
import { useGoal, type Align } from "./use-goal.ts";
import { usePaging } from "./use-paging.ts";
import { numberOf, useFirstUnseen, useReading } from "./use-reading.ts";
import type { Sight } from "./use-returns.ts";

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
  readonly measure: (element: HTMLDivElement | null) => void;
  readonly atEnd: boolean;
  readonly scrollTo: (key: string, align?: Align) => void;
  /** Goes to the end and follows what comes there. */
  readonly toEnd: () => void;
  readonly sight: () => Sight;
}

const PADDING = 12;
const SETTLING_MS = 150;
/** A row higher than this, in pixels, is not shown above the line under which the unread messages begin. */
const HIGH_PX = 160;

export function useScroll({ chat_id, rows, scroller, active }: ScrollInput): Scroll {
  const keyOf = useCallback((index: number) => rows[index]!.key, [rows]);
  const sizeOf = useCallback((index: number) => estimate(rows[index]!), [rows]);
  const reachesEnd = useClientState((state) => state.histories[chat_id]?.reachesEnd ?? true);
  const activeIndex = rows.findIndex((row) => row.key === active);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: sizeOf,
    initialOffset: () => offsetOf(rows, startOf(rows)),
    anchorTo: "end",
    overscan: 8,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const seen = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      if (activeIndex < 0 || (activeIndex >= first && activeIndex <= last)) return seen;
      return activeIndex < first ? [activeIndex, ...seen] : [...seen, activeIndex];
    },
  });

  // Reckons anew what is in sight, which the rest goes by.
  const items = list.getVirtualItems();
  const firstUnseen = useFirstUnseen(chat_id, rows);
  const follow = useFollow({ list, scroller, reachesEnd, firstUnseen });
  const { goTo, forget } = useGoal({ list, rows, scroller });
  const toEnd = useSteady(() => {
    forget();
    follow.toEnd();
  });
  const scrollTo = useSteady((key: string, align: Align = "auto") => {
    const isLast = reachesEnd && align === "auto" && rows.at(-1)?.key === key;
    if (isLast) return toEnd();
    follow.leave();
    goTo(key, align);
  });
  const { settled, started } = useStart(rows, scrollTo, toEnd);
  usePaging({ chat_id, rows, range: list.range, settled });
  const atEnd = follow.atEnd && reachesEnd;
  const moved = `${list.range?.startIndex} ${list.range?.endIndex} ${list.isScrolling} ${list.getTotalSize()}`;
  useReading({ chat_id, rows, scroller, started, atEnd, moved });

  return {
    items,
    height: list.getTotalSize(),
    measure: list.measureElement,
    atEnd,
    scrollTo,
    toEnd,
    sight: () => sightOf(list, rows),
  };
}

type List = ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLDivElement>>;

/** The row a chat opens at: the line above what is unread, or the row before it where that leaves the line in sight; else the last. */
function startOf(rows: readonly Row[]): number {
  const unread = rows.findIndex((row) => row.kind === "unread");
  if (unread < 0) return rows.length;
  const before = rows[unread - 1];
  return before && estimate(before) <= HIGH_PX ? unread - 1 : unread;
}

/** Where a row will be, before any has been drawn. */
function offsetOf(rows: readonly Row[], index: number): number {
  return rows.slice(0, index).reduce((sum, row) => sum + estimate(row), PADDING);
}

interface Start {
  /** Whether the list is where it opens. At its end it is at once, because it stays there. */
  readonly started: boolean;
  /** Whether its rows have had time to turn out higher or lower than they were thought. */
  readonly settled: boolean;
}

/** Goes to where the chat opens. */
function useStart(rows: readonly Row[], scrollTo: (key: string, align: Align) => void, toEnd: () => void): Start {
  const { clock } = useClient().ports;
  const begun = useRef(false);
  const [atEnd, setAtEnd] = useState(false);
  const [settled, setSettled] = useState(false);
  useLayoutEffect(() => {
    if (begun.current || rows.length === 0) return;
    begun.current = true;
    const index = startOf(rows);
    setAtEnd(index === rows.length);
    if (index < rows.length) scrollTo(rows[index]!.key, "start");
    else toEnd();
  }, [scrollTo, toEnd, rows]);
  useEffect(() => clock.after(SETTLING_MS, () => setSettled(true)), [clock]);
  return { settled, started: settled || atEnd };
}

function sightOf({ range }: List, rows: readonly Row[]): Sight {
  const seen = rows.slice(range?.startIndex, (range?.endIndex ?? 0) + 1).filter((row) => numberOf(row) > 0);
  return { first: seen[0] ? numberOf(seen[0]) : 0, last: seen.length > 0 ? numberOf(seen.at(-1)!) : 0 };
}
