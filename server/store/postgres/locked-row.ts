/**
 * A chat's row that a batch has locked. Transactions of the batch that lock the same row run one after another, and see
 * each other's message ids.
 */
import { Changes } from "./changes.ts";

export class LockedRow {
  readonly id: number;
  readonly value: unknown;
  /** Changes of earlier transactions of the batch that have locked the row. */
  readonly changes = new Changes();
  #last_message_id: number;
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  constructor(id: number, value: unknown, last_message_id: number) {
    this.id = id;
    this.value = value;
    this.#last_message_id = last_message_id;
  }

  /** The last message id of the chat, with those of earlier transactions of the batch. */
  get last_message_id(): number {
    return this.#last_message_id;
  }

  /** Calls `then` when no other transaction of the batch has the row. */
  acquire(then: () => void): void {
    if (this.#isHeld) this.#waiting.push(then);
    else {
      this.#isHeld = true;
      then();
    }
  }

  /** Ends the lock of the transaction that has it, with what it has changed. */
  release(changes: Changes): void {
    this.#last_message_id += changes.allocations.get(this.id)?.count ?? 0;
    this.changes.addVisible(changes);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
