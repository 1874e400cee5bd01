/** The hub: whoever waits for a stream is told when it has moved. It carries no data; the waiter reads again. */

type Wake = () => void;

export class Hub {
  readonly #watchers = new Map<number, Set<Wake>>();

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

  /** Tells the watchers of every stream. A watcher that is added meanwhile is not told. */
  poke(streams: readonly number[]): void {
    for (const stream of streams) {
      const watchers = this.#watchers.get(stream);
      if (watchers) for (const wake of [...watchers]) wake();
    }
  }
}
