/**
 * Keeps what is at the top of the view in its place when rows change their height. A row above the view grows upward; one
 * that the top of the view cuts grows downward, so that what is read of it does not move.
 */
import type { Virtualizer, VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { Row } from "../../core/model/messages/rows.ts";
import { estimateHeight } from "./estimate-height.ts";

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/**
 * Estimates heights of rows that were not rendered. Each keeps its first estimate until it is: the list moves what is below
 * a row when its height is measured, but not when it is estimated anew.
 * @param isWhole - as of `estimateHeight`
 */
export function useFirstEstimates(rows: readonly Row[], isWhole: boolean): (index: number) => number {
  const estimates = useRef(new Map<string, number>());
  return useCallback(
    (index) => {
      const row = rows[index]!;
      const known = estimates.current.get(row.key) ?? estimateHeight(row, isWhole);
      estimates.current.set(row.key, known);
      return known;
    },
    [rows, isWhole],
  );
}

/** Scrolls by the growth of rows above the view. */
export function useSteadyView(list: List): void {
  useLayoutEffect(() => {
    list.shouldAdjustScrollPositionOnItemSizeChange = isAbove;
  }, [list]);
}

/** Whether a row grows above what is read, even while the user scrolls up: the list by itself lets the view jump then. */
function isAbove({ key, start }: VirtualItem, _delta: number, { itemSizeCache, scrollOffset }: List): boolean {
  const offset = scrollOffset ?? 0;
  const measured = itemSizeCache.get(key);
  // The whole of an estimated height is above the view if the row begins there.
  return measured === undefined ? start < offset : start + measured <= offset;
}
