/** The range of rows of a long list that are near the viewport. All rows have the same height. */
import { useLayoutEffect, useState, type RefObject } from "react";

interface RowRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Rows rendered beyond either edge, so that fast scrolling finds them rendered. The range changes in steps of half of
 * them.
 */
const OVERSCAN = 12;

/** The range before the viewport is measured: about the height of a laptop screen. */
const INITIAL_RANGE: RowRange = { from: 0, to: 2 * OVERSCAN };

/** `list` has the height of `count` rows and is inside the scroll container `scroller`. */
export function useVisibleRows(
  count: number,
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): RowRange {
  const [range, setRange] = useState(INITIAL_RANGE);
  useLayoutEffect(() => {
    const [inner, outer] = [list.current, scroller.current];
    if (!inner || !outer) return undefined;
    const update = () => {
      const rowHeight = inner.offsetHeight / count;
      // On a narrow screen that shows a chat, the list is hidden and has no height.
      if (!(rowHeight > 0)) return;
      const above = outer.getBoundingClientRect().top - inner.getBoundingClientRect().top;
      setRange((before) => {
        const next = rangeAround(above / rowHeight, (above + outer.clientHeight) / rowHeight);
        return next.from === before.from && next.to === before.to ? before : next;
      });
    };
    update();
    outer.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    for (const each of [inner, outer]) observer.observe(each);
    return () => {
      outer.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [count, list, scroller]);
  return range;
}

/** Rounds the range to steps, so that scrolling by a few pixels does not render the rows again. */
function rangeAround(first: number, last: number): RowRange {
  const step = OVERSCAN / 2;
  return {
    from: Math.max(0, Math.floor(first / step) * step - step),
    to: Math.ceil(last / step) * step + step,
  };
}
