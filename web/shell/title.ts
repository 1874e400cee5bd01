/** The page's title and its icon: how many messages wait, for whoever looks at another tab. */
import { useEffect } from "react";
import { useClientState } from "../client/context.tsx";
import { useNow } from "../client/now.ts";
import { unreadOf } from "../model/attention.ts";
import { showBadge } from "./icon.ts";

export function useTitle(): void {
  const now_ms = useNow();
  const unread = useClientState(({ chats }) => unreadOf(Object.values(chats ?? {}), now_ms));
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) Heliogram` : "Heliogram";
    showBadge(unread);
  }, [unread]);
}
