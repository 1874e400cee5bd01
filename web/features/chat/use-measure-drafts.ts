/**
 * Measures the rows of streamed drafts when their text has changed. The observer of the list would measure them after a
 * frame in which their new lines are below the end.
 */
import { useLayoutEffect, type RefObject } from "react";
import type { Row } from "../../core/model/messages/rows.ts";
import type { Scroll } from "./use-scroll.ts";

export function useMeasureDrafts(
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  resize: Scroll["resize"],
): void {
  useLayoutEffect(() => {
    // Drafts are the last rows.
    for (let index = rows.length - 1; rows[index]?.kind === "draft"; index--) {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (element) resize(index, element.offsetHeight);
    }
  }, [rows, scroller, resize]);
}
