/** Records of the state, by number. Of what is changed together, each is copied once, however many entries it has. */

/** Copies that were made by the changes under way: nobody else has seen them yet. */
let copies: WeakSet<object> | undefined;

/** The record with an entry. */
export function withEntry<T>(record: Readonly<Record<number, T>>, key: number, value: T): Readonly<Record<number, T>> {
  if (copies?.has(record)) {
    (record as Record<number, T>)[key] = value;
    return record;
  }
  const copy = { ...record, [key]: value };
  copies?.add(copy);
  return copy;
}

/** Makes changes between which nobody keeps a record of the state, or compares one with another. */
export function copyingOnce(act: () => void): void {
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
