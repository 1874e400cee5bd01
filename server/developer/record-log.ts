/** A bounded log in memory whose records can change: readers page by revision and can wait for news. */

/** What every record of a log has. */
export interface LogRecord {
  /** The identity of the record in its log. */
  readonly id: number;
  /** Rises with every change of any record of the log. */
  revision: number;
  /** The bytes that the record counts as. */
  bytes: number;
}

export interface LogLimits {
  readonly records: number;
  readonly bytes: number;
}

export interface Page<T> {
  /** Only records that have changed after this revision; without it, the newest ones. */
  readonly after: number | undefined;
  readonly limit: number;
  readonly matches: (record: T) => boolean;
}

/** The records in the order of their last change. When the log is full, the one that has not changed for longest goes. */
export class RecordLog<T extends LogRecord> {
  readonly #limits: LogLimits;
  readonly #records = new Map<number, T>();
  /** Everything before its position has left the log. */
  #oldest = this.#records.values();
  readonly #watchers = new Set<() => void>();
  readonly #onRemoved: (record: T) => void;
  #revision = 0;
  #last_id = 0;
  #bytes = 0;
  #removed_revision = 0;

  constructor(limits: LogLimits, onRemoved: (record: T) => void = () => {}) {
    this.#limits = limits;
    this.#onRemoved = onRemoved;
  }

  /** Numbers its records and revisions after those of another log. */
  continueAfter(before: { readonly revision: number; readonly lastId: number }): void {
    this.#revision = before.revision;
    this.#removed_revision = before.revision;
    this.#last_id = before.lastId;
  }

  get lastId(): number {
    return this.#last_id;
  }

  nextId(): number {
    return ++this.#last_id;
  }

  /** The revision of the newest change. */
  get revision(): number {
    return this.#revision;
  }

  /** The revision of the newest record that has gone: of what came after it, nothing is missing. */
  get removedRevision(): number {
    return this.#removed_revision;
  }

  get(id: number): T | undefined {
    return this.#records.get(id);
  }

  /** Adds a record, or notes that it has changed. */
  put(record: T, bytes: number): void {
    const isKnown = this.#records.delete(record.id);
    this.#bytes += bytes - (isKnown ? record.bytes : 0);
    record.bytes = bytes;
    record.revision = ++this.#revision;
    this.#records.set(record.id, record);
    while (this.#records.size > this.#limits.records || this.#bytes > this.#limits.bytes) this.#removeOldest();
    if (this.#watchers.size > 0) for (const wake of [...this.#watchers]) wake();
  }

  /** One iterator is kept: a new one would pass over the places of all records that were removed lately. */
  #removeOldest(): void {
    let next = this.#oldest.next();
    if (next.done) next = (this.#oldest = this.#records.values()).next();
    const oldest = next.value!;
    this.#records.delete(oldest.id);
    this.#removed_revision = oldest.revision;
    this.#bytes -= oldest.bytes;
    this.#onRemoved(oldest);
  }

  /** The matching records, in the order of their last change. */
  read({ after, limit, matches }: Page<T>): T[] {
    const found: T[] = [];
    for (const record of this.#records.values()) {
      if (after !== undefined && record.revision <= after) continue;
      if (!matches(record)) continue;
      found.push(record);
      if (after !== undefined && found.length === limit) break;
    }
    return found.slice(-limit);
  }

  /** Calls `wake` at every change, until the returned function is called. */
  watch(wake: () => void): () => void {
    this.#watchers.add(wake);
    return () => this.#watchers.delete(wake);
  }
}
