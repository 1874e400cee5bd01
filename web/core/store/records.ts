/** Immutable records by number or place. In a batch of updates, each record is copied only once. */

/** Copies made in the current batch, which no other code has seen yet. */
let copies: WeakSet<object> | undefined;

/** The record with an entry added or replaced. */
export function withEntry<K extends number | string, T>(
  record: Readonly<Record<K, T>>,
  key: K,
  value: T,
): Readonly<Record<K, T>> {
  if (copies?.has(record)) {
    (record as Record<K, T>)[key] = value;
    return record;
  }
  const copy = { ...record, [key]: value };
  copies?.add(copy);
  return copy;
}

/** Runs a batch of updates during which nobody keeps or compares a record of the state. */
export function batchCopies(act: () => void): void {
  if (copies) {
    act();
    return;
  }
  copies = new WeakSet();
  try {
    act();
  } finally {
    copies = undefined;
  }
}
