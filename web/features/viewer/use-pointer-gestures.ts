/** Recognises drag and pinch gestures from pointer events. */
import { useRef, useState, type PointerEvent } from "react";
import type { Point } from "../../core/model/media/zoom.ts";

interface GestureHandlers {
  readonly onDrag: (step: Point) => void;
  readonly onPinch: (factor: number, at: Point) => void;
  /** Called when the last pointer is lifted, with the total movement. */
  readonly onEnd: (moved: Point, event: PointerEvent) => void;
}

export interface PointerGestures {
  readonly dragging: boolean;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
}

export function usePointerGestures({ onDrag, onPinch, onEnd }: GestureHandlers): PointerGestures {
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef<Point>({ x: 0, y: 0 });
  const [dragging, setDragging] = useState(false);
  const onLift = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    setDragging(false);
    onEnd(moved.current, event);
  };
  return {
    dragging,
    handlers: {
      onPointerDown(event) {
        // Videos have their own controls.
        if (event.button !== 0 || (event.target as HTMLElement).closest("video")) return;
        if (pointers.current.size === 0) moved.current = { x: 0, y: 0 };
        pointers.current.set(event.pointerId, placeOf(event));
        setDragging(true);
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const now = placeOf(event);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, now);
        if (other) {
          onPinch(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other));
          return;
        }
        const step = { x: now.x - before.x, y: now.y - before.y };
        moved.current = { x: moved.current.x + step.x, y: moved.current.y + step.y };
        onDrag(step);
      },
      onPointerUp: onLift,
      onPointerCancel: onLift,
      onPointerLeave: onLift,
    },
  };
}

function placeOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
