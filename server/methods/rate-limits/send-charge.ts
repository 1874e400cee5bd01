/**
 * The charge of a send under the rate limits. Whether the send repeats an earlier one is known only inside its
 * transaction.
 */
import { TooManyRequests } from "../../domain/too-many-requests.ts";

export interface SendCharge {
  /** The send repeats an earlier one: returns its tokens. */
  refundRepeat(): void;
  /** @throws TooManyRequests if the call had too few tokens and was allowed only as a presumed repetition */
  requirePaid(): void;
}

/** A transaction may be retried, so tokens are returned only once. */
export function paidCharge(refund: () => void): SendCharge {
  let isBack = false;
  return {
    refundRepeat() {
      if (!isBack) refund();
      isBack = true;
    },
    requirePaid() {},
  };
}

/** @param wait_s - seconds after which there are enough tokens */
export function unpaidCharge(wait_s: number): SendCharge {
  return {
    refundRepeat() {},
    requirePaid() {
      throw new TooManyRequests(wait_s);
    },
  };
}
