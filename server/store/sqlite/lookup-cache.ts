/**
 * Cache of lookup values. A write to one of a lookup's tables drops its values; no other process writes to the file.
 */
import type { Key } from "../db.ts";
import { freeze } from "../freeze.ts";
import type { Lookup } from "../lookup.ts";
import type { Statement } from "../statement.ts";

/** Values cached of one lookup at most; when there are more, all of them are dropped. */
const MAX_ENTRIES = 20_000;

type Level = Map<Key, unknown>;

export class LookupCache {
  readonly #entries = new Map<Lookup<unknown>, Level>();
  /** Cached values by lookup, counted over both levels of keys. */
  readonly #sizes = new Map<Lookup<unknown>, number>();
  /** The tables that a cached value was read from. */
  readonly #tables = new Set<string>();

  get(lookup: Lookup<unknown>, key: Key, second: Key | undefined): unknown {
    const found = this.#entries.get(lookup)?.get(key);
    return second === undefined ? found : (found as Level | undefined)?.get(second);
  }

  /** Caches a value and freezes it: callers share it, so a change by one of them would be seen by all others. */
  set(lookup: Lookup<unknown>, key: Key, second: Key | undefined, value: unknown): void {
    freeze(value);
    const size = this.#sizes.get(lookup) ?? 0;
    if (size >= MAX_ENTRIES) this.#drop(lookup);
    let level = this.#entries.get(lookup);
    if (!level) {
      this.#entries.set(lookup, (level = new Map()));
      for (const table of lookup.tables) this.#tables.add(table);
    }
    if (second === undefined) level.set(key, value);
    else {
      let inner = level.get(key) as Level | undefined;
      if (!inner) level.set(key, (inner = new Map()));
      inner.set(second, value);
    }
    this.#sizes.set(lookup, (this.#sizes.get(lookup) ?? 0) + 1);
  }

  /** Drops the values that a statement may have changed. */
  invalidate({ target, changes }: Statement): void {
    if (target !== undefined && !this.#tables.has(target)) return;
    for (const lookup of this.#entries.keys()) {
      if (target === undefined || isAffected(lookup, target, changes)) this.#drop(lookup);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#sizes.clear();
  }

  #drop(lookup: Lookup<unknown>): void {
    this.#entries.delete(lookup);
    this.#sizes.delete(lookup);
  }
}

function isAffected(lookup: Lookup<unknown>, target: string, changes: readonly string[] | undefined): boolean {
  if (!lookup.tables.includes(target)) return false;
  return !changes?.every((column) => lookup.ignoredColumns.includes(column));
}
