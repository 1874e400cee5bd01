/** Where the list is scrolled to: it keeps its place when pages come, follows new messages, and tells what was read. */
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import type { Row } from "../model/rows.ts";
import { estimate } from "./estimate.ts";
import { useCovered } from "./use-covered.ts";
import type { Sight } from "./use-returns.ts";
import { useGoal, type Align } from "./use-goal.ts";
import { usePaging } from "./use-paging.ts";

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
  readonly sight: () => Sight;
}

const END_PX = 48;
const PADDING = 12;
const SETTLING_MS = 150;

export function useScroll({ chat_id, rows, scroller, active }: ScrollInput): Scroll {
  const [atEnd, setAtEnd] = useState(true);
  const keyOf = useCallback((index: number) => rows[index]!.key, [rows]);
  const sizeOf = useCallback((index: number) => estimate(rows[index]!), [rows]);
  const reachesEnd = useClientState((state) => state.histories[chat_id]?.reachesEnd ?? true);
  /** Of the rows that are drawn. Below those of an older stretch come messages that are yet to be read. */
  const reachedEnd = useRef(reachesEnd);
  useLayoutEffect(() => void (reachedEnd.current = reachesEnd));
  const activeIndex = rows.findIndex((row) => row.key === active);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: sizeOf,
    initialOffset: () => offsetOf(rows, startOf(rows)),
    anchorTo: "end",
    followOnAppend: reachedEnd.current,
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

  // Reckons anew what is in sight, which the rest goes by.
  const items = list.getVirtualItems();
  const goTo = useGoal({ list, rows, scroller });
  const started = useStart(list, rows, goTo);
  useFloor(list, scroller, atEnd);
  usePaging({ chat_id, rows, range: list.range, started });
  useReading({ chat_id, rows, list });

  return {
    items,
    height: list.getTotalSize(),
    measure: list.measureElement,
    atEnd: atEnd && reachesEnd,
    scrollTo: goTo,
    sight: () => sightOf(list, rows),
  };
}

type List = ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLDivElement>>;

/** The row a chat opens at: a little above what is unread, else the last. */
function startOf(rows: readonly Row[]): number {
  const unread = rows.findIndex((row) => row.kind === "unread");
  return unread < 0 ? rows.length : Math.max(0, unread - 1);
}

/** Where a row will be, before any has been drawn. */
function offsetOf(rows: readonly Row[], index: number): number {
  return rows.slice(0, index).reduce((sum, row) => sum + estimate(row), PADDING);
}

/** Goes to where the chat opens. @returns whether it has got there: rows turn out higher or lower than they were thought */
function useStart(list: List, rows: readonly Row[], goTo: (key: string, align: Align) => void): boolean {
  const { clock } = useClient().ports;
  const begun = useRef(false);
  const [started, setStarted] = useState(false);
  useLayoutEffect(() => {
    if (begun.current || rows.length === 0) return;
    begun.current = true;
    const index = startOf(rows);
    if (index < rows.length) goTo(rows[index]!.key, "start");
    else list.scrollToEnd();
  }, [goTo, list, rows]);
  useEffect(() => clock.after(SETTLING_MS, () => setStarted(true)), [clock]);
  return started;
}

function sightOf({ range }: List, rows: readonly Row[]): Sight {
  const seen = rows.slice(range?.startIndex, (range?.endIndex ?? 0) + 1).filter((row) => numberOf(row) > 0);
  return { first: seen[0] ? numberOf(seen[0]) : 0, last: seen.length > 0 ? numberOf(seen.at(-1)!) : 0 };
}

interface ReadingInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  readonly list: List;
}

/** Whoever reads the newest message goes on doing so when the place for messages grows or shrinks. */
function useFloor(list: List, scroller: ScrollInput["scroller"], atEnd: boolean): void {
  const stays = useRef(atEnd);
  useEffect(() => void (stays.current = atEnd), [atEnd]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => stays.current && list.scrollToEnd());
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, scroller]);
}

/** What is in sight while the person looks is read. */
function useReading({ chat_id, rows, list }: ReadingInput): void {
  const { reading, ports } = useClient();
  const last = list.range?.endIndex;
  const covered = useCovered();
  useEffect(() => {
    const read = () => {
      if (covered || last === undefined || !ports.surroundings.isVisible()) return;
      const newest = rows.slice(0, last + 1).findLast((row) => numberOf(row) > 0);
      if (newest) reading.markRead(chat_id, numberOf(newest));
    };
    read();
    return ports.surroundings.watch(read);
  }, [chat_id, rows, last, covered, reading, ports]);
}

function numberOf(row: Row): number {
  if (row.kind === "post") return row.messages.at(-1)!.message_id;
  return row.kind === "service" ? row.message.message_id : 0;
}
