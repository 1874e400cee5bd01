/** What has come to this device from other people: told to the service for many chats together, and again until it has heard. */
import { mayPass } from "../api/failure.ts";
import type { ChatRow } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

/** What is on the screen is read before this is over, and whoever reads need not tell that it has come. */
const PAUSE_MS = 500;
/** Told at most this often, and what has failed this much later. */
const EVERY_MS = 1000;
const AGAIN_MS = 3000;
/** The service takes this many chats at a time. */
const MOST_CHATS = 100;

export interface DeliveryActions {
  /** Looks through these chats, or through the whole list, for messages that the service does not know to be here. */
  tellDelivered(chat_ids?: readonly number[]): void;
}

export function deliveryActions({ api, store, clock }: ActionDeps): DeliveryActions {
  /** Chats with something to tell, and how far each has been told. */
  const due = new Set<number>();
  const told = new Map<number, number>();
  let isUnderWay = false;
  let next_ms = 0;
  let receiver: number | undefined;
  /** What came before somebody else signed in here is not theirs. */
  const know = () => {
    const me = store.getState().me?.user.id;
    if (me === receiver) return;
    due.clear();
    told.clear();
    receiver = me;
  };
  const untold = (chat_id: number) => {
    const upTo = arrivedIn(store.getState().chats?.[chat_id], receiver);
    return upTo > (told.get(chat_id) ?? 0) ? upTo : undefined;
  };
  const take = () => {
    const batch: { readonly chat_id: number; readonly message_id: number }[] = [];
    for (const chat_id of due) {
      if (batch.length === MOST_CHATS) break;
      const message_id = untold(chat_id);
      due.delete(chat_id);
      if (message_id !== undefined) batch.push({ chat_id, message_id });
    }
    return batch;
  };
  const tell = async () => {
    know();
    // A line that is new looks through the list.
    const chats = store.getState().line === "open" ? take() : [];
    if (chats.length === 0) return;
    const teller = receiver;
    next_ms = clock.now_ms() + EVERY_MS;
    try {
      await api.call("markDelivered", { chats });
    } catch (error) {
      if (mayPass(error)) {
        next_ms = clock.now_ms() + AGAIN_MS;
        for (const { chat_id } of chats) due.add(chat_id);
        return;
      }
    }
    know();
    if (receiver === teller) for (const { chat_id, message_id } of chats) told.set(chat_id, message_id);
  };
  const wake = () => {
    if (isUnderWay || due.size === 0) return;
    isUnderWay = true;
    clock.after(Math.max(PAUSE_MS, next_ms - clock.now_ms()), () => {
      void tell().finally(() => {
        isUnderWay = false;
        if (store.getState().line === "open") wake();
      });
    });
  };
  return {
    tellDelivered(chat_ids = Object.keys(store.getState().chats ?? {}).map(Number)) {
      know();
      for (const chat_id of chat_ids) if (untold(chat_id) !== undefined) due.add(chat_id);
      wake();
    },
  };
}

/** The newest message of a private chat, if the other person wrote something that neither is read nor known to be here; 0 else. */
function arrivedIn(row: ChatRow | undefined, me: number | undefined): number {
  if (!row?.last_message || !row.peer || row.peer.user.is_bot) return 0;
  const { last_message, unread_count, read_up_to, delivered_up_to = 0 } = row;
  if (unread_count === 0 && last_message.from?.id === me) return 0;
  return last_message.message_id > Math.max(read_up_to, delivered_up_to) ? last_message.message_id : 0;
}
