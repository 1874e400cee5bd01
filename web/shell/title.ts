/** The page's title and its icon: how many messages wait, for whoever looks at another tab. */
import { useEffect, useRef, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useNow } from "../client/now.ts";
import { unreadOf } from "../model/attention.ts";
import type { State } from "../store/state.ts";
import { badgeText, showBadge } from "./icon.ts";

/** Milliseconds between two drawings of the icon: nobody reads it faster. */
const ICON_PAUSE_MS = 1000;

export function useTitle(): void {
  const { clock } = useClient().ports;
  const now_ms = useNow();
  const [count] = useState(countOnce);
  const unread = useClientState(({ chats }) => count(chats, now_ms));
  const text = badgeText(unread);
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) Heliogram` : "Heliogram";
  }, [unread]);
  const drawn_ms = useRef(0);
  useEffect(() => {
    const wait_ms = Math.max(0, drawn_ms.current + ICON_PAUSE_MS - clock.now_ms());
    return clock.after(wait_ms, () => {
      drawn_ms.current = clock.now_ms();
      showBadge(text);
    });
  }, [clock, text]);
}

/** Counts when the chats or the time are others than the last time. */
function countOnce(): (chats: State["chats"], now_ms: number) => number {
  let last: { readonly chats: State["chats"]; readonly now_ms: number; readonly count: number } | undefined;
  return (chats, now_ms) => {
    if (last?.chats === chats && last?.now_ms === now_ms) return last?.count ?? 0;
    const count = unreadOf(Object.values(chats ?? {}), now_ms);
    last = { chats, now_ms, count };
    return count;
  };
}
