/** Shows the streamed drafts of a group or channel to its many sockets, at a bounded rate. */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { ChatSubscription } from "../sockets/chat-subscription.ts";
import type { DraftFrames } from "./draft-frames.ts";

/** Sockets of one chat that are sent drafts per second: all drafts of 300 sockets with 15 a second. */
const SOCKETS_PER_S = 5000;

export class DraftBroadcast {
  readonly #frames: DraftFrames;
  readonly #clock: Clock;
  readonly #wake: () => void;
  #left = SOCKETS_PER_S;
  #at_ms: number;
  #isDue = false;
  #subscriptions: Iterator<ChatSubscription> | undefined;
  #cancel: CancelTimer | undefined;

  /** @param wake - is called when there is something to show */
  constructor(frames: DraftFrames, clock: Clock, wake: () => void) {
    this.#frames = frames;
    this.#clock = clock;
    this.#wake = wake;
    this.#at_ms = clock.elapsed();
  }

  /** Whether `showSome` has something to do now. */
  get isDue(): boolean {
    return this.#isDue || this.#subscriptions !== undefined;
  }

  /** Whether it waits until the rate allows to show something. */
  get isWaiting(): boolean {
    return this.#cancel !== undefined;
  }

  /** Drafts have changed, or a socket has taken what it was sent. Beyond the rate this waits, and the newest is shown. */
  trigger(): void {
    if (this.#cancel) return;
    const wait_ms = this.#wait();
    if (wait_ms === 0) this.#begin();
    else this.#cancel = this.#clock.after(wait_ms, () => this.#begin());
  }

  #begin(): void {
    this.#cancel = undefined;
    this.#isDue = true;
    this.#wake();
  }

  /**
   * Goes on with the walk through the sockets, or begins one.
   * @param count - the sockets to send to, at most
   * @param isInStep - whether a socket may be sent to now
   */
  async showSome(
    count: number,
    all: ReadonlySet<ChatSubscription>,
    isInStep: (subscription: ChatSubscription) => boolean,
  ): Promise<void> {
    if (!this.#frames.render()) return this.#frames.read();
    if (!this.#subscriptions) {
      this.#isDue = false;
      this.#subscriptions = all.values();
    }
    const { version } = this.#frames;
    for (let sent = 0; sent < count;) {
      const next = this.#subscriptions.next();
      if (next.done) {
        this.#subscriptions = undefined;
        return;
      }
      if (!isInStep(next.value) || !this.#frames.show(next.value, version)) continue;
      sent += 1;
      this.#left -= 1;
    }
  }

  /** Ends the walk. */
  reset(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isDue = false;
    this.#subscriptions = undefined;
  }

  /** Milliseconds until something may be shown. */
  #wait(): number {
    const now_ms = this.#clock.elapsed();
    this.#left = Math.min(SOCKETS_PER_S, this.#left + ((now_ms - this.#at_ms) * SOCKETS_PER_S) / 1000);
    this.#at_ms = now_ms;
    return this.#left > 0 ? 0 : Math.ceil((-this.#left * 1000) / SOCKETS_PER_S) + 1;
  }
}
