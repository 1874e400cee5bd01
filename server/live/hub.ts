/** The hub: whoever waits for a stream is told when it has moved. It carries no data; the waiter reads again. */

type Wake = () => void;

export class Hub {
  readonly #watchers = new Map<number, Set<Wake>>();
  readonly #gathering = new Set<Set<number>>();

  /** Calls `wake` every time `stream` moves, until the returned function is called. */
  watch(stream: number, wake: Wake): () => void {
    let watchers = this.#watchers.get(stream);
    if (!watchers) {
      watchers = new Set();
      this.#watchers.set(stream, watchers);
    }
    watchers.add(wake);
    return () => {
      watchers.delete(wake);
      if (watchers.size === 0 && this.#watchers.get(stream) === watchers) this.#watchers.delete(stream);
    };
  }

  /** Gathers the streams that move, for who has yet to find out which ones to watch. @returns what ends it, and tells them */
  gather(): () => ReadonlySet<number> {
    const moved = new Set<number>();
    this.#gathering.add(moved);
    return () => {
      this.#gathering.delete(moved);
      return moved;
    };
  }

  /** Tells the watchers of every stream. A watcher that is added meanwhile is not told. */
  poke(streams: readonly number[]): void {
    for (const moved of this.#gathering) for (const stream of streams) moved.add(stream);
    for (const stream of streams) {
      const watchers = this.#watchers.get(stream);
      if (watchers) for (const wake of [...watchers]) wake();
    }
  }
}
