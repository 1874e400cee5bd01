/** What the person sends is seen at once, wherever in the chat they were reading. */
import { useEffect, useRef } from "react";
import { useClientState } from "../client/context.tsx";

export function useFollowOwn(chat_id: number, latest: () => void): void {
  const newest = useClientState(({ outbox }) => outbox.findLast((each) => each.chat_id === chat_id)?.at_ms ?? 0);
  const followed = useRef(newest);
  const go = useRef(latest);
  useEffect(() => void (go.current = latest));
  useEffect(() => {
    // Messages that arrive leave the outbox: only a later one is a new one.
    if (newest <= followed.current) return;
    followed.current = newest;
    go.current();
  }, [newest]);
}
