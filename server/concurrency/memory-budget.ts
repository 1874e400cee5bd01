/** Limits the memory that many tasks hold together: those of one key, and all. */

export interface MemoryLimits {
  /** What each task may hold without being counted. Ordinary ones need less, and cost nothing. */
  readonly uncounted_bytes: number;
  /** What the tasks of one key hold beyond that, at most. */
  readonly key_bytes: number;
  /** What the tasks of all keys hold beyond that, at most. */
  readonly all_bytes: number;
}

export class MemoryBudget<Key> {
  readonly #limits: MemoryLimits;
  readonly #held = new Map<Key, number>();
  #held_by_all = 0;

  constructor(limits: MemoryLimits) {
    this.#limits = limits;
  }

  /** The share of a task that begins. */
  share(key: Key): MemoryShare {
    let counted_bytes = 0;
    const change = (bytes: number): void => {
      const left = (this.#held.get(key) ?? 0) + bytes;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
      this.#held_by_all += bytes;
      counted_bytes += bytes;
    };
    return {
      hold: (bytes) => {
        const more = bytes - this.#limits.uncounted_bytes - counted_bytes;
        if (more <= 0) return true;
        const { key_bytes, all_bytes } = this.#limits;
        if ((this.#held.get(key) ?? 0) + more > key_bytes || this.#held_by_all + more > all_bytes) return false;
        change(more);
        return true;
      },
      release: () => {
        if (counted_bytes > 0) change(-counted_bytes);
      },
    };
  }
}

export interface MemoryShare {
  /** The task holds so many bytes, in all. @returns whether there is room for them; otherwise nothing has changed */
  hold(bytes: number): boolean;
  /** The task holds nothing any more. */
  release(): void;
}
