/** The few figures that are drawn from rounds. */

/** The value below which a share of all lies: the median unless another share is asked for. NaN of nothing. */
export function quantile(numbers: readonly number[], share = 0.5): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The same things in an order that chance gives, every order being as likely as any other. */
export function shuffled<T>(things: readonly T[]): T[] {
  const mixed = [...things];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
