/** The position of a message's menu if it was not opened with a pointer. */
import type { MenuAnchor } from "../../ui/overlays/menu.tsx";

/** A message taller than this share of the window may leave too little room above and below it. */
const TALL_FRACTION = 1 / 3;

/** The message itself; for a tall message, the middle of its visible part. */
export function messageAnchor(element: Element): MenuAnchor {
  return {
    contextElement: element,
    getBoundingClientRect() {
      const rect = element.getBoundingClientRect();
      if (rect.height <= innerHeight * TALL_FRACTION) return rect;
      const middle = (Math.max(rect.top, 0) + Math.min(rect.bottom, innerHeight)) / 2;
      return new DOMRect(rect.x, middle, rect.width, 0);
    },
  };
}
