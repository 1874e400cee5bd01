/** The stack of messages from which the user jumped to the message they refer to, so that they can return. */
import { useCallback, useEffect, useRef } from "react";
import { useClient } from "../../core/client/context.tsx";

export interface VisibleRange {
  /** The ids of the first and the last message in view. */
  readonly first: number;
  readonly last: number;
}

interface JumpHistory {
  /** Records a jump from one message to another. */
  readonly push: (from: number, to: number) => void;
  /** Removes and returns the message to return to; `undefined` if the newest message is next. */
  readonly pop: () => number | undefined;
}

export function useJumpHistory(chat_id: number, visibleRange: () => VisibleRange, atEnd: boolean): JumpHistory {
  const { store } = useClient();
  const origins = useRef<number[]>([]);
  // A user who has scrolled to the end needs no way back.
  useEffect(() => {
    if (atEnd) origins.current = [];
  }, [atEnd]);

  const push = useCallback(
    (from: number, to: number) => {
      // No jump is recorded for a target that is in view already.
      if (to < visibleRange().first) origins.current.push(from);
    },
    [visibleRange],
  );
  const pop = useCallback(() => {
    const newest = store.getState().chats?.[chat_id]?.last_message?.message_id;
    const { last } = visibleRange();
    for (let from = origins.current.pop(); from !== undefined; from = origins.current.pop()) {
      if (from > last && from !== newest) return from;
    }
    return undefined;
  }, [chat_id, visibleRange, store]);
  return { push, pop };
}
