/** Reports which messages have reached this device, for many chats in one call, with retries. */
import { MAX_DELIVERED_CHATS } from "@heliogram/shared/limits.ts";
import { isRetryable } from "../api/errors.ts";
import type { ChatRow, Store } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

/** A delay before reporting: messages on the screen are read within it, and reading implies delivery. */
const PAUSE_MS = 500;
/** The shortest interval between two reports, and the delay before a failed report is retried. */
const INTERVAL_MS = 1000;
const RETRY_MS = 3000;

export interface DeliveryActions {
  /** Looks for unreported messages in these chats, or in the whole list by default. */
  reportDelivered(chat_ids?: readonly number[]): void;
}

export function deliveryActions({ api, store, clock }: ActionDeps): DeliveryActions {
  const unreported = new UnreportedDeliveries(store);
  let isScheduled = false;
  let next_ms = 0;
  const report = async () => {
    // After a reconnect, the whole list is checked again.
    if (store.getState().connection !== "open") return;
    const { chats, confirm } = unreported.take();
    if (chats.length === 0) return;
    next_ms = clock.now_ms() + INTERVAL_MS;
    try {
      await api.call("markDelivered", { chats });
      confirm();
    } catch (error) {
      // A report that was rejected for good would be rejected again, so it counts as done.
      if (!isRetryable(error)) return confirm();
      next_ms = clock.now_ms() + RETRY_MS;
      unreported.collect(chats.map(({ chat_id }) => chat_id));
    }
  };
  const schedule = () => {
    if (isScheduled || unreported.isEmpty) return;
    isScheduled = true;
    clock.after(Math.max(PAUSE_MS, next_ms - clock.now_ms()), () => {
      void report().finally(() => {
        isScheduled = false;
        if (store.getState().connection === "open") schedule();
      });
    });
  };
  return {
    reportDelivered(chat_ids = Object.keys(store.getState().chats ?? {}).map(Number)) {
      unreported.collect(chat_ids);
      schedule();
    },
  };
}

interface MessagePosition {
  readonly chat_id: number;
  readonly message_id: number;
}

/** The chats with unreported messages, and how far each chat was reported. */
class UnreportedDeliveries {
  readonly #store: Store;
  readonly #pending = new Set<number>();
  #reported = new Map<number, number>();
  #user_id: number | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  collect(chat_ids: readonly number[]): void {
    this.#resetForNewUser();
    for (const chat_id of chat_ids) if (this.#unreportedIn(chat_id) > 0) this.#pending.add(chat_id);
  }

  /** Takes up to `MAX_DELIVERED_CHATS` chats that still have something to report; call `confirm` after they were reported. */
  take(): { readonly chats: MessagePosition[]; readonly confirm: () => void } {
    this.#resetForNewUser();
    const chats: MessagePosition[] = [];
    for (const chat_id of this.#pending) {
      if (chats.length === MAX_DELIVERED_CHATS) break;
      this.#pending.delete(chat_id);
      const message_id = this.#unreportedIn(chat_id);
      if (message_id > 0) chats.push({ chat_id, message_id });
    }
    const reported = this.#reported;
    const confirm = () => {
      for (const { chat_id, message_id } of chats) reported.set(chat_id, message_id);
    };
    return { chats, confirm };
  }

  /** Messages that arrived for an earlier user of this page are not reported for the current one. */
  #resetForNewUser(): void {
    const me = this.#store.getState().me?.user.id;
    if (me === this.#user_id) return;
    this.#pending.clear();
    this.#reported = new Map();
    this.#user_id = me;
  }

  #unreportedIn(chat_id: number): number {
    const upTo = newestDelivered(this.#store.getState().chats?.[chat_id], this.#user_id);
    return upTo > (this.#reported.get(chat_id) ?? 0) ? upTo : 0;
  }
}

/**
 * The id of the newest message in a private chat if the other person sent it and it is neither read nor reported as
 * delivered; otherwise 0.
 */
function newestDelivered(row: ChatRow | undefined, me: number | undefined): number {
  if (!row?.last_message || !row.peer || row.peer.user.is_bot) return 0;
  const { last_message, unread_count, read_up_to, delivered_up_to = 0 } = row;
  if (unread_count === 0 && last_message.from?.id === me) return 0;
  return last_message.message_id > Math.max(read_up_to, delivered_up_to) ? last_message.message_id : 0;
}
