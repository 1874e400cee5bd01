/** Loads a chat when it is opened: the messages where it was left, those around the first unread one, or the newest. */
import { useEffect, useRef, useState } from "react";
import { NetworkError } from "../../core/api/errors.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { canContinueFrom, contains, type History } from "../../core/model/messages/history.ts";
import { dropHistory, markOpened } from "../../core/store/histories.ts";
import type { ChatRow } from "../../core/store/state.ts";

export interface OpenChat {
  readonly ready: boolean;
  /** The last read message when the chat was opened. */
  readonly unread_after: number | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useOpenChat(chat_id: number): OpenChat {
  const { history, store, settings, ports } = useClient();
  const { browserStatus } = ports;
  const isListed = useClientState((state) => state.chats?.[chat_id] !== undefined);
  const ready = useClientState((state) => state.histories[chat_id] !== undefined);
  const [unread_after, setUnreadAfter] = useState(() => readPositionOf(store.getState().chats?.[chat_id]));
  const [loadError, setLoadError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const hasBegun = useRef(false);

  useEffect(() => {
    store.setState(markOpened(chat_id));
  }, [chat_id, store]);

  useEffect(() => {
    if (!isListed) return;
    const { chats, histories, reading_places } = store.getState();
    const loaded = histories[chat_id];
    const readPosition = readPositionOf(chats![chat_id]);
    const place = reading_places[chat_id]?.message_id;
    const isFirst = !hasBegun.current;
    hasBegun.current = true;
    const continues = (held: History) =>
      place === undefined ? canContinueFrom(held, readPosition) : contains(held, place);
    if (loaded && (!isFirst || continues(loaded))) return;
    setUnreadAfter(readPosition);
    setLoadError(undefined);
    if (loaded) store.setState(dropHistory(chat_id));
    history.openHistory(chat_id, place ?? readPosition).catch(setLoadError);
  }, [chat_id, history, isListed, ready, store, tries]);

  // What could not be loaded offline is loaded when the connection is back.
  const connection = useClientState((state) => state.connection);
  const retryOffline = useStableCallback(() => {
    if (loadError instanceof NetworkError) setTries(tries + 1);
  });
  useEffect(() => {
    if (connection === "open") retryOffline();
  }, [connection, retryOffline]);

  useEffect(() => {
    if (store.getState().chats?.[chat_id]?.settings.is_marked_unread) void settings.unmark(chat_id).catch(() => {});
  }, [chat_id, isListed, settings, store]);

  // When the user returns to the page, the messages that arrived in the meantime have a line above them.
  useEffect(() => {
    let isVisible = browserStatus.isPageActive();
    return browserStatus.watch(() => {
      if (isVisible === browserStatus.isPageActive()) return;
      isVisible = !isVisible;
      const row = store.getState().chats?.[chat_id];
      if (row && row.unread_count === 0) setUnreadAfter(isVisible ? undefined : row.read_up_to);
    });
  }, [chat_id, store, browserStatus]);

  return { ready, unread_after, error: loadError, retry: () => setTries(tries + 1) };
}

/** The last read message; `undefined` if nothing is unread. */
function readPositionOf(row: ChatRow | undefined): number | undefined {
  return row && row.unread_count > 0 ? row.read_up_to : undefined;
}
