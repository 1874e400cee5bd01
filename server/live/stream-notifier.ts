/** Notifies waiters that a stream has new events. A notification carries no data: the waiter reads the store again. */

interface Watcher {
  readonly wake: () => void;
  /** The newest event that the watcher has read. */
  readonly position: () => number;
  /** The sequence number up to which it was called by `catchUp`. Events up to there may be gone, so that it never reads them. */
  caught_up: number;
}

export class StreamNotifier {
  readonly #watchers = new Map<number, Set<Watcher>>();
  readonly #collecting = new Set<Set<number>>();
  #relay: (streams: readonly number[]) => void = () => {};
  /** Where the rotation through the watched streams continues. */
  #rotation: Iterator<number> | undefined;

  /**
   * Calls `wake` each time `stream` has new events, until the returned function is called.
   * @param position - returns the newest event that the watcher has read, so that a lost notification can be noticed
   */
  watch(stream: number, wake: () => void, position: () => number): () => void {
    const watcher: Watcher = { wake, position, caught_up: 0 };
    let watchers = this.#watchers.get(stream);
    if (!watchers) {
      watchers = new Set();
      this.#watchers.set(stream, watchers);
    }
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(stream) === watchers) this.#watchers.delete(stream);
    };
  }

  /**
   * Starts to collect the streams that are notified, for a caller that does not know yet which streams to watch.
   * @returns a function that ends the collection and returns the streams
   */
  collectNotified(): () => ReadonlySet<number> {
    const notified = new Set<number>();
    this.#collecting.add(notified);
    return () => {
      this.#collecting.delete(notified);
      return notified;
    };
  }

  /** Streams have new events of this node: calls their watchers, and passes them to the relay. */
  committed(streams: readonly number[]): void {
    this.notify(streams);
    this.#relay(streams);
  }

  /** Passes the streams with new events of this node on, to the other nodes. */
  relayTo(relay: (streams: readonly number[]) => void): void {
    this.#relay = relay;
  }

  /** Calls the watchers of every stream. A watcher that is added during the call is not called. */
  notify(streams: readonly number[]): void {
    for (const notified of this.#collecting) for (const stream of streams) notified.add(stream);
    for (const stream of streams) {
      const watchers = this.#watchers.get(stream);
      if (watchers) for (const { wake } of [...watchers]) wake();
    }
  }

  /** The number of streams that are watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** The next watched streams in rotation, at most `limit` and each at most once. */
  nextWatched(limit: number): number[] {
    const next: number[] = [];
    const seen = new Set<number>();
    for (const most = Math.min(limit, this.size); next.length < most;) {
      this.#rotation ??= this.#watchers.keys();
      const { value, done } = this.#rotation.next();
      if (done) this.#rotation = undefined;
      else if (seen.has(value)) break;
      else {
        next.push(value);
        seen.add(value);
      }
    }
    return next;
  }

  /**
   * Calls the watchers of a stream that have not read up to its newest event.
   * @returns whether there were any
   */
  catchUp(stream: number, last_seq: number): boolean {
    const watchers = [...(this.#watchers.get(stream) ?? [])];
    const late = watchers.filter(({ position, caught_up }) => Math.max(position(), caught_up) < last_seq);
    for (const watcher of late) {
      watcher.caught_up = last_seq;
      watcher.wake();
    }
    return late.length > 0;
  }
}
