/** Holds back changes of reactions of one chat, so that a burst of them is one event for its readers. */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { ReadTx } from "../../store/db.ts";
import { isReaction } from "../../store/queries/streams/chat-events.ts";
import { eventsAfter } from "../../store/queries/streams/streams.ts";

/** How long the first change waits for others. */
const GATHER_MS = 200;
/** Changes are shown at most so often. */
const PAUSE_MS = 1000;
/** Rows of one look at what has come since. */
const ROWS = 500;

/** The events up to the last that was held are not shown; whatever comes after them shows them too. */
export class ReactionDelay {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #cancel: CancelTimer | undefined;
  #isDue = false;
  #shown_ms = Number.NEGATIVE_INFINITY;
  #held_seq = 0;

  /** @param wake - called when held changes are to be shown: the stream is then read */
  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Whether changes are held back whose time has not come. */
  get isHolding(): boolean {
    return this.#cancel !== undefined && !this.#isDue;
  }

  /**
   * The last of the events that are held, if all that were added since are changes of reactions too: then there is still
   * nothing to show. It is to be passed to `hold`.
   */
  async stillHeld(tx: ReadTx, chat_id: number): Promise<number | undefined> {
    const rows = await eventsAfter(tx, chat_id, this.#held_seq, ROWS);
    return rows.length < ROWS && rows.every(isReaction) ? (rows.at(-1)?.seq ?? this.#held_seq) : undefined;
  }

  /** Changes of reactions alone up to `seq` were read. @returns whether they are held back */
  hold(seq: number): boolean {
    if (this.#isDue) return false;
    this.#held_seq = seq;
    if (this.#cancel) return true;
    const now_ms = this.#clock.elapsed();
    const delay_ms = Math.max(GATHER_MS, this.#shown_ms + PAUSE_MS - now_ms);
    this.#cancel = this.#clock.after(delay_ms, () => {
      this.#isDue = true;
      this.#wake();
    });
    return true;
  }

  /** Everything that was read is shown. */
  release(): void {
    if (!this.#cancel) return;
    this.#shown_ms = this.#clock.elapsed();
    this.stop();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isDue = false;
  }
}
