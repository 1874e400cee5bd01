/** Fingers or the mouse upon something: one drags it, two draw it apart or together. */
import { useRef, useState, type PointerEvent } from "react";
import type { Point } from "../model/zoom.ts";

interface FingerDeeds {
  readonly onDrag: (step: Point) => void;
  readonly onPinch: (factor: number, at: Point) => void;
  /** The last finger was lifted, after moving so far in all. */
  readonly onEnd: (moved: Point, event: PointerEvent) => void;
}

export interface Fingers {
  readonly held: boolean;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
}

export function useFingers({ onDrag, onPinch, onEnd }: FingerDeeds): Fingers {
  const fingers = useRef(new Map<number, Point>());
  const moved = useRef<Point>({ x: 0, y: 0 });
  const [held, setHeld] = useState(false);
  const onLift = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    setHeld(false);
    onEnd(moved.current, event);
  };
  return {
    held,
    handlers: {
      onPointerDown(event) {
        // Films have controls of their own.
        if (event.button !== 0 || (event.target as HTMLElement).closest("video")) return;
        if (fingers.current.size === 0) moved.current = { x: 0, y: 0 };
        fingers.current.set(event.pointerId, placeOf(event));
        setHeld(true);
      },
      onPointerMove(event) {
        const before = fingers.current.get(event.pointerId);
        if (!before) return;
        const now = placeOf(event);
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, now);
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
