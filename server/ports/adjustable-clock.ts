/** A clock that a developer can freeze and advance. Untouched, it goes with the clock that it is made from. */
import type { CancelTimer, Clock } from "./clock.ts";

export interface AdjustableClock extends Clock {
  readonly isFrozen: boolean;
  /** How far it is ahead of the clock that it is made from, in milliseconds. */
  readonly ahead_ms: number;
  /** Milliseconds until the next timer, apart from those of `background`; `undefined` if none is pending. */
  readonly next_timer_ms: number | undefined;
  /** The same time. `next_timer_ms` leaves out its timers: those of maintenance, which nobody waits for. */
  readonly background: Clock;
  /** What `adjustableClock` needs to make a clock that shows the same time. */
  readonly state: ClockState;
  freeze(): void;
  resume(): void;
  /** Sets the time of day, forward or back, as on a machine: the monotonic time, and with it timers, does not change. */
  set(now_ms: number): void;
  /**
   * Moves time forward and fires the timers that are due, in order. Meanwhile it is frozen. Concurrent calls run one
   * after another.
   * @param settle - awaited after each timer: what it has caused may set another one that is due as well
   */
  advance(by_ms: number, settle: () => Promise<void>): Promise<void>;
}

/** How far a clock is ahead, and the time of day at which it stands still, if it does. */
export interface ClockState {
  readonly ahead_ms: number;
  readonly still_ms: number | undefined;
}

interface Timer {
  readonly at_ms: number;
  readonly fire: () => void;
  readonly isBackground: boolean;
  cancel: CancelTimer;
}

export function adjustableClock(base: Clock, state?: ClockState): AdjustableClock {
  return new OffsetClock(base, state);
}

class OffsetClock implements AdjustableClock {
  readonly #base: Clock;
  readonly #timers = new Set<Timer>();
  readonly background: Clock;
  /** How far each of the two times is ahead of that of the base. */
  #elapsed_ahead_ms = 0;
  #now_ahead_ms = 0;
  /** The time at which it stands still. */
  #still: { elapsed_ms: number; now_ms: number } | undefined;
  #isFrozen = false;
  #isAdvancing = false;
  #advancing: Promise<void> = Promise.resolve();

  constructor(base: Clock, { ahead_ms, still_ms }: ClockState = { ahead_ms: 0, still_ms: undefined }) {
    this.#base = base;
    this.#now_ahead_ms = ahead_ms;
    if (still_ms !== undefined) {
      this.#isFrozen = true;
      this.#still = { elapsed_ms: base.elapsed(), now_ms: still_ms };
    }
    this.background = {
      now: () => this.now(),
      elapsed: () => this.elapsed(),
      after: (delay_ms, fire) => this.#add(delay_ms, fire, true),
    };
  }

  now(): number {
    return this.#still?.now_ms ?? this.#base.now() + this.#now_ahead_ms;
  }

  elapsed(): number {
    return this.#still?.elapsed_ms ?? this.#base.elapsed() + this.#elapsed_ahead_ms;
  }

  readonly after = (delay_ms: number, fire: () => void): CancelTimer => this.#add(delay_ms, fire, false);

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  get ahead_ms(): number {
    return this.now() - this.#base.now();
  }

  get next_timer_ms(): number | undefined {
    const next = this.#next((timer) => !timer.isBackground);
    return next && Math.max(0, next.at_ms - this.elapsed());
  }

  get state(): ClockState {
    return { ahead_ms: this.ahead_ms, still_ms: this.#isFrozen ? this.now() : undefined };
  }

  freeze(): void {
    this.#isFrozen = true;
    this.#stop();
  }

  resume(): void {
    this.#isFrozen = false;
    if (!this.#isAdvancing) this.#start();
  }

  set(now_ms: number): void {
    if (this.#still) this.#still.now_ms = now_ms;
    else this.#now_ahead_ms = now_ms - this.#base.now();
  }

  advance(by_ms: number, settle: () => Promise<void>): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advance(by_ms, settle));
    this.#advancing = advanced.catch(() => {});
    return advanced;
  }

  async #advance(by_ms: number, settle: () => Promise<void>): Promise<void> {
    this.#isAdvancing = true;
    this.#stop();
    const until_ms = this.elapsed() + by_ms;
    try {
      for (let due = this.#due(until_ms); due; due = this.#due(until_ms)) {
        this.#timers.delete(due);
        this.#move(due.at_ms);
        due.fire();
        if (!due.isBackground) await settle();
      }
      this.#move(until_ms);
      await settle();
    } finally {
      this.#isAdvancing = false;
      if (!this.#isFrozen) this.#start();
    }
  }

  #add(delay_ms: number, fire: () => void, isBackground: boolean): CancelTimer {
    const timer = { at_ms: this.elapsed() + Math.max(0, delay_ms), fire, isBackground, cancel: () => {} };
    this.#timers.add(timer);
    if (!this.#still) this.#arm(timer);
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  #arm(timer: Timer): void {
    timer.cancel = this.#base.after(Math.max(0, timer.at_ms - this.elapsed()), () => {
      this.#timers.delete(timer);
      timer.fire();
    });
  }

  /** Stands still. Timers wait until it goes on. */
  #stop(): void {
    if (this.#still) return;
    this.#still = { elapsed_ms: this.elapsed(), now_ms: this.now() };
    for (const timer of this.#timers) timer.cancel();
  }

  #start(): void {
    if (!this.#still) return;
    this.#now_ahead_ms = this.#still.now_ms - this.#base.now();
    this.#elapsed_ahead_ms = this.#still.elapsed_ms - this.#base.elapsed();
    this.#still = undefined;
    for (const timer of [...this.#timers]) this.#arm(timer);
  }

  #move(to_ms: number): void {
    const still = this.#still!;
    const by_ms = Math.max(0, to_ms - still.elapsed_ms);
    still.elapsed_ms += by_ms;
    still.now_ms += by_ms;
  }

  #due(until_ms: number): Timer | undefined {
    return this.#next((timer) => timer.at_ms <= until_ms);
  }

  #next(matches: (timer: Timer) => boolean): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (matches(timer) && (!next || timer.at_ms < next.at_ms)) next = timer;
    return next;
  }
}
