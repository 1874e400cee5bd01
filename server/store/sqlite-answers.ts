/** Answers to lookups, kept until one of their tables is written to: one process has the file, so nothing else does. */
import type { Key, Lookup } from "./db.ts";

/** Answers of one lookup kept at most; past it, all of them are forgotten. */
const MAX_ANSWERS = 20_000;

/** What a statement writes to; without `columns`, to any of them. */
interface Written {
  readonly table: string;
  readonly columns: readonly string[] | undefined;
}

const WRITES = /^(?:insert into|delete from|update)\s+(\w+)/;
/** An update of plain columns: no expression on the right has a comma or a word that ends the list. */
const SETS = /^update\s+\w+\s+set\s+((?:\w+ = [^,]+, )*\w+ = [^,]+?) where /;

/** @returns `undefined` for a statement that may write to anything, as those that change the schema */
export function readWritten(sql: string): Written | undefined {
  const table = WRITES.exec(sql)?.[1];
  if (table === undefined) return undefined;
  const sets = SETS.exec(sql)?.[1];
  return { table, columns: sets?.split(", ").map((each) => each.split(" = ", 1)[0]!) };
}

type Level = Map<Key, unknown>;

export class Answers {
  readonly #kept = new Map<Lookup<unknown>, Level>();
  /** How many answers a lookup has, with two keys on both levels together. */
  readonly #sizes = new Map<Lookup<unknown>, number>();
  /** The tables that a kept answer comes from. */
  readonly #tables = new Set<string>();
  readonly #written = new Map<string, Written | undefined>();

  find(lookup: Lookup<unknown>, key: Key, second: Key | undefined): unknown {
    const found = this.#kept.get(lookup)?.get(key);
    return second === undefined ? found : (found as Level | undefined)?.get(second);
  }

  keep(lookup: Lookup<unknown>, key: Key, second: Key | undefined, answer: unknown): void {
    const size = this.#sizes.get(lookup) ?? 0;
    if (size >= MAX_ANSWERS) this.#forget(lookup);
    let level = this.#kept.get(lookup);
    if (!level) {
      this.#kept.set(lookup, (level = new Map()));
      for (const table of lookup.tables) this.#tables.add(table);
    }
    if (second === undefined) level.set(key, answer);
    else {
      let inner = level.get(key) as Level | undefined;
      if (!inner) level.set(key, (inner = new Map()));
      inner.set(second, answer);
    }
    this.#sizes.set(lookup, (this.#sizes.get(lookup) ?? 0) + 1);
  }

  /** Forgets what a statement may have changed. */
  changed(sql: string): void {
    let written = this.#written.get(sql);
    if (written === undefined && !this.#written.has(sql)) this.#written.set(sql, (written = readWritten(sql)));
    if (written && !this.#tables.has(written.table)) return;
    for (const lookup of this.#kept.keys()) {
      if (!written || isTouched(lookup, written)) this.#forget(lookup);
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#sizes.clear();
  }

  #forget(lookup: Lookup<unknown>): void {
    this.#kept.delete(lookup);
    this.#sizes.delete(lookup);
  }
}

function isTouched({ tables, regardless }: Lookup<unknown>, { table, columns }: Written): boolean {
  if (!tables.includes(table)) return false;
  return !columns || !regardless || !columns.every((column) => regardless.includes(column));
}
