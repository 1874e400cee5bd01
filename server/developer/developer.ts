/** Developer mode of one service: its logs, and what a developer does with its clock, its webhooks and its failures. */
import type { AdjustableClock } from "../ports/adjustable-clock.ts";
import type { Db } from "../store/db.ts";
import type { RecordedCall } from "./calls/call-log.ts";
import { DeveloperLogs, type LogDeps } from "./developer-logs.ts";
import { FaultRules } from "./faults/fault-rules.ts";
import type { ScenarioRunner } from "./scenario/runner.ts";
import { PreviewLog } from "./previews/preview-log.ts";
import type { AttemptLog } from "./webhooks/attempt-log.ts";
import { WebhookControl } from "./webhooks/webhook-control.ts";

/** Runs a call of a bot again. It resolves to the new record, or to `undefined` if the call cannot be repeated. */
export type RepeatCall = (call: RecordedCall, signal: AbortSignal | undefined) => Promise<RecordedCall | undefined>;

/** Calls a method as a bot. It resolves to the record, or to `undefined` if there is no such method or active bot. */
export type CallBot = (
  bot_id: number,
  method: string,
  params: ReadonlyMap<string, unknown>,
  signal: AbortSignal | undefined,
) => Promise<RecordedCall | undefined>;

export interface DeveloperDeps extends Omit<LogDeps, "now"> {
  /** The name of the world that is recorded. */
  readonly world: string;
  readonly clock: AdjustableClock;
  /** A number in [0, 1), for rules that apply with a probability. */
  readonly fraction: () => number;
  /** Resolves when what a timer has caused is done, as far as that can be known. */
  readonly settle: (db: Db, attempts: AttemptLog) => Promise<void>;
  /** Readers that continue after a revision of its lists get what comes from now on. */
  readonly before?: Developer | undefined;
}

export class Developer extends DeveloperLogs {
  /** The name of the world. */
  readonly world: string;
  /** The clock of the service. */
  readonly clock: AdjustableClock;
  readonly webhooks: WebhookControl;
  readonly faults: FaultRules;
  /** The links of people are in it, so the developer console of a service has none. */
  readonly previews: PreviewLog;
  /** Set by the service once it can call methods. */
  repeat: RepeatCall = async () => undefined;
  /** Set by the service, as `repeat`. */
  callBot: CallBot = async () => undefined;
  /** Set by the service, as `repeat`. */
  scenarios: ScenarioRunner | undefined;
  readonly #settle: DeveloperDeps["settle"];

  constructor({ before, ...deps }: DeveloperDeps) {
    const { clock } = deps;
    super({ ...deps, id: before?.id ?? deps.id, now: () => clock.now() });
    this.#settle = deps.settle;
    this.world = deps.world;
    this.clock = clock;
    this.webhooks = new WebhookControl(this.attempts);
    this.previews = new PreviewLog({ now: () => Math.floor(clock.now()), elapsed: () => this.elapsed() });
    this.faults = new FaultRules({ clock, fraction: deps.fraction });
    if (!before) return;
    for (const list of ["calls", "updates", "attempts", "previews"] as const)
      this[list].log.continueAfter(before[list].log);
  }

  /** Moves the clock forward, and waits for what that causes. */
  advanceClock(by_ms: number, db: Db): Promise<void> {
    return this.clock.advance(by_ms, () => this.#settle(db, this.attempts));
  }

  /** Ends every wait for news, and what waits by a fault rule. */
  override close(): void {
    super.close();
    this.faults.close();
  }
}
