/** The newest messages of a chat, so that what is unread to many people is counted without asking the store for each. */
import type { ReadTx } from "../store/db.ts";
import { MOST_UNREAD } from "../store/unread.ts";
import { newestSenders, sendersAfter, type SaidBy } from "../store/unread-window.ts";

/** Messages that are read at first, and kept at least: what nobody counts further than, and some that are the person's own or deleted. */
const KEPT = MOST_UNREAD + 500;

/** What a read has found: all that is to be kept, or what is new. */
export interface Said {
  readonly anew?: readonly SaidBy[];
  readonly more?: readonly SaidBy[];
}

export class UnreadWindow {
  readonly #chat_id: number;
  #ids: number[] = [];
  #bySender = new Map<number, number[]>();
  /** All messages after this one are here; `undefined` before the first read. */
  #floor: number | undefined;
  #last = 0;

  constructor(chat_id: number) {
    this.#chat_id = chat_id;
  }

  /** Reads what has been said since the last read. It changes nothing: a read may be made twice. */
  async read(tx: ReadTx): Promise<Said> {
    const tooShort = this.#floor !== 0 && this.#ids.length < MOST_UNREAD;
    if (this.#floor !== undefined && !tooShort) {
      const more = await sendersAfter(tx, this.#chat_id, this.#last, KEPT);
      if (more.length < KEPT) return { more };
    }
    return { anew: (await newestSenders(tx, this.#chat_id, KEPT)).reverse() };
  }

  /** Takes what was read, and leaves out what was deleted since the read before. */
  take({ anew, more = [] }: Said, deleted: readonly number[]): void {
    if (anew) this.#fill(anew);
    else for (const message_id of deleted) this.#remove(message_id);
    for (const said of more) this.#add(said);
    if (this.#ids.length > 2 * KEPT) this.#trim();
  }

  /** Forgets everything; the next `update` reads anew. */
  clear(): void {
    this.#ids = [];
    this.#bySender.clear();
    this.#floor = undefined;
  }

  /** Messages of others after `unread_after`, at most `MOST_UNREAD`; `undefined` where the window does not reach back that far. */
  count(person_id: number, unread_after: number): number | undefined {
    const own = this.#bySender.get(person_id);
    const count = countAfter(this.#ids, unread_after) - (own ? countAfter(own, unread_after) : 0);
    if (count >= MOST_UNREAD) return MOST_UNREAD;
    return unread_after >= this.#floor! ? count : undefined;
  }

  #fill(oldestFirst: readonly SaidBy[]): void {
    this.clear();
    this.#last = 0;
    for (const said of oldestFirst) this.#add(said);
    this.#floor = oldestFirst.length < KEPT ? 0 : oldestFirst[0]!.message_id - 1;
  }

  #trim(): void {
    this.#floor = this.#ids.splice(0, this.#ids.length - KEPT).at(-1)!;
    for (const [sender_id, own] of this.#bySender) {
      own.splice(0, own.length - countAfter(own, this.#floor));
      if (own.length === 0) this.#bySender.delete(sender_id);
    }
  }

  #add({ message_id, sender_id }: SaidBy): void {
    this.#ids.push(message_id);
    const own = this.#bySender.get(sender_id);
    if (own) own.push(message_id);
    else this.#bySender.set(sender_id, [message_id]);
    this.#last = message_id;
  }

  #remove(message_id: number): void {
    if (!takeOut(this.#ids, message_id)) return;
    for (const own of this.#bySender.values()) if (takeOut(own, message_id)) return;
  }
}

/** How many of ascending numbers are greater. */
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

/** @returns whether the number was there */
function takeOut(ids: number[], id: number): boolean {
  const at = ids.length - countAfter(ids, id - 1);
  if (ids[at] !== id) return false;
  ids.splice(at, 1);
  return true;
}
