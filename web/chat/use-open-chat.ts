/** Reads a chat when it is opened: where the person left off, or its newest messages. */
import { useEffect, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";

export interface OpenChat {
  readonly ready: boolean;
  /** The message after which everything was unread when the chat was opened. */
  readonly unread_after: number | undefined;
  readonly fault: unknown;
  readonly again: () => void;
}

export function useOpenChat(chat_id: number): OpenChat {
  const { history, store, settings } = useClient();
  const listed = useClientState((state) => state.chats?.[chat_id] !== undefined);
  const ready = useClientState((state) => state.histories[chat_id] !== undefined);
  const [unread_after, setUnreadAfter] = useState<number>();
  const [fault, setFault] = useState<unknown>();

  useEffect(() => {
    if (!listed) return;
    const { chats, histories } = store.getState();
    const { unread_count, read_up_to } = chats![chat_id]!;
    if (unread_count > 0) setUnreadAfter((before) => before ?? read_up_to);
    if (histories[chat_id]) return;
    setFault(undefined);
    // With more than a page unread, the newest messages are not where the person left off.
    const place = unread_count > 30 && read_up_to > 0 ? read_up_to : undefined;
    history.openHistory(chat_id, place).catch(setFault);
  }, [chat_id, history, listed, ready, store]);

  useEffect(() => {
    if (store.getState().chats?.[chat_id]?.settings.is_marked_unread) void settings.unmark(chat_id).catch(() => {});
  }, [chat_id, listed, settings, store]);

  const again = () => {
    setFault(undefined);
    history.openHistory(chat_id).catch(setFault);
  };
  return { ready, unread_after, fault, again };
}
