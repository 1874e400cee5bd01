/** A histogram: counts of durations by bucket, in arrays that are made once for each combination of labels. */

/** Combinations of labels of one metric. Further ones count as `OTHER`, so that no caller can fill the memory. */
export const MAX_SERIES = 1000;
/** The value of every label beyond `MAX_SERIES`. */
export const OTHER = "other";

/** The counts of one combination of labels. */
export class Series {
  readonly labels: readonly string[];
  /** By bucket, not cumulated; the last one has what is longer than every bound. */
  readonly counts: Float64Array;
  readonly #bounds: Float64Array;
  sum_s = 0;

  constructor(labels: readonly string[], bounds: Float64Array) {
    this.labels = labels;
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1;
    this.counts[bucket]! += 1;
    this.sum_s += seconds;
  }
}

export class Histogram {
  readonly bounds: Float64Array;
  readonly #labels: number;
  readonly #series = new Map<string, Series>();

  constructor(bounds: readonly number[], labels: readonly string[]) {
    this.bounds = new Float64Array(bounds);
    this.#labels = labels.length;
  }

  /** The counts of these values of the labels. Callers keep it, so that an observation looks nothing up. */
  of(...values: readonly string[]): Series {
    return this.#find(values) ?? this.#make(values);
  }

  /** All counts, in the order in which they began. */
  get all(): Iterable<Series> {
    return this.#series.values();
  }

  #find(values: readonly string[]): Series | undefined {
    return this.#series.get(values.join("\n"));
  }

  #make(values: readonly string[]): Series {
    const others = Array.from<string>({ length: this.#labels }).fill(OTHER);
    const kept = this.#series.size < MAX_SERIES ? values : others;
    const known = this.#find(kept);
    if (known) return known;
    const made = new Series([...kept], this.bounds);
    this.#series.set(kept.join("\n"), made);
    return made;
  }
}
