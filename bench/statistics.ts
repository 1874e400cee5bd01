/** Quantiles and random order. */

/** The quantile `share`, by default the median; NaN for an empty list. */
export function quantile(numbers: readonly number[], share = 0.5): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns a uniformly random permutation (Fisher–Yates). */
export function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
