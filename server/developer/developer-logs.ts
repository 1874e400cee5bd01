/** What is recorded of the calls, updates and webhook attempts of one service, and how readers wait for news of it. */
import { CallLog } from "./calls/call-log.ts";
import type { LogRecord, Page, RecordLog } from "./record-log.ts";
import { UpdateLog } from "./updates/update-log.ts";
import { AttemptLog } from "./webhooks/attempt-log.ts";

interface Watchable {
  watch(wake: () => void): () => void;
}

export interface LogDeps {
  /** Tells these logs from those of another node, and from those before the service was started. */
  readonly id: string;
  /** Milliseconds of the service's clock. */
  readonly now: () => number;
  /** The machine's monotonic clock: durations, and how long a reader waits for news. */
  readonly machine: {
    elapsed(): number;
    after(delay_ms: number, fire: () => void): () => void;
  };
}

export class DeveloperLogs {
  readonly id: string;
  readonly calls: CallLog;
  readonly updates: UpdateLog;
  readonly attempts: AttemptLog;
  readonly #machine: LogDeps["machine"];
  /** Those who wait for news. */
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor({ id, now: time, machine }: LogDeps) {
    // A clock that was moved to a timer may stand between two milliseconds.
    const now = () => Math.floor(time());
    const clock = { now, elapsed: () => machine.elapsed() };
    this.id = id;
    this.#machine = machine;
    this.calls = new CallLog(clock);
    this.updates = new UpdateLog(now);
    this.attempts = new AttemptLog(clock);
  }

  /** Ends every wait for news. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
  }

  /** Whether nothing is read of them any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The machine's monotonic clock, in milliseconds. */
  elapsed(): number {
    return this.#machine.elapsed();
  }

  /** The records of a page of a log. Waits until there is one, the time is over or the reader has left. */
  async read<T extends LogRecord>(
    log: RecordLog<T>,
    page: Page<T>,
    timeout_ms: number,
    signal: AbortSignal | undefined,
  ): Promise<T[]> {
    const deadline_ms = this.elapsed() + timeout_ms;
    for (;;) {
      const records = log.read(page);
      const left_ms = deadline_ms - this.elapsed();
      if (records.length > 0 || left_ms <= 0 || signal?.aborted || this.#isClosed) return records;
      await this.change([log], left_ms, signal);
    }
  }

  /** Resolves when one of the logs has changed, the time is over, the reader has left or the logs are closed. */
  async change(logs: readonly Watchable[], left_ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unwatch = logs.map((log) => log.watch(resolve));
    const cancel = this.#machine.after(left_ms, resolve);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    this.#waiting.add(resolve);
    await promise;
    this.#waiting.delete(resolve);
    for (const end of unwatch) end();
    cancel();
  }
}
