/** What the person has seen: shown at once, told to the service when scrolling pauses, and again until it has heard. */
import { mayPass, pauseBefore } from "../api/failure.ts";
import { showReading, sitAtEnd } from "../store/reading.ts";
import type { ActionDeps } from "./deps.ts";

/** Reading is told when it pauses, so that what is scrolled past is told once; and now and then while it goes on. */
const PAUSE_MS = 250;
const LATEST_MS = 1000;
/** What has failed while the line is there is tried again; a line that is new tells everything at once. */
const AGAIN_MS = 3000;

export interface ReadingActions {
  /** The person has seen everything up to this message. */
  markRead(chat_id: number, message_id: number): void;
  /** The newest messages of this chat are in sight and followed: it has nothing unread. Of no chat, without one. */
  sitAtEnd(chat_id?: number): void;
  /** The line is there: the service hears what it has missed. */
  tellReading(): void;
}

export function readingActions({ api, store, clock }: ActionDeps): ReadingActions {
  /** How far each chat is read that the service has not heard of yet. */
  const untold = new Map<number, number>();
  const timers = new Map<number, { readonly since_ms: number; readonly callOff: () => void }>();
  let reader: number | undefined;
  /** What was read before somebody else signed in here is not theirs. */
  const know = () => {
    const me = store.getState().me?.user.id;
    if (me !== reader) untold.clear();
    reader = me;
  };
  const tell = async (chat_id: number) => {
    timers.delete(chat_id);
    know();
    const message_id = untold.get(chat_id);
    if (message_id === undefined) return;
    try {
      await api.call("readMessages", { chat_id, message_id });
    } catch (error) {
      if (mayPass(error)) {
        if (store.getState().line === "open") tellIn(chat_id, pauseBefore(error, 0, AGAIN_MS), clock.now_ms());
        return;
      }
    }
    if (untold.get(chat_id) === message_id) untold.delete(chat_id);
  };
  const tellIn = (chat_id: number, pause_ms: number, since_ms: number) => {
    timers.get(chat_id)?.callOff();
    timers.set(chat_id, { since_ms, callOff: clock.after(pause_ms, () => void tell(chat_id)) });
  };
  return {
    markRead(chat_id, message_id) {
      const row = store.getState().chats?.[chat_id];
      if (!row || row.read_up_to >= message_id) return;
      store.setState(showReading(chat_id, message_id));
      know();
      untold.set(chat_id, message_id);
      const now_ms = clock.now_ms();
      const since_ms = timers.get(chat_id)?.since_ms ?? now_ms;
      const pause_ms = Math.min(PAUSE_MS, Math.max(0, since_ms + LATEST_MS - now_ms));
      tellIn(chat_id, pause_ms, since_ms);
    },
    sitAtEnd: (chat_id) => store.setState(sitAtEnd(chat_id)),
    tellReading() {
      for (const chat_id of [...untold.keys()]) tellIn(chat_id, 0, clock.now_ms());
    },
  };
}
