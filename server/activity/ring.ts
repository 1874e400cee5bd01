/** The newest entries of a list, up to a fixed number. */

export class Ring<T> {
  readonly #capacity: number;
  readonly #entries: T[] = [];
  /** The place of the oldest entry, once the ring is full. */
  #oldest = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.length;
  }

  get newest(): T | undefined {
    return this.#entries[(this.#oldest + this.#entries.length - 1) % this.#entries.length];
  }

  /** @returns the entry that had to go, if the ring was full */
  add(entry: T): T | undefined {
    if (this.#entries.length < this.#capacity) {
      this.#entries.push(entry);
      return undefined;
    }
    const gone = this.#entries[this.#oldest];
    this.#entries[this.#oldest] = entry;
    this.#oldest = (this.#oldest + 1) % this.#capacity;
    return gone;
  }

  forEach(visit: (entry: T) => void): void {
    for (const entry of this.#entries) visit(entry);
  }

  /** The entries, the newest first. */
  newestFirst(): T[] {
    return [...this.#entries.slice(this.#oldest), ...this.#entries.slice(0, this.#oldest)].reverse();
  }

  findNewest(matches: (entry: T) => boolean): T | undefined {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const entry = this.#entries[(this.#oldest + i) % this.#entries.length]!;
      if (matches(entry)) return entry;
    }
    return undefined;
  }
}
