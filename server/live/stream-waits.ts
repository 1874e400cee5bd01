/** Calls that wait until something has happened on a stream: they read again at each notification. */
import type { Clock } from "../ports/clock.ts";
import type { StreamNotifier } from "./stream-notifier.ts";

export interface StreamWait {
  /** A further wait with this key ends the one before, on the same node. */
  readonly key: string;
  readonly wait_ms: number;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal | undefined;
}

export class StreamWaits {
  readonly #notifier: StreamNotifier;
  readonly #clock: Clock;
  /** Ends the wait of a key. */
  readonly #waits = new Map<string, () => void>();
  #waiting = 0;
  #draining = false;

  constructor(notifier: StreamNotifier, clock: Clock) {
    this.#notifier = notifier;
    this.#clock = clock;
  }

  /** Calls that wait at the moment. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Returns the first result of `read` that is not `undefined`. It is called at once, and after each notification.
   * @returns `undefined` at the end of the time, and when the wait is ended before
   */
  async firstOf<T>(
    stream: number,
    { key, wait_ms, signal }: StreamWait,
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    let isEnded = this.#draining || signal?.aborted === true;
    let next = Promise.withResolvers<void>();
    const wake = () => next.resolve();
    const end = () => {
      isEnded = true;
      wake();
    };
    this.#waits.get(key)?.();
    this.#waits.set(key, end);
    const cancel = this.#clock.after(wait_ms, end);
    signal?.addEventListener("abort", end);
    // The watch starts before the first read, so that no event is missed. A lost notification wakes it once more.
    const unwatch = this.#notifier.watch(stream, wake, () => 0);
    try {
      for (;;) {
        next = Promise.withResolvers<void>();
        const found = await read();
        if (found !== undefined || isEnded) return found;
        this.#waiting++;
        await next.promise;
        this.#waiting--;
        if (isEnded) return undefined;
      }
    } finally {
      unwatch();
      cancel();
      signal?.removeEventListener("abort", end);
      if (this.#waits.get(key) === end) this.#waits.delete(key);
    }
  }

  /** Ends every wait. Later ones do not wait. */
  drain(): void {
    this.#draining = true;
    for (const end of this.#waits.values()) end();
  }
}
