/** Detects a long press by touch, also in browsers that send no `contextmenu` event for it. */
import { useRef, type MouseEvent, type PointerEvent, type TouchEvent } from "react";
import { useClient } from "./context.tsx";

const LONG_MS = 500;
/** A finger moves a little during a press. */
const MAX_MOVE_PX = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly cancel: () => void;
  done: boolean;
}

/** `selector` matches the elements that can be pressed; `onLongPress` gets the pressed one. */
export function useLongPress(selector: string, onLongPress: (element: HTMLElement) => void) {
  const { clock } = useClient().ports;
  const press = useRef<Press>(undefined);
  const end = () => press.current?.cancel();
  return {
    onPointerDown(event: PointerEvent) {
      const element = (event.target as HTMLElement).closest<HTMLElement>(selector);
      end();
      press.current = undefined;
      if (event.pointerType !== "touch" || !element) return;
      const cancel = clock.after(LONG_MS, () => {
        if (press.current) press.current.done = true;
        onLongPress(element);
      });
      press.current = { x: event.clientX, y: event.clientY, cancel, done: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > MAX_MOVE_PX) end();
    },
    onPointerUp: (_event: PointerEvent) => end(),
    onPointerCancel: (_event: PointerEvent) => end(),
    /** The touch must not become a mouse press outside the opened menu, which would close it. */
    onTouchEnd(event: TouchEvent) {
      if (!press.current?.done || !event.cancelable) return;
      press.current = undefined;
      event.preventDefault();
    },
    /** Releasing after a long press is not a click. */
    onClickCapture(event: MouseEvent) {
      if (!press.current?.done) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
