/** The send queue of one chat: one message is sent at a time, with delays between the attempts. */
import type { Clock } from "../ports/clock.ts";

/** After a reconnect, a text that has had no response for this long is aborted and sent again. */
const UNANSWERED_MS = 5000;

interface Sending {
  readonly key: string;
  readonly since_ms: number;
  /** Uploads may take long, so a reconnect does not abort them. */
  readonly isUpload: boolean;
  readonly abort: AbortController;
}

export class ChatQueue {
  readonly #clock: Clock;
  #sending: Sending | undefined;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns the signal that aborts the request of this message */
  startSending(key: string, isUpload: boolean): AbortSignal {
    const abort = new AbortController();
    this.#sending = { key, since_ms: this.#clock.now_ms(), isUpload, abort };
    return abort.signal;
  }

  endSending(): void {
    this.#sending = undefined;
  }

  /** Aborts the request of a message, if it is the one being sent. @returns whether it was */
  cancel(key: string): boolean {
    if (this.#sending?.key !== key) return false;
    this.#sending.abort.abort();
    return true;
  }

  /** Resolves after the delay, or earlier when `retryNow` is called. */
  waitToRetry(delay_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(delay_ms, () => this.#wake?.());
      this.#wake = () => {
        this.#wake = undefined;
        cancelTimer();
        resolve();
      };
    });
  }

  /** Resolves after the delay. Nothing shortens it, because the server asked for it. */
  backOff(delay_ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(delay_ms, resolve));
  }

  /** Ends the delay before the next attempt. */
  retryNow(): void {
    this.#wake?.();
  }

  /** The connection was reopened: ends the delay, and aborts a text whose response was lost with the old connection. */
  onReconnect(): void {
    this.retryNow();
    const sending = this.#sending;
    if (sending && !sending.isUpload && this.#clock.now_ms() - sending.since_ms >= UNANSWERED_MS) sending.abort.abort();
  }
}
