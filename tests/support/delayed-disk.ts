/** A fake disk whose writes complete when the test allows it. */
import { FILES, type RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";

/** A pending write. The functions that complete it resolve after the writer was notified. */
export interface PendingWrite {
  land(): Promise<void>;
  /** Writes the first bytes alone. */
  cutShort(bytes: number): Promise<void>;
  fail(error: Error): Promise<void>;
}

export class DelayedDisk implements RedoFiles {
  readonly open = FILES.open;
  readonly sync = FILES.sync;
  readonly syncNow = FILES.syncNow;
  /** The pending writes, the oldest first. */
  held: PendingWrite[] = [];
  #holding = false;
  #wake = () => {};

  readonly write: RedoFiles["write"] = (descriptor, bytes, position, done) => {
    if (!this.#holding) {
      FILES.write(descriptor, bytes, position, done);
      return;
    }
    const end = (length: number) =>
      new Promise<void>((told) =>
        FILES.write(descriptor, bytes.subarray(0, length), position, (error, written) => {
          done(error, written);
          told();
        }),
      );
    this.held.push({
      land: () => end(bytes.length),
      cutShort: end,
      fail: async (error) => done(error, 0),
    });
    this.#wake();
  };

  /** From now on writes stay pending. */
  hold(): void {
    this.#holding = true;
  }

  /** Resolves when this many writes are pending. */
  async begun(count: number): Promise<void> {
    while (this.held.length < count) await new Promise<void>((wake) => (this.#wake = wake));
  }

  /** Completes all pending writes, and all later ones at once. */
  release(): void {
    this.#holding = false;
    for (const write of this.held.splice(0)) void write.land();
  }
}
