/** Which rows of a long list are near enough to sight to be in the page. All are equally high. */
import { useLayoutEffect, useState, type RefObject } from "react";

interface Stretch {
  readonly from: number;
  /** The first that is not in it. */
  readonly to: number;
}

/** Rows beyond either edge: a quick finger finds them drawn. Also, so far is scrolled before anything is drawn anew. */
const SPARE = 12;

/** What is drawn before it is known how much can be seen: the screen of a laptop. */
const FIRST: Stretch = { from: 0, to: 2 * SPARE };

/** `list` is as high as `count` rows, and lies somewhere in what `scroller` scrolls. */
export function useWindow(
  count: number,
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): Stretch {
  const [stretch, setStretch] = useState(FIRST);
  useLayoutEffect(() => {
    const [inner, outer] = [list.current, scroller.current];
    if (!inner || !outer) return undefined;
    const look = () => {
      const pitch = inner.offsetHeight / count;
      // Out of sight altogether, on a narrow screen that shows a chat.
      if (!(pitch > 0)) return;
      const above = outer.getBoundingClientRect().top - inner.getBoundingClientRect().top;
      setStretch((before) => {
        const next = around(above / pitch, (above + outer.clientHeight) / pitch);
        return next.from === before.from && next.to === before.to ? before : next;
      });
    };
    look();
    outer.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    for (const each of [inner, outer]) observer.observe(each);
    return () => {
      outer.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [count, list, scroller]);
  return stretch;
}

/** Moves in steps, so that not every pixel that is scrolled draws the rows anew. */
function around(first: number, last: number): Stretch {
  const step = SPARE / 2;
  return {
    from: Math.max(0, Math.floor(first / step) * step - step),
    to: Math.ceil(last / step) * step + step,
  };
}
