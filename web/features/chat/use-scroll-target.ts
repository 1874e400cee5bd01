/** The row the list is scrolling to. While older rows are inserted above, the target stays the same row. */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useClient } from "../../core/client/context.tsx";
import type { Row } from "../../core/model/messages/rows.ts";

export type Align = "start" | "center" | "auto";

interface ScrollTargetInput {
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The time for which the target is kept while row heights are measured. Usually two or three frames are enough. */
const MAX_SCROLL_MS = 5000;
/** User input that ends the scrolling. */
const USER_INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"];

export interface ScrollTarget {
  /** Scrolls to a row, if it is in the list. */
  readonly scrollToRow: (key: string, align: Align) => void;
  /** Forgets the target. */
  readonly clear: () => void;
}

export function useScrollTarget({ list, rows, scroller }: ScrollTargetInput): ScrollTarget {
  const { clock } = useClient().ports;
  const target = useRef<{ readonly key: string; readonly align: Align; readonly index: number; until_ms: number }>(
    undefined,
  );

  // The virtualizer keeps an index, which belongs to another row once older messages are inserted.
  useLayoutEffect(() => {
    const { current } = target;
    if (!current) return;
    const index = rows.findIndex((row) => row.key === current.key);
    if (index === current.index) return;
    target.current = index < 0 || clock.now_ms() > current.until_ms ? undefined : { ...current, index };
    if (target.current) list.scrollToIndex(index, { align: current.align });
  }, [clock, list, rows]);

  const clear = useCallback(() => void (target.current = undefined), []);
  useEffect(() => {
    const controller = new AbortController();
    for (const name of USER_INPUT_EVENTS) {
      scroller.current?.addEventListener(name, clear, { capture: true, passive: true, signal: controller.signal });
    }
    return () => controller.abort();
  }, [clear, scroller]);

  const scrollToRow = useCallback(
    (key: string, align: Align) => {
      const index = rows.findIndex((row) => row.key === key);
      if (index < 0) return;
      target.current = { key, align, index, until_ms: clock.now_ms() + MAX_SCROLL_MS };
      list.scrollToIndex(index, { align });
    },
    [clock, list, rows],
  );
  return { scrollToRow, clear };
}
