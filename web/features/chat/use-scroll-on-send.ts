/** Scrolls to the newest message when the user sends one. */
import { useEffect, useRef } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { isOutgoingIn } from "../../core/model/messages/outgoing.ts";

export function useScrollOnSend(chat_id: number, scrollToLatest: () => void): void {
  const place = usePlace(chat_id);
  const newest = useClientState(({ outbox }) => outbox.findLast((each) => isOutgoingIn(place, each))?.at_ms ?? 0);
  const scrolledFor = useRef(newest);
  const latestScroll = useRef(scrollToLatest);
  useEffect(() => void (latestScroll.current = scrollToLatest));
  useEffect(() => {
    // A message that was sent leaves the outbox. Only a later timestamp is a new message.
    if (newest <= scrolledFor.current) return;
    scrolledFor.current = newest;
    latestScroll.current();
  }, [newest]);
}
