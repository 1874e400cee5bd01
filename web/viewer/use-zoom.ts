/** Fingers, mouse and wheel upon a picture: closer, further, aside, to the next one, or away. */
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from "react";
import { keepInside, meaningOf, WHOLE, zoomAt, type Point, type Zoom } from "../model/zoom.ts";
import { useFingers, type Fingers } from "./use-fingers.ts";

interface Hands {
  readonly onMeaning: (meaning: "next" | "previous" | "close") => void;
}

export interface Zooming {
  readonly zoom: Zoom;
  /** Whether a finger or the mouse moves it: then it follows at once. */
  readonly held: boolean;
  readonly by: (factor: number, at?: Point) => void;
  readonly reset: () => void;
  readonly handlers: Fingers["handlers"] & { readonly onDoubleClick: (event: MouseEvent) => void };
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
  const reset = () => setZoom(WHOLE);
  useWheel(stage, by);
  const { held, handlers } = useFingers({
    onPinch: by,
    onDrag: (step) =>
      setZoom((before) => {
        const next = { scale: before.scale, x: before.x + step.x, y: before.y + step.y };
        return before.scale > 1 ? settle(next) : next;
      }),
    onEnd(moved, event) {
      if (zoom.scale > 1) return;
      reset();
      if (event.type === "pointercancel") return;
      const meaning = meaningOf(moved);
      if (meaning) onMeaning(meaning);
      // A press beside the picture puts it away.
      else if (Math.hypot(moved.x, moved.y) < STILL_PX && event.target === stage.current) onMeaning("close");
    },
  });
  const onDoubleClick = ({ clientX, clientY }: MouseEvent) => {
    if (zoom.scale > 1) reset();
    else by(CLOSE_UP, { x: clientX, y: clientY });
  };
  return { zoom, held, by, reset, handlers: { ...handlers, onDoubleClick } };
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
