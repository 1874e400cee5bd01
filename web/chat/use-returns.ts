/** The way back from what answers refer to: the messages that a reader left by their quotes, the last one on top. */
import { useCallback, useEffect, useRef } from "react";
import { useClient } from "../client/context.tsx";

export interface Sight {
  /** The first and the last message in sight. */
  readonly first: number;
  readonly last: number;
}

interface Returns {
  /** A jump leads from one message to another. */
  readonly leave: (from: number, to: number) => void;
  /** The message to return to, unless the way down leads straight to the newest. It counts as returned to. */
  readonly next: () => number | undefined;
}

export function useReturns(chat_id: number, sight: () => Sight, atEnd: boolean): Returns {
  const { store } = useClient();
  const left = useRef<number[]>([]);
  // Whoever has come to the end by themselves is back.
  useEffect(() => {
    if (atEnd) left.current = [];
  }, [atEnd]);

  const leave = useCallback(
    (from: number, to: number) => {
      // What is in sight is only pointed out.
      if (to < sight().first) left.current.push(from);
    },
    [sight],
  );
  const next = useCallback(() => {
    const newest = store.getState().chats?.[chat_id]?.last_message?.message_id;
    const { last } = sight();
    for (let from = left.current.pop(); from !== undefined; from = left.current.pop()) {
      if (from > last && from !== newest) return from;
    }
    return undefined;
  }, [chat_id, sight, store]);
  return { leave, next };
}
