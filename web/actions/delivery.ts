/** What has come to this device from other people: told to the service for many chats together, and again until it has heard. */
import { mayPass } from "../api/failure.ts";
import type { ChatRow, Store } from "../store/state.ts";
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
  const arrivals = new Arrivals(store);
  let isUnderWay = false;
  let next_ms = 0;
  const tell = async () => {
    // A line that is new looks through the list.
    if (store.getState().line !== "open") return;
    const { chats, confirm } = arrivals.take();
    if (chats.length === 0) return;
    next_ms = clock.now_ms() + EVERY_MS;
    try {
      await api.call("markDelivered", { chats });
      confirm();
    } catch (error) {
      // What is refused now would be refused again.
      if (!mayPass(error)) return confirm();
      next_ms = clock.now_ms() + AGAIN_MS;
      arrivals.look(chats.map(({ chat_id }) => chat_id));
    }
  };
  const wake = () => {
    if (isUnderWay || arrivals.isEmpty) return;
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
      arrivals.look(chat_ids);
      wake();
    },
  };
}

interface Place {
  readonly chat_id: number;
  readonly message_id: number;
}

/** Chats of which there is something to tell, and how far each has been told. */
class Arrivals {
  readonly #store: Store;
  readonly #due = new Set<number>();
  #told = new Map<number, number>();
  #receiver: number | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  get isEmpty(): boolean {
    return this.#due.size === 0;
  }

  look(chat_ids: readonly number[]): void {
    this.#know();
    for (const chat_id of chat_ids) if (this.#untold(chat_id) > 0) this.#due.add(chat_id);
  }

  /** Takes as many as the service does, of those that still are to be told; `confirm` says that they have been. */
  take(): { readonly chats: Place[]; readonly confirm: () => void } {
    this.#know();
    const chats: Place[] = [];
    for (const chat_id of this.#due) {
      if (chats.length === MOST_CHATS) break;
      this.#due.delete(chat_id);
      const message_id = this.#untold(chat_id);
      if (message_id > 0) chats.push({ chat_id, message_id });
    }
    const told = this.#told;
    const confirm = () => {
      for (const { chat_id, message_id } of chats) told.set(chat_id, message_id);
    };
    return { chats, confirm };
  }

  /** What came before somebody else signed in here is not theirs. */
  #know(): void {
    const me = this.#store.getState().me?.user.id;
    if (me === this.#receiver) return;
    this.#due.clear();
    this.#told = new Map();
    this.#receiver = me;
  }

  #untold(chat_id: number): number {
    const upTo = arrivedIn(this.#store.getState().chats?.[chat_id], this.#receiver);
    return upTo > (this.#told.get(chat_id) ?? 0) ? upTo : 0;
  }
}

/** The newest message of a private chat, if the other person wrote something that neither is read nor known to be here; 0 else. */
function arrivedIn(row: ChatRow | undefined, me: number | undefined): number {
  if (!row?.last_message || !row.peer || row.peer.user.is_bot) return 0;
  const { last_message, unread_count, read_up_to, delivered_up_to = 0 } = row;
  if (unread_count === 0 && last_message.from?.id === me) return 0;
  return last_message.message_id > Math.max(read_up_to, delivered_up_to) ? last_message.message_id : 0;
}
