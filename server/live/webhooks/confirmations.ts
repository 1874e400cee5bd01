/**
 * Deliveries that the receiver has confirmed and the store has not removed yet. They are written in batches while the
 * next deliveries run. After a crash, unwritten ones are delivered again under the same `webhook-id`.
 */
import type { Clock } from "../../ports/clock.ts";
import type { Db } from "../../store/db.ts";
import { LeaseLost } from "../../store/lease.ts";
import {
  deleteEvents,
  isPrivateMessage,
  type EventRow,
  type MessageUpdate,
} from "../../store/queries/streams/streams.ts";
import { backoff_ms, sleep } from "../coalesced-task.ts";
import { markDelivered } from "../delivery-receipts.ts";

interface ConfirmationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Confirmations that may wait while as many are being written. After a crash, at most twice this many updates are
 * delivered again.
 */
const MAX_UNWRITTEN = 250;

interface Confirmed {
  readonly seq: number;
  /** Set for a message of a private chat, which is marked as delivered. */
  readonly message?: MessageUpdate;
}

export class Confirmations {
  readonly #deps: ConfirmationDeps;
  readonly #bot_id: number;
  #waiting: Confirmed[] = [];
  #writing: Promise<void> | undefined;
  #stopped = false;
  #hasGivenUp = false;
  readonly #stopping = Promise.withResolvers<void>();

  constructor(deps: ConfirmationDeps, bot_id: number) {
    this.#deps = deps;
    this.#bot_id = bot_id;
  }

  /** Adds a confirmed update. @returns what the caller awaits before it adds more, when too many are unwritten */
  add(event: EventRow): Promise<void> | undefined {
    const { seq, ref, body } = event;
    this.#waiting.push(isPrivateMessage(event) ? { seq, message: { chat_id: ref, body } } : { seq });
    this.#writing ??= this.#write();
    return this.#waiting.length >= MAX_UNWRITTEN ? this.#writing : undefined;
  }

  /** Failed writes are no longer retried: the updates in them are delivered again after a restart. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.resolve();
  }

  /** Whether some confirmations were not written and never will be: their updates are delivered again. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Resolves when every confirmation so far is in the store, or will never be. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let failures = 0; this.#waiting.length > 0;) {
      const batch = this.#waiting.splice(0, MAX_UNWRITTEN);
      if (await this.#forget(batch)) failures = 0;
      else if (this.#stopped) this.#hasGivenUp = true;
      else {
        this.#waiting = [...batch, ...this.#waiting];
        await sleep(this.#deps.clock, backoff_ms(failures++), this.#stopping.promise);
      }
    }
    // Set synchronously after the last check of the queue: an update that is added next starts a new write.
    this.#writing = undefined;
  }

  /** @returns whether the batch was written */
  async #forget(batch: readonly Confirmed[]): Promise<boolean> {
    const messages = newestOfEach(batch);
    const seqs = batch.map(({ seq }) => seq);
    try {
      await this.#deps.db.write(async (tx) => {
        for (const message of messages) await markDelivered(tx, this.#bot_id, message);
        await deleteEvents(tx, this.#bot_id, seqs);
      });
      return true;
    } catch (error) {
      // Another node has the webhook. Nothing that this one has confirmed will ever be written.
      if (error instanceof LeaseLost) this.stop();
      else this.#deps.onError(error);
      return false;
    }
  }
}

/**
 * The newest message of each private chat, in ascending order of chats, because every transaction locks chats in this
 * order.
 */
function newestOfEach(batch: readonly Confirmed[]): MessageUpdate[] {
  const newest = new Map<number, MessageUpdate>();
  for (const { message } of batch) if (message) newest.set(message.chat_id, message);
  return [...newest.values()].sort((a, b) => a.chat_id - b.chat_id);
}
