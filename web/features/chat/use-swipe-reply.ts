/** On a touch screen, a message that is drawn towards the start of its line is replied to. */
import { useRef, useState, type PointerEvent } from "react";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { PostRow, Row } from "../../core/model/messages/rows.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useReply } from "./use-reply.ts";

interface Swipe {
  readonly id: number;
  readonly element: HTMLElement;
  readonly row: PostRow;
  readonly x: number;
  readonly y: number;
  /** How far the message is drawn, once the finger has clearly moved along the line. */
  distance_px: number | undefined;
}

/** A finger that has moved further is no longer pressing. */
const START_PX = 12;
/** From this distance on, releasing the message replies to it. */
const REPLY_PX = 56;
const MAX_PX = 80;

/** Elements that use the gesture themselves. */
const OWN_GESTURE = "input, video, audio, [role=slider]";

export function useSwipeReply(chat: ChatDetails, rows: readonly Row[]) {
  const reply = useReply(chat.chat.id);
  const isAllowed = useSendDisabledReasons(chat).anything() === undefined && chat.can !== undefined;
  const swipe = useRef<Swipe>(undefined);
  const [swipedKey, setSwipedKey] = useState<string>();
  const end = () => {
    if (swipe.current) draw(swipe.current.element, undefined);
    swipe.current = undefined;
    setSwipedKey(undefined);
  };
  return {
    /** The key of the row that is drawn aside. */
    swipedKey,
    handlers: {
      onPointerDown(event: PointerEvent) {
        end();
        const element = (event.target as HTMLElement).closest<HTMLElement>("[data-key]");
        const row = rows.find(({ key }) => key === element?.dataset.key);
        if (event.pointerType !== "touch" || !isAllowed || !element || row?.kind !== "post" || row.outgoing) return;
        if ((event.target as HTMLElement).closest(OWN_GESTURE)) return;
        const { pointerId: id, clientX: x, clientY: y } = event;
        swipe.current = { id, element, row, x, y, distance_px: undefined };
      },
      onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
        const { current } = swipe;
        if (!current || current.id !== pointerId) return;
        const towardsStart = getComputedStyle(current.element).direction === "rtl" ? 1 : -1;
        const along = (clientX - current.x) * towardsStart;
        const across = Math.abs(clientY - current.y);
        if (current.distance_px === undefined) {
          if (Math.max(Math.abs(along), across) < START_PX) return;
          // Scrolling, or a movement in the other direction.
          if (along < 2 * across) return void (swipe.current = undefined);
          setSwipedKey(current.row.key);
        }
        current.distance_px = Math.max(0, Math.min(MAX_PX, along));
        draw(current.element, current.distance_px * towardsStart);
      },
      onPointerUp() {
        const { current } = swipe;
        end();
        if (current && (current.distance_px ?? 0) >= REPLY_PX) reply(current.row.messages[0]);
      },
      onPointerCancel: end,
    },
  };
}

/** Moves the element without rendering, because a finger moves in every frame. */
function draw(element: HTMLElement, px: number | undefined): void {
  element.style.translate = px === undefined ? "" : `${px}px`;
  element.toggleAttribute("data-swiped", Math.abs(px ?? 0) >= REPLY_PX);
}
