/** Developer mode of one service: what is recorded of its calls, updates and webhooks, and its clock. */
import type { AdjustableClock } from "../ports/adjustable-clock.ts";
import { CallLog, type RecordedCall } from "./calls/call-log.ts";
import { FaultRules } from "./faults/fault-rules.ts";
import { UpdateLog } from "./updates/update-log.ts";
import { AttemptLog } from "./webhooks/attempt-log.ts";
import { WebhookControl } from "./webhooks/webhook-control.ts";
import type { ScenarioRunner } from "./scenario/runner.ts";
import type { RecordLog, LogRecord, Page } from "./record-log.ts";

/** Runs a call of a bot again. It resolves to the new record, or to `undefined` if the call cannot be repeated. */
export type RepeatCall = (call: RecordedCall, signal: AbortSignal | undefined) => Promise<RecordedCall | undefined>;

/** Calls a method as a bot. It resolves to the record, or to `undefined` if there is no such method or active bot. */
export type CallBot = (
  bot_id: number,
  method: string,
  params: ReadonlyMap<string, unknown>,
  signal: AbortSignal | undefined,
) => Promise<RecordedCall | undefined>;

interface Watchable {
  watch(wake: () => void): () => void;
}

export interface DeveloperDeps {
  /** The name of the world that is recorded. */
  readonly world: string;
  readonly clock: AdjustableClock;
  /** A number in [0, 1), for rules that apply with a probability. */
  readonly fraction: () => number;
  /** Resolves when what a timer has caused is done, as far as that can be known. */
  readonly settle: (attempts: AttemptLog) => Promise<void>;
  /** Readers that continue after a revision of its lists get what comes from now on. */
  readonly before?: Developer | undefined;
  /** The machine's monotonic clock: durations, and how long a reader waits for news. */
  readonly machine: {
    elapsed(): number;
    after(delay_ms: number, fire: () => void): () => void;
  };
}

export class Developer {
  /** The name of the world. */
  readonly world: string;
  /** The clock of the service. */
  readonly clock: AdjustableClock;
  readonly calls: CallLog;
  readonly updates: UpdateLog;
  readonly attempts: AttemptLog;
  readonly webhooks: WebhookControl;
  readonly faults: FaultRules;
  /** Set by the service once it can call methods. */
  repeat: RepeatCall = async () => undefined;
  /** Set by the service, as `repeat`. */
  callBot: CallBot = async () => undefined;
  /** Set by the service, as `repeat`. */
  scenarios: ScenarioRunner | undefined;
  readonly #deps: DeveloperDeps;
  /** Those who wait for news. */
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(deps: DeveloperDeps) {
    const { clock, machine } = deps;
    // A clock that was moved to a timer may stand between two milliseconds.
    const now = () => Math.floor(clock.now());
    this.#deps = deps;
    this.world = deps.world;
    this.clock = clock;
    this.calls = new CallLog({ now, elapsed: () => machine.elapsed() });
    this.updates = new UpdateLog(now);
    this.attempts = new AttemptLog({ now, elapsed: () => machine.elapsed() });
    this.webhooks = new WebhookControl(this.attempts);
    this.faults = new FaultRules({ clock, fraction: deps.fraction });
    if (!deps.before) return;
    for (const list of ["calls", "updates", "attempts"] as const) this[list].log.continueAfter(deps.before[list].log);
  }

  /** Moves the clock forward, and waits for what that causes. */
  advanceClock(by_ms: number): Promise<void> {
    return this.clock.advance(by_ms, () => this.#deps.settle(this.attempts));
  }

  /** Ends every wait for news, and what waits by a fault rule. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
    this.faults.close();
  }

  /** The records of a page of a log. Waits until there is one, the time is over or the reader has left. */
  async read<T extends LogRecord>(
    log: RecordLog<T>,
    page: Page<T>,
    timeout_ms: number,
    signal: AbortSignal | undefined,
  ): Promise<T[]> {
    const deadline_ms = this.#deps.machine.elapsed() + timeout_ms;
    for (;;) {
      const records = log.read(page);
      const left_ms = deadline_ms - this.#deps.machine.elapsed();
      if (records.length > 0 || left_ms <= 0 || signal?.aborted || this.#isClosed) return records;
      await this.change([log], left_ms, signal);
    }
  }

  /** The machine's monotonic clock, in milliseconds. */
  elapsed(): number {
    return this.#deps.machine.elapsed();
  }

  /** Whether the service or the world has ended. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when one of the logs has changed, the time is over, the reader has left or the service ends. */
  async change(logs: readonly Watchable[], left_ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unwatch = logs.map((log) => log.watch(resolve));
    const cancel = this.#deps.machine.after(left_ms, resolve);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    this.#waiting.add(resolve);
    await promise;
    this.#waiting.delete(resolve);
    for (const end of unwatch) end();
    cancel();
  }
}
