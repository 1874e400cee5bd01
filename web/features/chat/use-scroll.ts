/** The scroll position of the message list: the initial position, following new messages, paging and read marks. */
import { useVirtualizer, type Range, type VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import type { Row } from "../../core/model/messages/rows.ts";
import type { ReadingPlace } from "../../core/store/state.ts";
import { estimateHeight } from "./estimate-height.ts";
import { useStickToBottom } from "./use-stick-to-bottom.ts";
import { useScrollTarget, type Align } from "./use-scroll-target.ts";
import { useFirstEstimates, useSteadyView } from "./use-steady-view.ts";
import { rowAt, useKeepPlace, useReadingPlace } from "./use-reading-place.ts";
import { useMeasureDrafts } from "./use-measure-drafts.ts";
import { usePaging } from "./use-paging.ts";
import { newestIdOf, useFirstUnseen, useMarkRead } from "./use-mark-read.ts";
import type { VisibleRange } from "./use-jump-history.ts";

interface ScrollInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The key of the focused row, which stays rendered wherever it is. */
  readonly active: string | undefined;
}

export interface Scroll {
  readonly items: readonly VirtualItem[];
  readonly height: number;
  readonly measure: (element: HTMLDivElement | null) => void;
  readonly atEnd: boolean;
  readonly scrollTo: (key: string, align?: Align) => void;
  /** Scrolls to the end and follows new messages there. */
  readonly scrollToEnd: () => void;
  readonly visibleRange: () => VisibleRange;
  /** The index of the uppermost row in view. */
  readonly firstIndex: number;
  readonly isScrolling: boolean;
}

const PADDING = 12;
const SETTLING_MS = 150;
/** A row higher than this, in pixels, is not shown above the line of unread messages when the chat opens. */
const MAX_CONTEXT_ROW_PX = 160;

export function useScroll({ chat_id, rows, scroller, active }: ScrollInput): Scroll {
  const keyOf = useCallback((index: number) => rows[index]!.key, [rows]);
  const openPlace = usePlace(chat_id);
  const sizeOf = useFirstEstimates(rows, typeof openPlace === "number");
  const reachesEnd = useClientState((state) => state.histories[openPlace]?.reachesEnd ?? true);
  const place = useReadingPlace(chat_id);
  const [insetPx, setInsetPx] = useState(place?.below_px ?? PADDING);
  const activeIndex = rows.findIndex((row) => row.key === active);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: sizeOf,
    initialOffset: () => estimateOffset(rows, initialIndexOf(rows, place)),
    anchorTo: "end",
    overscan: 8,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: insetPx,
    scrollPaddingEnd: PADDING,
    rangeExtractor: (range) => rangeWith(activeIndex, range),
  });
  useSteadyView(list);

  // `getVirtualItems` computes the visible range, which the hooks below read.
  const items = list.getVirtualItems();
  const firstUnseen = useFirstUnseen(chat_id, rows);
  const stickToBottom = useStickToBottom({ list, scroller, reachesEnd, firstUnseen });
  const { scrollToRow, clear: clearTarget } = useScrollTarget({ list, rows, scroller });
  const scrollToEnd = useStableCallback(() => {
    clearTarget();
    stickToBottom.scrollToEnd();
  });
  const scrollTo = useStableCallback((key: string, align: Align = "auto") => {
    setInsetPx(PADDING);
    const isLast = reachesEnd && align === "auto" && rows.at(-1)?.key === key;
    if (isLast) return scrollToEnd();
    stickToBottom.release();
    scrollToRow(key, align);
  });
  const { settled, started } = useInitialScroll({ rows, place, scrollToRow, scrollToEnd });
  usePaging({ chat_id, rows, range: list.range, settled });
  const atEnd = stickToBottom.atEnd && reachesEnd;
  useKeepPlace({ chat_id, list, rows, atEnd });
  useMeasureDrafts({ list, rows, scroller });
  const visibilityKey = `${list.range?.startIndex} ${list.range?.endIndex} ${list.isScrolling} ${list.getTotalSize()}`;
  useMarkRead({ chat_id, rows, scroller, started, atEnd, visibilityKey });

  return {
    items,
    height: list.getTotalSize(),
    measure: list.measureElement,
    atEnd,
    scrollTo,
    scrollToEnd,
    visibleRange: () => visibleRangeOf(list, rows),
    firstIndex: list.range?.startIndex ?? 0,
    isScrolling: list.isScrolling,
  };
}

/** The rows near the viewport, and one more wherever it is. */
function rangeWith(index: number, { startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const near = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  if (index < 0 || (index >= first && index <= last)) return near;
  return index < first ? [index, ...near] : [...near, index];
}

type List = ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLDivElement>>;

/**
 * The row at which a chat opens: where it was left; otherwise the line above the unread messages, or the row before it if the line stays in view;
 * without unread messages, the end.
 */
function initialIndexOf(rows: readonly Row[], place: ReadingPlace | undefined): number {
  const left = place && rowAt(rows, place);
  if (left) return rows.indexOf(left);
  const unread = rows.findIndex((row) => row.kind === "unread");
  if (unread < 0) return rows.length;
  const before = rows[unread - 1];
  return before && estimateHeight(before) <= MAX_CONTEXT_ROW_PX ? unread - 1 : unread;
}

/** The estimated offset of a row before any row was rendered. */
function estimateOffset(rows: readonly Row[], index: number): number {
  return rows.slice(0, index).reduce((sum, row) => sum + estimateHeight(row), PADDING);
}

interface InitialScroll {
  /** Whether the list has reached its initial position. At the end it has at once, because it sticks there. */
  readonly started: boolean;
  /** Whether the rows have had time to be measured. */
  readonly settled: boolean;
}

interface InitialScrollInput {
  readonly rows: readonly Row[];
  readonly place: ReadingPlace | undefined;
  readonly scrollToRow: (key: string, align: Align) => void;
  readonly scrollToEnd: () => void;
}

/** Scrolls to the initial position. */
function useInitialScroll({ rows, place, scrollToRow, scrollToEnd }: InitialScrollInput): InitialScroll {
  const { clock } = useClient().ports;
  const hasBegun = useRef(false);
  const [atEnd, setAtEnd] = useState(false);
  const [settled, setSettled] = useState(false);
  useLayoutEffect(() => {
    if (hasBegun.current || rows.length === 0) return;
    hasBegun.current = true;
    const index = initialIndexOf(rows, place);
    setAtEnd(index === rows.length);
    if (index < rows.length) scrollToRow(rows[index]!.key, "start");
    else scrollToEnd();
  }, [scrollToRow, scrollToEnd, rows, place]);
  useEffect(() => clock.after(SETTLING_MS, () => setSettled(true)), [clock]);
  return { settled, started: settled || atEnd };
}

function visibleRangeOf({ range }: List, rows: readonly Row[]): VisibleRange {
  const visible = rows.slice(range?.startIndex, (range?.endIndex ?? 0) + 1).filter((row) => newestIdOf(row) > 0);
  return { first: visible[0] ? newestIdOf(visible[0]) : 0, last: visible.length > 0 ? newestIdOf(visible.at(-1)!) : 0 };
}
