/** Limits how many tasks run at the same time, in all and per key, with a bounded queue for each key. */

export interface ConcurrencyOptions {
  readonly max_running: number;
  /** Tasks of one key that run at the same time; `max_running` by default. */
  readonly max_running_per_key?: number;
  /** Tasks of one key that wait; any number by default. */
  readonly max_waiting_per_key?: number;
  /** The error with which a task is rejected when the queue of its key is full. */
  readonly refusal?: () => Error;
  /** Awaited after each task, before the next one starts: other work of the event loop goes first. */
  readonly afterEach?: () => Promise<void>;
}

type Start = () => void;

export class ConcurrencyLimit<Key> {
  readonly #options: ConcurrencyOptions;
  readonly #running = new Map<Key, number>();
  #running_total = 0;
  /** Keys with waiting tasks, in the order in which they are served. A served key goes to the end (round-robin). */
  readonly #waiting = new Map<Key, Start[]>();

  constructor(options: ConcurrencyOptions) {
    this.#options = options;
  }

  /** Runs a task, after waiting if need be. @throws the error of `refusal`, and what the task throws */
  async run<T>(key: Key, task: () => Promise<T>): Promise<T> {
    if (this.isFull(key)) throw this.#options.refusal?.() ?? new Error("too many tasks wait");
    if (this.#hasSlot(key)) this.#take(key);
    else await this.#wait(key);
    try {
      return await task();
    } finally {
      await this.#options.afterEach?.();
      this.#release(key);
      this.#startNext();
    }
  }

  /** Whether a task of the key would be refused. */
  isFull(key: Key): boolean {
    const waiting = this.#waiting.get(key)?.length ?? 0;
    return !this.#hasSlot(key) && waiting >= (this.#options.max_waiting_per_key ?? Infinity);
  }

  #hasSlot(key: Key): boolean {
    const { max_running, max_running_per_key = max_running } = this.#options;
    return this.#running_total < max_running && (this.#running.get(key) ?? 0) < max_running_per_key;
  }

  #take(key: Key): void {
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    this.#running_total += 1;
  }

  #release(key: Key): void {
    const left = this.#running.get(key)! - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    this.#running_total -= 1;
  }

  #wait(key: Key): Promise<void> {
    const queue = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, queue);
    return new Promise((start) => queue.push(start));
  }

  #startNext(): void {
    for (const [key, queue] of this.#waiting) {
      if (!this.#hasSlot(key)) continue;
      const start = queue.shift()!;
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      // The slot is taken here because the task itself continues in a later microtask.
      this.#take(key);
      start();
      return;
    }
  }
}
