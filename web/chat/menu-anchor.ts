/** What the menu of a message is placed beside when no pointer says where. */
import type { MenuAnchor } from "../ui/menu.tsx";

/** What is taller than this part of the window may leave too little room above and below it. */
const TALL = 1 / 3;

/** The message itself; where it is tall, the middle of what can be seen of it. */
export function besideMessage(element: Element): MenuAnchor {
  return {
    contextElement: element,
    getBoundingClientRect() {
      const whole = element.getBoundingClientRect();
      if (whole.height <= innerHeight * TALL) return whole;
      const middle = (Math.max(whole.top, 0) + Math.min(whole.bottom, innerHeight)) / 2;
      return new DOMRect(whole.x, middle, whole.width, 0);
    },
  };
}
