/** A disk whose writes end when a test lets them, and how the test says. */
import { FILES, type JournalFiles } from "heliogram/store/sqlite-journal-segments.ts";

/** A write that has begun. What ends it resolves when who wrote has heard so. */
export interface HeldWrite {
  land(): Promise<void>;
  /** Writes the first bytes alone. */
  cutShort(bytes: number): Promise<void>;
  fail(error: Error): Promise<void>;
}

export class HeldDisk implements JournalFiles {
  readonly open = FILES.open;
  readonly sync = FILES.sync;
  readonly syncNow = FILES.syncNow;
  /** Writes that have begun and not ended, the oldest first. */
  held: HeldWrite[] = [];
  #holding = false;
  #wake = () => {};

  readonly write: JournalFiles["write"] = (descriptor, bytes, position, done) => {
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

  /** From now on writes begin, and do not end. */
  hold(): void {
    this.#holding = true;
  }

  /** Resolves when so many writes are held. */
  async begun(count: number): Promise<void> {
    while (this.held.length < count) await new Promise<void>((wake) => (this.#wake = wake));
  }

  /** Lets all writes end that are held, and all that follow. */
  release(): void {
    this.#holding = false;
    for (const write of this.held.splice(0)) void write.land();
  }
}
