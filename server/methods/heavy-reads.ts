/** Reads that take long: a person has one under way at a time, and all people together a few (behaviour.md §7). */
import { TooMany } from "../domain/too-many.ts";

/** Under way at once: while one waits for the store, another can be presented. */
const AT_ONCE = 2;
/** Calls of one person that may wait for their turn. */
const MOST_WAITING = 10;
/** Seconds after which whoever has too many waiting may come again. */
const AGAIN_S = 2;

export class HeavyReads {
  readonly #turn: () => Promise<void>;
  /** Who waits, the next one first; people take turns, however many calls each of them has waiting. */
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #busy = new Set<number>();

  /** @param turn - lets everything else that is due be done first */
  constructor(turn: () => Promise<void>) {
    this.#turn = turn;
  }

  /** @throws TooMany when too many calls of the person wait */
  async run<T>(person_id: number, read: () => Promise<T>): Promise<T> {
    if (this.#busy.size >= AT_ONCE || this.#busy.has(person_id)) await this.#wait(person_id);
    this.#busy.add(person_id);
    try {
      return await read();
    } finally {
      // What came in meanwhile is answered before the next long read begins.
      await this.#turn();
      this.#busy.delete(person_id);
      this.#next();
    }
  }

  #wait(person_id: number): Promise<void> {
    const calls = this.#waiting.get(person_id) ?? [];
    if (calls.length >= MOST_WAITING) throw new TooMany(AGAIN_S);
    this.#waiting.set(person_id, calls);
    return new Promise((done) => calls.push(done));
  }

  #next(): void {
    for (const [person_id, calls] of this.#waiting) {
      if (this.#busy.has(person_id)) continue;
      this.#waiting.delete(person_id);
      const call = calls.shift()!;
      if (calls.length > 0) this.#waiting.set(person_id, calls);
      // Held at once: the call itself goes on a moment later.
      this.#busy.add(person_id);
      call();
      return;
    }
  }
}
