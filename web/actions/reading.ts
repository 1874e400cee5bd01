/** What the person has seen: shown at once, told to the service when scrolling pauses, and again until it has heard. */
import { mayPass } from "../api/failure.ts";
import { changeChat } from "../store/chats.ts";
import type { ActionDeps } from "./deps.ts";

/** Reading is told once for what is scrolled past within this time. */
const PAUSE_MS = 250;

export interface ReadingActions {
  /** The person has seen everything up to this message. */
  markRead(chat_id: number, message_id: number): void;
  /** The line is there: the service hears what it has missed. */
  tellReading(): void;
}

export function readingActions({ api, store, clock }: ActionDeps): ReadingActions {
  /** How far each chat is read that the service has not heard of yet. */
  const untold = new Map<number, number>();
  const callOffs = new Map<number, () => void>();
  let reader: number | undefined;
  /** What was read before somebody else signed in here is not theirs. */
  const know = () => {
    const me = store.getState().me?.user.id;
    if (me !== reader) untold.clear();
    reader = me;
  };
  const tell = async (chat_id: number) => {
    know();
    const message_id = untold.get(chat_id);
    if (message_id === undefined) return;
    try {
      await api.call("readMessages", { chat_id, message_id });
    } catch (error) {
      if (mayPass(error)) return;
    }
    if (untold.get(chat_id) === message_id) untold.delete(chat_id);
  };
  return {
    markRead(chat_id, message_id) {
      const row = store.getState().chats?.[chat_id];
      if (!row || row.read_up_to >= message_id) return;
      store.setState(changeChat(chat_id, (each) => ({ ...each, read_up_to: message_id })));
      know();
      untold.set(chat_id, message_id);
      callOffs.get(chat_id)?.();
      callOffs.set(
        chat_id,
        clock.after(PAUSE_MS, () => void tell(chat_id)),
      );
    },
    tellReading() {
      for (const chat_id of [...untold.keys()]) void tell(chat_id);
    },
  };
}
