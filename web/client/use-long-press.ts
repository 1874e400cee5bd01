/** A finger that stays on something opens its menu, also where the browser tells of no context menu. */
import { useRef, type MouseEvent, type PointerEvent, type TouchEvent } from "react";
import { useClient } from "./context.tsx";

const LONG_MS = 500;
/** A finger is never quite still. */
const STILL_PX = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly callOff: () => void;
  done: boolean;
}

/** `selector` names what can be pressed; `onLong` gets the element that was. */
export function useLongPress(selector: string, onLong: (element: HTMLElement) => void) {
  const { clock } = useClient().ports;
  const press = useRef<Press>(undefined);
  const end = () => press.current?.callOff();
  return {
    onPointerDown(event: PointerEvent) {
      const element = (event.target as HTMLElement).closest<HTMLElement>(selector);
      end();
      press.current = undefined;
      if (event.pointerType !== "touch" || !element) return;
      const callOff = clock.after(LONG_MS, () => {
        if (press.current) press.current.done = true;
        onLong(element);
      });
      press.current = { x: event.clientX, y: event.clientY, callOff, done: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** Nor is it a press of the mouse outside of the menu, which would close it again. */
    onTouchEnd(event: TouchEvent) {
      if (!press.current?.done || !event.cancelable) return;
      press.current = undefined;
      event.preventDefault();
    },
    /** Letting go after a long press is no click. */
    onClickCapture(event: MouseEvent) {
      if (!press.current?.done) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
