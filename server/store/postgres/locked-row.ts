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
  #message_head: number;
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  constructor(id: number, value: unknown, message_head: number) {
    this.id = id;
    this.value = value;
    this.#message_head = message_head;
  }

  /** The last message id of the chat, with those of earlier transactions of the batch. */
  get message_head(): number {
    return this.#message_head;
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
    this.#message_head += changes.allocations.get(this.id)?.count ?? 0;
    this.changes.addVisible(changes);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
