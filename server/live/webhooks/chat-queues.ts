/**
 * The chats with undelivered updates of one bot, and whose turn it is. Every update is noted once, as a number and a chat:
 * an update of a chat that has a queue only moves the end of that queue, however many updates wait there.
 */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { EventPosition, EventRow } from "../../store/queries/streams/streams.ts";

/** A chat with unconfirmed updates. Their bodies are read when they are sent. */
export interface ChatQueue {
  readonly chat: number;
  /** The oldest unconfirmed update is at or after `first`; `last` is the newest one. */
  first: number;
  last: number;
  /** Failed attempts to deliver the oldest update. */
  attempts: number;
  cancel: CancelTimer | undefined;
  /** Updates that were read in advance, the oldest first. */
  readAhead: EventRow[];
  /** Updates that were delivered before an older one, by a fault rule. */
  readonly early: Set<number>;
}

export class ChatQueues {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #onDue: () => void;
  readonly #byChat = new Map<number, ChatQueue>();
  /** Queues that wait only for a connection, the longest-waiting first. */
  readonly #due: ChatQueue[] = [];
  #position = 0;
  #retries = 0;

  /**
   * @param limit - chats that are tracked at once: updates of further chats are not noted until one of these has received
   * all of its own, so memory is bounded however many chats fail
   * @param onDue - called when a queue has waited for its next attempt long enough
   */
  constructor(clock: Clock, limit: number, onDue: () => void) {
    this.#clock = clock;
    this.#limit = limit;
    this.#onDue = onDue;
  }

  /** The newest update that was noted. */
  get position(): number {
    return this.#position;
  }

  /** Counts the calls of `retryNow`. Updates that were read before such a call may have been removed by now. */
  get retries(): number {
    return this.#retries;
  }

  get hasDue(): boolean {
    return this.#due.length > 0;
  }

  /** Notes an update. @returns whether there was room for it */
  add({ seq, ref: chat }: EventPosition): boolean {
    const queue = this.#byChat.get(chat);
    if (queue) queue.last = seq;
    else {
      if (this.#byChat.size >= this.#limit) return false;
      const early = new Set<number>();
      const added = { chat, first: seq, last: seq, attempts: 0, cancel: undefined, readAhead: [], early };
      this.#byChat.set(chat, added);
      this.#due.push(added);
    }
    this.#position = seq;
    return true;
  }

  /** Takes the queue whose turn it is. */
  take(): ChatQueue | undefined {
    return this.#due.shift();
  }

  /** A queue's oldest update is over. @returns whether there is room for a chat that had none */
  advance(queue: ChatQueue): boolean {
    queue.attempts = 0;
    if (queue.first <= queue.last) {
      this.#due.push(queue);
      return false;
    }
    const isFull = this.#byChat.size >= this.#limit;
    this.#byChat.delete(queue.chat);
    return isFull;
  }

  /** It is this queue's turn again. Nothing of it was delivered. */
  putBack(queue: ChatQueue): void {
    queue.readAhead = [];
    this.#due.unshift(queue);
  }

  /** An attempt has failed. */
  retryAfter(queue: ChatQueue, pause_ms: number): void {
    queue.attempts += 1;
    queue.readAhead = [];
    queue.cancel = this.#clock.after(pause_ms, () => {
      this.#resume(queue);
      this.#onDue();
    });
  }

  /** No queue waits for its next attempt any longer. */
  retryNow(): void {
    this.#retries += 1;
    for (const queue of this.#byChat.values()) {
      queue.attempts = 0;
      queue.readAhead = [];
      queue.cancel?.();
      if (queue.cancel) this.#resume(queue);
    }
  }

  clear(): void {
    for (const queue of this.#byChat.values()) queue.cancel?.();
    this.#byChat.clear();
  }

  #resume(queue: ChatQueue): void {
    queue.cancel = undefined;
    this.#due.push(queue);
  }
}
