/**
 * The newest messages of a chat in memory, so that unread messages of many people are counted without a query for each.
 */
import type { ReadTx } from "../../store/db.ts";
import { MOST_UNREAD } from "../../store/queries/members/unread.ts";
import { newestSenders, sendersAfter, type MessageSender } from "../../store/queries/members/unread-window.ts";

/**
 * Messages that are kept at least: the greatest count that is shown, and a margin for the person's own and deleted
 * messages.
 */
const KEPT = MOST_UNREAD + 500;

/** What a read has found: a new window, or the new messages. */
export interface WindowUpdate {
  readonly anew?: readonly MessageSender[];
  readonly more?: readonly MessageSender[];
}

export class UnreadWindow {
  readonly #chat_id: number;
  #ids: number[] = [];
  #bySender = new Map<number, number[]>();
  /** The window has every message after this one; `undefined` before the first read. */
  #floor: number | undefined;
  #last = 0;

  constructor(chat_id: number) {
    this.#chat_id = chat_id;
  }

  /** Reads the messages since the last read. Changes nothing, as a read may be retried. */
  async read(tx: ReadTx): Promise<WindowUpdate> {
    const tooShort = this.#floor !== 0 && this.#ids.length < MOST_UNREAD;
    if (this.#floor !== undefined && !tooShort) {
      const more = await sendersAfter(tx, this.#chat_id, this.#last, KEPT);
      if (more.length < KEPT) return { more };
    }
    return { anew: (await newestSenders(tx, this.#chat_id, KEPT)).reverse() };
  }

  /** Applies a read, and removes the messages that were deleted since the one before. */
  take({ anew, more = [] }: WindowUpdate, deleted: readonly number[]): void {
    if (anew) this.#fill(anew);
    else for (const message_id of deleted) this.#remove(message_id);
    for (const message of more) this.#add(message);
    if (this.#ids.length > 2 * KEPT) this.#trim();
  }

  /** Empties the window. The next read fills it anew. */
  clear(): void {
    this.#ids = [];
    this.#bySender.clear();
    this.#floor = undefined;
  }

  /**
   * Others' messages after `unread_after`, at most `MOST_UNREAD`; `undefined` where the window does not reach back that
   * far.
   */
  count(person_id: number, unread_after: number): number | undefined {
    const own = this.#bySender.get(person_id);
    const count = countAfter(this.#ids, unread_after) - (own ? countAfter(own, unread_after) : 0);
    if (count >= MOST_UNREAD) return MOST_UNREAD;
    return unread_after >= this.#floor! ? count : undefined;
  }

  #fill(oldestFirst: readonly MessageSender[]): void {
    this.clear();
    this.#last = 0;
    for (const message of oldestFirst) this.#add(message);
    this.#floor = oldestFirst.length < KEPT ? 0 : oldestFirst[0]!.message_id - 1;
  }

  #trim(): void {
    this.#floor = this.#ids.splice(0, this.#ids.length - KEPT).at(-1)!;
    for (const [sender_id, own] of this.#bySender) {
      own.splice(0, own.length - countAfter(own, this.#floor));
      if (own.length === 0) this.#bySender.delete(sender_id);
    }
  }

  #add({ message_id, sender_id }: MessageSender): void {
    this.#ids.push(message_id);
    const own = this.#bySender.get(sender_id);
    if (own) own.push(message_id);
    else this.#bySender.set(sender_id, [message_id]);
    this.#last = message_id;
  }

  #remove(message_id: number): void {
    if (!removeNumber(this.#ids, message_id)) return;
    for (const own of this.#bySender.values()) if (removeNumber(own, message_id)) return;
  }
}

/** How many of the ascending numbers are greater than `after`. */
function countAfter(ids: readonly number[], after: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! > after) high = middle;
    else low = middle + 1;
  }
  return ids.length - low;
}

/** Removes a number. @returns whether it was there */
function removeNumber(ids: number[], id: number): boolean {
  const at = ids.length - countAfter(ids, id - 1);
  if (ids[at] !== id) return false;
  ids.splice(at, 1);
  return true;
}
