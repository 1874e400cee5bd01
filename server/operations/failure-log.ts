/** Logs what has failed, a line for each, so many in a minute: whoever causes failures cannot fill the log with them. */
import type { Log } from "./log.ts";

/** The time in which lines are counted. */
const WINDOW_MS = 60_000;
/** Lines of one source in that time. */
const MAX_OF_ONE = 60;
/** Lines of all accounts, of all clients without one, and of sign-ins, which nobody can hide by others. A line has about 300 bytes. */
const MAX_IN_ALL = { account: 3000, anonymous: 300, "sign-in": 1000 };

const NONE = { account: 0, anonymous: 0, "sign-in": 0 };

/** Who has caused a failure: an account by its id, or an anonymous client by its network address. */
export interface FailureSource {
  readonly kind: keyof typeof MAX_IN_ALL;
  readonly name: string | number;
}

interface FailureClock {
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  after(delay_ms: number, fire: () => void): () => void;
}

export class FailureLog {
  readonly #log: Pick<Log, "info">;
  readonly #clock: FailureClock;
  #since_ms = Number.NEGATIVE_INFINITY;
  #total = { ...NONE };
  /** Lines of each source. It has a name only if it has a line, so the limits bound it. */
  readonly #lines = new Map<string, number>();
  /** What was left out, by `what`. */
  readonly #leftOut = new Map<string, number>();
  #cancel: (() => void) | undefined;

  constructor(log: Pick<Log, "info">, clock: FailureClock) {
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Logs a failure, or counts it if there are too many.
   * @param what - under which it is counted then, such as a status: one of a few words
   * @param facts - made only for a line that is written
   */
  note({ kind, name }: FailureSource, what: string, message: string, facts: () => object): void {
    const now_ms = this.#clock.elapsed();
    if (now_ms - this.#since_ms >= WINDOW_MS) this.#begin(now_ms);
    const source = `${kind} ${name}`;
    const lines = this.#lines.get(source) ?? 0;
    if (lines >= MAX_OF_ONE || this.#total[kind] >= MAX_IN_ALL[kind]) {
      this.#leaveOut(what, now_ms);
      return;
    }
    this.#lines.set(source, lines + 1);
    this.#total[kind] += 1;
    this.#log.info(facts(), message);
  }

  /** Says what was left out so far. */
  close(): void {
    this.#cancel?.();
    this.#report();
  }

  #begin(now_ms: number): void {
    this.#cancel?.();
    this.#report();
    this.#since_ms = now_ms;
    this.#total = { ...NONE };
    this.#lines.clear();
  }

  #leaveOut(what: string, now_ms: number): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
    this.#cancel ??= this.#clock.after(this.#since_ms + WINDOW_MS - now_ms, () => this.#report());
  }

  #report(): void {
    this.#cancel = undefined;
    if (this.#leftOut.size === 0) return;
    let left_out = 0;
    for (const count of this.#leftOut.values()) left_out += count;
    this.#log.info({ left_out, by_status: Object.fromEntries(this.#leftOut) }, "further failures were not logged");
    this.#leftOut.clear();
  }
}
