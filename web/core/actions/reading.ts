/** Marks messages as read: immediately in the state, and on the server when scrolling pauses, with retries. */
import { isRetryable, retryDelay } from "../api/errors.ts";
import { setReadUpTo, setFollowedChat } from "../store/reading.ts";
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
  markRead(chat_id: number, message_id: number): void;
  /**
   * Sets the chat whose newest messages are visible and followed; it has no unread messages. Without an id, no chat is
   * followed.
   */
  setFollowedChat(chat_id?: number): void;
  /** Reports all pending reads; called after a reconnect. */
  reportReading(): void;
}

export function readingActions({ api, store, clock }: ActionDeps): ReadingActions {
  /** By chat, the message up to which the person has read but which the server has not confirmed. */
  const unreported = new Map<number, number>();
  const timers = new Map<number, { readonly since_ms: number; readonly callOff: () => void }>();
  let reader: number | undefined;
  /** Messages that an earlier user of this page read are not reported for the current one. */
  const resetForNewUser = () => {
    const me = store.getState().me?.user.id;
    if (me !== reader) unreported.clear();
    reader = me;
  };
  const report = async (chat_id: number) => {
    timers.delete(chat_id);
    resetForNewUser();
    const message_id = unreported.get(chat_id);
    if (message_id === undefined) return;
    try {
      await api.call("readMessages", { chat_id, message_id });
    } catch (error) {
      if (isRetryable(error)) {
        if (store.getState().connection === "open") reportIn(chat_id, retryDelay(error, 0, RETRY_MS), clock.now_ms());
        return;
      }
    }
    if (unreported.get(chat_id) === message_id) unreported.delete(chat_id);
  };
  const reportIn = (chat_id: number, pause_ms: number, since_ms: number) => {
    timers.get(chat_id)?.callOff();
    timers.set(chat_id, { since_ms, callOff: clock.after(pause_ms, () => void report(chat_id)) });
  };
  return {
    markRead(chat_id, message_id) {
      const row = store.getState().chats?.[chat_id];
      if (!row || row.read_up_to >= message_id) return;
      store.setState(setReadUpTo(chat_id, message_id));
      resetForNewUser();
      unreported.set(chat_id, message_id);
      const now_ms = clock.now_ms();
      const since_ms = timers.get(chat_id)?.since_ms ?? now_ms;
      const pause_ms = Math.min(PAUSE_MS, Math.max(0, since_ms + MAX_DELAY_MS - now_ms));
      reportIn(chat_id, pause_ms, since_ms);
    },
    setFollowedChat: (chat_id) => store.setState(setFollowedChat(chat_id)),
    reportReading() {
      for (const chat_id of [...unreported.keys()]) reportIn(chat_id, 0, clock.now_ms());
    },
  };
}
