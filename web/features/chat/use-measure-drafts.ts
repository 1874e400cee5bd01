/**
 * Measures the rows of streamed drafts when their text has changed. The observer of the list would measure them after a
 * frame in which their new lines are below the end.
 */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, type RefObject } from "react";
import type { Row } from "../../core/model/messages/rows.ts";

interface MeasureDraftsInput {
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

export function useMeasureDrafts({ list, rows, scroller }: MeasureDraftsInput): void {
  useLayoutEffect(() => {
    // Drafts are the last rows.
    for (let index = rows.length - 1; rows[index]?.kind === "draft"; index--) {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (element) list.resizeItem(index, element.offsetHeight);
    }
  }, [list, rows, scroller]);
}
