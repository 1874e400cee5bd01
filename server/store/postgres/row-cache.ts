/**
 * Decoded values of lookups, with the versions of the rows that they were made from. Other processes write to the same
 * database, so a batch that uses a value compares the versions behind its locks, in the pipeline that commits.
 */
import type { Key } from "../db.ts";
import { freeze } from "../freeze.ts";
import type { Lookup } from "../lookup.ts";

/** Values cached of one lookup at most; when there are more, all of them are dropped. */
const MAX_VALUES = 20_000;
/** Reads in a row that must have found the same versions before a value is used again, at most. */
const MAX_CONFIRMATIONS = 64;

/** What a read has found. It never changes, so a batch compares the versions of the value that its bodies have used. */
interface FoundRow {
  readonly keys: readonly Key[];
  readonly value: unknown;
  /** The `xmin` of each row: the transaction that has written this version of it. */
  readonly versions: readonly string[];
}

export interface CachedRow extends FoundRow {
  /** Of a chat: its newest message id. */
  last_message_id: number;
  /** Reads in a row that have found the same, after the first one, and how many are needed. */
  confirmations: number;
  needed: number;
  /** Whether a batch that has used the value has failed, perhaps because of it. */
  isSuspect: boolean;
}

export class RowCache {
  readonly #values = new Map<Lookup<unknown>, Map<Key, CachedRow>>();

  /** A value that may be used, because two reads in a row or more have found the same: some rows change all the time. */
  get(lookup: Lookup<unknown>, name: Key): CachedRow | undefined {
    const row = this.#values.get(lookup)?.get(name);
    return row && !row.isSuspect && row.confirmations >= row.needed ? row : undefined;
  }

  /** Notes what a read has found, for a chat with its newest message id. @returns the cached row */
  note(lookup: Lookup<unknown>, name: Key, found: FoundRow, last_message_id = 0): CachedRow {
    const known = this.#values.get(lookup)?.get(name);
    if (
      known?.last_message_id === last_message_id &&
      known.versions.every((version, i) => version === found.versions[i])
    ) {
      known.confirmations += 1;
      known.isSuspect = false;
      return known;
    }
    // A row that was out of date when it was used must be the same in more reads before it is used again.
    const needed = known?.isSuspect ? Math.min(known.needed * 2, MAX_CONFIRMATIONS) : (known?.needed ?? 1);
    freeze(found.value);
    const row = { ...found, last_message_id, confirmations: 0, needed, isSuspect: false };
    this.#valuesOf(lookup).set(name, row);
    return row;
  }

  /** The row was locked by another transaction when it was to be used: it is used again after as many reads. */
  isContended(lookup: Lookup<unknown>, name: Key): void {
    const row = this.#values.get(lookup)?.get(name);
    if (!row) return;
    row.confirmations = 0;
    row.needed = Math.min(row.needed * 2, MAX_CONFIRMATIONS);
  }

  /** This process has changed the row. */
  forget(name: Key): void {
    for (const values of this.#values.values()) values.delete(name);
  }

  /** The database may be another one. */
  clear(): void {
    this.#values.clear();
  }

  #valuesOf(lookup: Lookup<unknown>): Map<Key, CachedRow> {
    let values = this.#values.get(lookup);
    if (!values || values.size >= MAX_VALUES) this.#values.set(lookup, (values = new Map()));
    return values;
  }
}
