/** What a send has paid under the rate limits, for when it turns out whether it repeats an earlier one. */
import { TooMany } from "../domain/too-many.ts";

export interface Toll {
  /** Nothing is sent, as it was sent before. */
  repeats(): void;
  /** @throws TooMany if the call was let through only as it seemed to repeat an earlier one */
  requirePaid(): void;
}

/** A transaction may be tried again: what was given back once is not given back twice. */
export function paid(giveBack: () => void): Toll {
  let isBack = false;
  return {
    repeats() {
      if (!isBack) giveBack();
      isBack = true;
    },
    requirePaid() {},
  };
}

/** @param wait_s - seconds after which the messages could be paid for */
export function unpaid(wait_s: number): Toll {
  return {
    repeats() {},
    requirePaid() {
      throw new TooMany(wait_s);
    },
  };
}
