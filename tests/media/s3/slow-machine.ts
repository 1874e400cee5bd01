/** A machine whose timers a test lets fire. Its time of day, which is in signatures, is that of the store. */
import type { S3Machine } from "heliogram/media/s3/s3-options.ts";
import { manualClock } from "heliogram/ports/clock.ts";
import { MACHINE } from "../../support/s3.ts";

export interface SlowMachine extends S3Machine {
  readonly elapsed: () => number;
  readonly advance: (by_ms: number) => void;
  /** Waits for a timer of this length, and lets it fire. */
  readonly expire: (delay_ms: number) => Promise<void>;
  /** Waits until no timer has been set for a while: what is being sent has come as far as it can. */
  readonly still: () => Promise<void>;
}

const STILL_MS = 1000;
/** A timer that is not set by then is never set. */
const PATIENCE_MS = 60_000;

export function slowMachine(): SlowMachine {
  const manual = manualClock(0);
  /** Timers that were ever set. */
  let set = 0;
  let fired: number[] = [];
  const after = (delay_ms: number, fire: () => void) => {
    set += 1;
    return manual.after(delay_ms, () => {
      fired.push(delay_ms);
      fire();
    });
  };
  return {
    ...MACHINE,
    clock: { now: MACHINE.clock.now, elapsed: manual.elapsed, after },
    elapsed: manual.elapsed,
    advance: manual.advance,
    async expire(delay_ms) {
      fired = [];
      const until_ms = performance.now() + PATIENCE_MS;
      while (!fired.includes(delay_ms)) {
        if (performance.now() > until_ms)
          throw new Error(`no timer of ${delay_ms} ms alone, but ${manual.timers} timers`);
        await new Promise(setImmediate);
        if (manual.timers === 1) manual.advance(delay_ms);
      }
    },
    async still() {
      for (let before = -1; before !== set;) {
        before = set;
        await new Promise((done) => setTimeout(done, STILL_MS));
      }
    },
  };
}
