/**
 * Zooming and moving a picture by pointer, wheel and double click, and swiping to the next one or closing the viewer.
 */
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from "react";
import { clampPan, swipeAction, NO_ZOOM, zoomAt, type Point, type Zoom } from "../../core/model/media/zoom.ts";
import { usePointerGestures, type PointerGestures } from "./use-pointer-gestures.ts";

interface ZoomInput {
  readonly onGesture: (gesture: "next" | "previous" | "close") => void;
}

export interface ZoomState {
  readonly zoom: Zoom;
  /** Whether a pointer is moving the picture. Then it follows without a transition. */
  readonly dragging: boolean;
  readonly zoomBy: (factor: number, at?: Point) => void;
  readonly reset: () => void;
  readonly handlers: PointerGestures["handlers"] & { readonly onDoubleClick: (event: MouseEvent) => void };
}

/** A shorter movement is a click, not a drag. */
const CLICK_TOLERANCE_PX = 6;
const DOUBLE_CLICK_SCALE = 2.5;

export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  { onGesture }: ZoomInput,
): ZoomState {
  const [zoom, setZoom] = useState(NO_ZOOM);
  const keepVisible = (next: Zoom): Zoom => {
    const bounds = stage.current?.getBoundingClientRect();
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = picture.current ?? {};
    return bounds ? clampPan(next, { width, height }, bounds) : next;
  };
  const fromMiddle = ({ x, y }: Point): Point => {
    const bounds = stage.current!.getBoundingClientRect();
    return { x: x - bounds.left - bounds.width / 2, y: y - bounds.top - bounds.height / 2 };
  };
  const zoomBy = (factor: number, at?: Point) =>
    setZoom((before) => keepVisible(zoomAt(before, factor, at && fromMiddle(at))));
  const reset = () => setZoom(NO_ZOOM);
  useWheel(stage, zoomBy);
  const { dragging, handlers } = usePointerGestures({
    onPinch: zoomBy,
    onDrag: (step) =>
      setZoom((before) => {
        const next = { scale: before.scale, x: before.x + step.x, y: before.y + step.y };
        return before.scale > 1 ? keepVisible(next) : next;
      }),
    onEnd(moved, event) {
      if (zoom.scale > 1) return;
      reset();
      if (event.type === "pointercancel") return;
      const gesture = swipeAction(moved);
      if (gesture) onGesture(gesture);
      // A click beside the picture closes the viewer.
      else if (Math.hypot(moved.x, moved.y) < CLICK_TOLERANCE_PX && event.target === stage.current) onGesture("close");
    },
  });
  const onDoubleClick = ({ clientX, clientY }: MouseEvent) => {
    if (zoom.scale > 1) reset();
    else zoomBy(DOUBLE_CLICK_SCALE, { x: clientX, y: clientY });
  };
  return { zoom, dragging, zoomBy, reset, handlers: { ...handlers, onDoubleClick } };
}

/** The browser's own zoom must be prevented. React registers passive wheel listeners, which cannot do that. */
function useWheel(stage: RefObject<HTMLElement | null>, zoomBy: (factor: number, at: Point) => void): void {
  const latest = useRef(zoomBy);
  useEffect(() => void (latest.current = zoomBy));
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
