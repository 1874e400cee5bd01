/** Fingers, mouse and wheel upon a picture: closer, further, aside, to the next one, or away. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import { keepInside, meaningOf, WHOLE, zoomAt, type Zoom } from "../model/zoom.ts";

interface Hands {
  readonly onMeaning: (meaning: "next" | "previous" | "close") => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Zooming {
  readonly zoom: Zoom;
  /** Whether a finger or the mouse moves it: then it follows at once. */
  readonly held: boolean;
  readonly by: (factor: number, at?: Point) => void;
  readonly reset: () => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onDoubleClick: (event: { readonly clientX: number; readonly clientY: number }) => void;
  };
}

/** Less than this is a press, not a drag. */
const STILL_PX = 6;
const CLOSE_UP = 2.5;

export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  { onMeaning }: Hands,
): Zooming {
  const [zoom, setZoom] = useState(WHOLE);
  const [held, setHeld] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const moved = useRef<Point>({ x: 0, y: 0 });

  const settle = (next: Zoom): Zoom => {
    const room = stage.current?.getBoundingClientRect();
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = picture.current ?? {};
    return room ? keepInside(next, { width, height }, room) : next;
  };
  const fromMiddle = ({ x, y }: Point): Point => {
    const room = stage.current!.getBoundingClientRect();
    return { x: x - room.left - room.width / 2, y: y - room.top - room.height / 2 };
  };
  const by = (factor: number, at?: Point) => setZoom((before) => settle(zoomAt(before, factor, at && fromMiddle(at))));
  useWheel(stage, by);

  const end = (event: PointerEvent, counts: boolean) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    setHeld(false);
    const { x, y } = moved.current;
    if (zoom.scale > 1) return;
    setZoom(WHOLE);
    if (!counts) return;
    const meaning = meaningOf({ x, y });
    if (meaning) onMeaning(meaning);
    // A press beside the picture puts it away.
    else if (Math.hypot(x, y) < STILL_PX && event.target === stage.current) onMeaning("close");
  };

  return {
    zoom,
    held,
    by,
    reset: () => setZoom(WHOLE),
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0 || (event.target as HTMLElement).closest("video")) return;
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        moved.current = { x: 0, y: 0 };
        setHeld(true);
      },
      onPointerMove(event) {
        const before = fingers.current.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, now);
        if (other) {
          by(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other));
          return;
        }
        const step = { x: now.x - before.x, y: now.y - before.y };
        moved.current = { x: moved.current.x + step.x, y: moved.current.y + step.y };
        setZoom((zoom) => {
          const next = { scale: zoom.scale, x: zoom.x + step.x, y: zoom.y + step.y };
          return zoom.scale > 1 ? settle(next) : next;
        });
      },
      onPointerUp: (event) => end(event, true),
      onPointerCancel: (event) => end(event, false),
      onDoubleClick({ clientX, clientY }) {
        if (zoom.scale > 1) setZoom(WHOLE);
        else by(CLOSE_UP, { x: clientX, y: clientY });
      },
    },
  };
}

/** The browser would enlarge the whole page: it has to be kept from it, which React's own listeners cannot. */
function useWheel(stage: RefObject<HTMLElement | null>, by: (factor: number, at: Point) => void): void {
  const latest = useRef(by);
  useEffect(() => void (latest.current = by));
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [stage]);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
