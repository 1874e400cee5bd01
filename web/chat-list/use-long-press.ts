/** A finger that stays on a chat opens its menu, also where the browser tells of no context menu. */
import { useRef, type MouseEvent, type PointerEvent } from "react";
import { useClient } from "../client/context.tsx";

const LONG_MS = 500;
/** A finger is never quite still. */
const STILL_PX = 10;

export function useLongPress(onLong: (link: HTMLElement) => void) {
  const { clock } = useClient().ports;
  const press = useRef<{ readonly x: number; readonly y: number; readonly callOff: () => void; done: boolean }>(
    undefined,
  );
  const end = () => press.current?.callOff();
  return {
    onPointerDown(event: PointerEvent) {
      const link = (event.target as HTMLElement).closest<HTMLElement>("[data-chat]");
      end();
      press.current = undefined;
      if (event.pointerType !== "touch" || !link) return;
      const callOff = clock.after(LONG_MS, () => {
        if (press.current) press.current.done = true;
        onLong(link);
      });
      press.current = { x: event.clientX, y: event.clientY, callOff, done: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!press.current?.done) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
