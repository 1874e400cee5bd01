/** Reads a chat when it is opened: where the person left off, or its newest messages. */
import { useEffect, useRef, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { leadsOn } from "../model/history.ts";
import { dropHistory } from "../store/histories.ts";
import type { ChatRow } from "../store/state.ts";

export interface OpenChat {
  readonly ready: boolean;
  /** The message after which everything was unread when the chat was opened. */
  readonly unread_after: number | undefined;
  readonly fault: unknown;
  readonly again: () => void;
}

export function useOpenChat(chat_id: number): OpenChat {
  const { history, store, settings, ports } = useClient();
  const { surroundings } = ports;
  const listed = useClientState((state) => state.chats?.[chat_id] !== undefined);
  const ready = useClientState((state) => state.histories[chat_id] !== undefined);
  const [unread_after, setUnreadAfter] = useState(() => placeOf(store.getState().chats?.[chat_id]));
  const [fault, setFault] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const begun = useRef(false);

  useEffect(() => {
    if (!listed) return;
    const { chats, histories } = store.getState();
    const held = histories[chat_id];
    const place = placeOf(chats![chat_id]);
    const isFirst = !begun.current;
    begun.current = true;
    if (held && (!isFirst || leadsOn(held, place))) return;
    setUnreadAfter(place);
    setFault(undefined);
    if (held) store.setState(dropHistory(chat_id));
    history.openHistory(chat_id, place).catch(setFault);
  }, [chat_id, history, listed, ready, store, tries]);

  useEffect(() => {
    if (store.getState().chats?.[chat_id]?.settings.is_marked_unread) void settings.unmark(chat_id).catch(() => {});
  }, [chat_id, listed, settings, store]);

  // What comes while nobody looks has a line above it, when somebody does again.
  useEffect(() => {
    let isVisible = surroundings.isVisible();
    return surroundings.watch(() => {
      if (isVisible === surroundings.isVisible()) return;
      isVisible = !isVisible;
      const row = store.getState().chats?.[chat_id];
      if (row && row.unread_count === 0) setUnreadAfter(isVisible ? undefined : row.read_up_to);
    });
  }, [chat_id, store, surroundings]);

  return { ready, unread_after, fault, again: () => setTries(tries + 1) };
}

/** Where the person left off; nowhere if nothing is unread. */
function placeOf(row: ChatRow | undefined): number | undefined {
  return row && row.unread_count > 0 ? row.read_up_to : undefined;
}
