/** Token buckets: a burst at once, and a rate in the long run. */

/** A bucket that holds `burst` tokens and is refilled by `per_s` of them every second. */
export interface Rate {
  readonly per_s: number;
  readonly burst: number;
}

/** Tokens to be taken from one bucket. */
export interface Charge {
  readonly key: string;
  readonly rate: Rate;
  readonly count: number;
}

interface Bucket {
  tokens: number;
  at_ms: number;
  rate: Rate;
}

/** Buckets above which full ones are dropped, and how often. */
const MANY_BUCKETS = 100_000;
const SWEEP_EVERY_MS = 1000;

/** Rounding error of sums of fractions, in tokens, so that it does not cost another second. */
const ROUNDING_ERROR = 1e-6;

export class TokenBuckets {
  readonly #now_ms: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #swept_ms = -Infinity;

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  /**
   * Takes all the tokens, or none of them.
   * @returns 0, or the whole seconds until the same charges succeed
   */
  take(charges: readonly Charge[]): number {
    const now_ms = this.#now_ms();
    let wait_s = 0;
    // A key without a bucket has a full one, so refused calls do not fill the memory with buckets.
    for (const { key, rate, count } of charges) {
      const bucket = this.#buckets.get(key);
      if (!bucket) continue;
      refill(bucket, now_ms);
      if (bucket.rate !== rate) changeRate(bucket, rate);
      wait_s = Math.max(wait_s, missing(bucket, count));
    }
    if (wait_s > 0) return Math.ceil(wait_s);
    for (const charge of charges) this.#open(charge, now_ms).tokens -= charge.count;
    return 0;
  }

  /** Returns tokens. */
  refund(charges: readonly Charge[]): void {
    for (const { key, count } of charges) {
      const bucket = this.#buckets.get(key);
      if (bucket) bucket.tokens = Math.min(bucket.rate.burst, bucket.tokens + count);
    }
  }

  /** The number of buckets. */
  get size(): number {
    return this.#buckets.size;
  }

  #open({ key, rate }: Charge, now_ms: number): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= MANY_BUCKETS && now_ms - this.#swept_ms >= SWEEP_EVERY_MS) this.#sweep(now_ms);
      bucket = { tokens: rate.burst, at_ms: now_ms, rate };
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  /** A full bucket needs no entry. */
  #sweep(now_ms: number): void {
    this.#swept_ms = now_ms;
    for (const [key, bucket] of this.#buckets) {
      refill(bucket, now_ms);
      if (bucket.tokens >= bucket.rate.burst) this.#buckets.delete(key);
    }
  }
}

function refill(bucket: Bucket, now_ms: number): void {
  const { per_s, burst } = bucket.rate;
  const gained = (Math.max(0, now_ms - bucket.at_ms) / 1000) * per_s;
  bucket.tokens = Math.min(burst, bucket.tokens + gained);
  bucket.at_ms = now_ms;
}

/** The share of this node has changed. */
function changeRate(bucket: Bucket, rate: Rate): void {
  bucket.rate = rate;
  bucket.tokens = Math.min(rate.burst, bucket.tokens);
}

/** Seconds until a bucket has the tokens. A count above the burst waits for a full bucket. */
function missing({ tokens, rate }: Bucket, count: number): number {
  const lacking = Math.min(count, rate.burst) - tokens;
  return lacking <= ROUNDING_ERROR ? 0 : (lacking - ROUNDING_ERROR / 2) / rate.per_s;
}
