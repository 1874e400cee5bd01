/** The page's title: how many messages wait, for whoever looks at another tab. */
import { useEffect } from "react";
import { useClientState } from "../client/context.tsx";

export function useTitle(): void {
  const unread = useClientState(({ chats }) =>
    Object.values(chats ?? {}).reduce((sum, { unread_count }) => sum + unread_count, 0),
  );
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) Heliogram` : "Heliogram";
  }, [unread]);
}
