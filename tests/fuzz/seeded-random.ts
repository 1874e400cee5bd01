/** A seeded random number generator. */

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `count` - 1 (mulberry32). */
  below(count: number): number {
    let x = (this.#state = (this.#state + 0x6d2b79f5) >>> 0);
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** True once in this many calls on average. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }
}
