/** Loads a chat when it is opened: the messages where it was left, those around the first unread one, or the newest. */
import { useEffect, useRef, useState } from "react";
import { NetworkError } from "../../core/api/errors.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { canContinueFrom, contains, type History } from "../../core/model/messages/history.ts";
import { dropHistory, markOpened } from "../../core/store/histories.ts";
import { readStateOf, type ReadState } from "../../core/store/topics.ts";

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
  const place = usePlace(chat_id);
  const isListed = useClientState((state) => readStateOf(state, place) !== undefined);
  const ready = useClientState((state) => state.histories[place] !== undefined);
  const [unread_after, setUnreadAfter] = useState(() => readPositionOf(readStateOf(store.getState(), place)));
  const [loadError, setLoadError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const hasBegun = useRef(false);

  useEffect(() => {
    store.setState(markOpened(place));
  }, [place, store]);

  useEffect(() => {
    if (!isListed) return;
    const state = store.getState();
    const loaded = state.histories[place];
    const readPosition = readPositionOf(readStateOf(state, place));
    const left = state.reading_places[place]?.message_id;
    const isFirst = !hasBegun.current;
    hasBegun.current = true;
    const continues = (held: History) =>
      left === undefined ? canContinueFrom(held, readPosition) : contains(held, left);
    if (loaded && (!isFirst || continues(loaded))) return;
    setUnreadAfter(readPosition);
    setLoadError(undefined);
    if (loaded) store.setState(dropHistory(place));
    history.openHistory(place, left ?? readPosition).catch(setLoadError);
  }, [place, history, isListed, ready, store, tries]);

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
      const row = readStateOf(store.getState(), place);
      if (row && row.unread_count === 0) setUnreadAfter(isVisible ? undefined : row.read_up_to);
    });
  }, [place, store, browserStatus]);

  return { ready, unread_after, error: loadError, retry: () => setTries(tries + 1) };
}

/** The last read message; `undefined` if nothing is unread. */
function readPositionOf(row: ReadState | undefined): number | undefined {
  return row && row.unread_count > 0 ? row.read_up_to : undefined;
}
