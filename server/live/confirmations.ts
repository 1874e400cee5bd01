/**
 * Deliveries that receivers have confirmed and the store has not forgotten yet. They are written many at once, while the
 * next deliveries are under way: if the service dies before, they are sent again under the same `webhook-id`.
 */
import type { Clock } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";
import { forgetEvents, isPrivateMessage, type EventRow, type MessageUpdate } from "../store/streams.ts";
import { pauseAfter, rest } from "./looking.ts";
import { deliver } from "./taken.ts";

interface ConfirmationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** Confirmations that may wait while as many are being written: twice so many updates come again after a crash at most. */
const MAX_WAITING = 250;

interface Confirmed {
  readonly seq: number;
  /** Of a private chat: the person there is told that the bot has it. */
  readonly message?: MessageUpdate;
}

export class Confirmations {
  readonly #deps: ConfirmationDeps;
  readonly #bot_id: number;
  #waiting: Confirmed[] = [];
  #writing: Promise<void> | undefined;
  #stopped = false;
  readonly #halt = Promise.withResolvers<void>();

  constructor(deps: ConfirmationDeps, bot_id: number) {
    this.#deps = deps;
    this.#bot_id = bot_id;
  }

  /** Takes a confirmed update. @returns what must be waited for while too many are waiting */
  add(event: EventRow): Promise<void> | undefined {
    const { seq, ref, body } = event;
    this.#waiting.push(isPrivateMessage(event) ? { seq, message: { chat_id: ref, body } } : { seq });
    this.#writing ??= this.#write();
    return this.#waiting.length >= MAX_WAITING ? this.#writing : undefined;
  }

  /** From now on a write that fails is not tried again: what it says is sent again later. */
  stop(): void {
    this.#stopped = true;
    this.#halt.resolve();
  }

  /** Resolves when all that were taken so far are in the store, or will not be. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let failures = 0; this.#waiting.length > 0;) {
      const batch = this.#waiting.splice(0, MAX_WAITING);
      if (await this.#forget(batch)) failures = 0;
      else if (!this.#stopped) {
        this.#waiting = [...batch, ...this.#waiting];
        await rest(this.#deps.clock, pauseAfter(failures++), this.#halt.promise);
      }
    }
    // In the same breath as the last look, or what is added next would wait for nothing.
    this.#writing = undefined;
  }

  /** @returns whether the store has done so */
  async #forget(batch: readonly Confirmed[]): Promise<boolean> {
    const messages = newestOfEach(batch);
    const seqs = batch.map(({ seq }) => seq);
    try {
      await this.#deps.db.write(async (tx) => {
        for (const message of messages) await deliver(tx, this.#bot_id, message);
        await forgetEvents(tx, this.#bot_id, seqs);
      });
      return true;
    } catch (error) {
      this.#deps.onFault(error);
      return false;
    }
  }
}

/** The newest message of each private chat, by chat: whoever holds several chats does so in this order. */
function newestOfEach(batch: readonly Confirmed[]): MessageUpdate[] {
  const newest = new Map<number, MessageUpdate>();
  for (const { message } of batch) if (message) newest.set(message.chat_id, message);
  return [...newest.values()].sort((a, b) => a.chat_id - b.chat_id);
}
