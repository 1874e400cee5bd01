/** Shows the number of unread messages in the page's title and icon. */
import { useEffect, useRef, useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { totalUnread } from "../../core/model/chats/alerts.ts";
import type { State } from "../../core/store/state.ts";
import { badgeText, showBadge } from "./favicon.ts";
import { showUnreadCount } from "../../ui/layout/page-title.tsx";

/** Minimum milliseconds between two updates of the icon. */
const ICON_INTERVAL_MS = 1000;

export function useUnreadIndicators(): void {
  const { clock } = useClient().ports;
  const now_ms = useNow();
  const [count] = useState(memoizedUnread);
  const unread = useClientState((state) => count(state, now_ms));
  const text = badgeText(unread);
  useEffect(() => {
    showUnreadCount(unread);
    return () => showUnreadCount(0);
  }, [unread]);
  const drawn_ms = useRef(0);
  useEffect(() => {
    const wait_ms = Math.max(0, drawn_ms.current + ICON_INTERVAL_MS - clock.now_ms());
    return clock.after(wait_ms, () => {
      drawn_ms.current = clock.now_ms();
      showBadge(text);
      showOnInstalled(unread);
    });
  }, [clock, text, unread]);
}

/** The number on the icon of an installed page, where the system shows one. */
function showOnInstalled(unread: number): void {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  // A page that is not installed may be refused.
  setAppBadge?.call(navigator, unread).catch(() => {});
}

type Counted = Pick<State, "chats" | "topics">;

/** Counts only if the chats, their topics or the time have changed since the last call. */
function memoizedUnread(): (state: Counted, now_ms: number) => number {
  let last: (Counted & { readonly now_ms: number; readonly count: number }) | undefined;
  return ({ chats, topics }, now_ms) => {
    if (last?.chats === chats && last?.topics === topics && last?.now_ms === now_ms) return last?.count ?? 0;
    const count = totalUnread(Object.values(chats ?? {}), topics, now_ms);
    last = { chats, topics, now_ms, count };
    return count;
  };
}
