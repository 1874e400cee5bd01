/** A histogram of latencies. Each bucket is 5 % wider than the one before. */

const BASE_US = 10;
const GROWTH = 1.05;
const BUCKETS = 300;

export class Histogram {
  readonly #counts = new Uint32Array(BUCKETS);

  add(us: number): void {
    const bucket = us <= BASE_US ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(us / BASE_US) / Math.log(GROWTH)));
    this.#counts[bucket]! += 1;
  }

  /** The quantile `share` of the latencies, in milliseconds. */
  percentile(share: number): number {
    const total = this.#counts.reduce((sum, count) => sum + count, 0);
    let seen = 0;
    for (let i = 0; i < BUCKETS; i++) {
      seen += this.#counts[i]!;
      if (seen >= total * share) return (BASE_US * GROWTH ** i) / 1000;
    }
    return 0;
  }
}
