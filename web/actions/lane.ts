/** The way out of one chat: one message at a time, and the pauses between its tries. */
import type { Clock } from "../ports/clock.ts";

/** A text without an answer for so long was lost with the line, if that is a new one. */
const LOST_MS = 5000;

interface Sending {
  readonly key: string;
  readonly since_ms: number;
  /** Whether it takes its time for good reasons. */
  readonly long: boolean;
  readonly abort: AbortController;
}

export class Lane {
  readonly #clock: Clock;
  #sending: Sending | undefined;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns the signal that the message be called off */
  begin(key: string, long: boolean): AbortSignal {
    const abort = new AbortController();
    this.#sending = { key, since_ms: this.#clock.now_ms(), long, abort };
    return abort.signal;
  }

  end(): void {
    this.#sending = undefined;
  }

  /** Calls a message off, if it is the one that is on its way. @returns whether it was */
  callOff(key: string): boolean {
    if (this.#sending?.key !== key) return false;
    this.#sending.abort.abort();
    return true;
  }

  /** Resolves after a time, or when somebody hurries. */
  pause(by_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.#clock.after(by_ms, () => this.#wake?.());
      this.#wake = () => {
        this.#wake = undefined;
        callOff();
        resolve();
      };
    });
  }

  /** Resolves after a time and no sooner. */
  hold(by_ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(by_ms, resolve));
  }

  /** What waits for another try need not wait longer. */
  hurry(): void {
    this.#wake?.();
  }

  /** The line is a new one: what got no answer on the old one is asked for again. */
  renew(): void {
    this.hurry();
    const sending = this.#sending;
    if (sending && !sending.long && this.#clock.now_ms() - sending.since_ms >= LOST_MS) sending.abort.abort();
  }
}
