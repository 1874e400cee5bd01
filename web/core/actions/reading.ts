/** Marks messages as read: immediately in the state, and on the server when scrolling pauses, with retries. */
import { isRetryable, retryDelay } from "../api/errors.ts";
import { placeParams, type Place } from "../model/chats/place.ts";
import { setFollowed, setPlaceReadUpTo } from "../store/reading.ts";
import { readStateOf } from "../store/topics.ts";
import type { ActionDeps } from "./deps.ts";

/**
 * The report is delayed by a pause, so that scrolling causes one report; while scrolling continues, it is sent at least
 * every `MAX_DELAY_MS`.
 */
const PAUSE_MS = 250;
const MAX_DELAY_MS = 1000;
/** The delay before a failed report is retried while connected. A reconnect reports everything at once. */
const RETRY_MS = 3000;

export interface ReadingActions {
  /** The person has seen all messages up to this one. */
  markRead(place: Place, message_id: number): void;
  /**
   * Sets the chat or topic whose newest messages are visible and followed; it has no unread messages. Without one,
   * none is followed.
   */
  setFollowed(place?: Place): void;
  /** Reports all pending reads; called after a reconnect. */
  reportReading(): void;
}

export function readingActions({ api, store, clock }: ActionDeps): ReadingActions {
  /** By place, the message up to which the person has read but which the server has not confirmed. */
  const unreported = new Map<Place, number>();
  const timers = new Map<Place, { readonly since_ms: number; readonly callOff: () => void }>();
  let reader: number | undefined;
  /** Messages that an earlier user of this page read are not reported for the current one. */
  const resetForNewUser = () => {
    const me = store.getState().me?.user.id;
    if (me !== reader) unreported.clear();
    reader = me;
  };
  const report = async (place: Place) => {
    timers.delete(place);
    resetForNewUser();
    const message_id = unreported.get(place);
    if (message_id === undefined) return;
    try {
      await api.call("readMessages", { ...placeParams(place), message_id });
    } catch (error) {
      if (isRetryable(error)) {
        if (store.getState().connection === "open") reportIn(place, retryDelay(error, 0, RETRY_MS), clock.now_ms());
        return;
      }
    }
    if (unreported.get(place) === message_id) unreported.delete(place);
  };
  const reportIn = (place: Place, pause_ms: number, since_ms: number) => {
    timers.get(place)?.callOff();
    timers.set(place, { since_ms, callOff: clock.after(pause_ms, () => void report(place)) });
  };
  return {
    markRead(place, message_id) {
      const before = readStateOf(store.getState(), place);
      if (!before || before.read_up_to >= message_id) return;
      store.setState(setPlaceReadUpTo(place, message_id));
      resetForNewUser();
      unreported.set(place, message_id);
      const now_ms = clock.now_ms();
      const since_ms = timers.get(place)?.since_ms ?? now_ms;
      const pause_ms = Math.min(PAUSE_MS, Math.max(0, since_ms + MAX_DELAY_MS - now_ms));
      reportIn(place, pause_ms, since_ms);
    },
    setFollowed: (place) => store.setState(setFollowed(place)),
    reportReading() {
      for (const place of [...unreported.keys()]) reportIn(place, 0, clock.now_ms());
    },
  };
}
