/** Requests of transactions that wait for the next pipeline: lookups of one kind become one statement. */
import type { Key } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import { isChatLookup } from "./chat-lookup.ts";
import type { Result, Row } from "./pipeline.ts";
import type { RowCache } from "./row-cache.ts";
import { arrayLiteral, bind, prepare, type BoundStatement } from "./statements.ts";
import { versionsIn, withVersions } from "./versions.ts";

/** One lookup with all keys that are asked for. */
interface LookupGroup {
  readonly keys: (readonly Key[])[];
  readonly waiting: PromiseWithResolvers<unknown>[];
  readonly byKey: Map<Key, Promise<unknown>>;
}

interface SelectRequest {
  readonly statement: BoundStatement;
  readonly waiting: PromiseWithResolvers<Row[]>;
}

/** The statements of a pipeline, and what to do with its results. */
export interface RoundRequests {
  readonly statements: BoundStatement[];
  settle(results: readonly Result[]): void;
  fail(error: unknown): void;
}

export class RequestQueue {
  #lookups = new Map<Lookup<unknown>, LookupGroup>();
  #selects: SelectRequest[] = [];
  readonly #onFirst: () => void;
  readonly #cache: RowCache | undefined;

  /**
   * @param onFirst - called with the first request of a pipeline
   * @param cache - notes the values that are found
   */
  constructor(onFirst: () => void, cache?: RowCache) {
    this.#onFirst = onFirst;
    this.#cache = cache;
  }

  get isEmpty(): boolean {
    return this.#lookups.size + this.#selects.length === 0;
  }

  /** Requests that wait. */
  get size(): number {
    let size = this.#selects.length;
    for (const { keys } of this.#lookups.values()) size += keys.length;
    return size;
  }

  lookUp<T>(lookup: Lookup<T>, keys: readonly Key[]): Promise<T | undefined> {
    if (this.isEmpty) this.#onFirst();
    let group = this.#lookups.get(lookup as Lookup<unknown>);
    if (!group) {
      group = { keys: [], waiting: [], byKey: new Map() };
      this.#lookups.set(lookup as Lookup<unknown>, group);
    }
    const name = nameOf(keys);
    let promise = group.byKey.get(name);
    if (!promise) {
      const waiting = Promise.withResolvers<unknown>();
      group.keys.push(keys);
      group.waiting.push(waiting);
      group.byKey.set(name, (promise = waiting.promise));
    }
    return promise as Promise<T | undefined>;
  }

  all(statement: BoundStatement): Promise<Row[]> {
    if (this.isEmpty) this.#onFirst();
    const waiting = Promise.withResolvers<Row[]>();
    this.#selects.push({ statement, waiting });
    return waiting.promise;
  }

  /** Takes all requests that wait. */
  take(): RoundRequests {
    const [lookups, selects, cache] = [[...this.#lookups], this.#selects, this.#cache];
    this.#lookups = new Map();
    this.#selects = [];
    return {
      statements: [
        ...lookups.map(([lookup, { keys }]) => lookupStatement(cache ? withVersions(lookup) : lookup.sql, keys)),
        ...selects.map((each) => each.statement),
      ],
      settle(results) {
        for (const [i, [lookup, group]] of lookups.entries()) settleGroup(lookup, group, results[i]!, cache);
        for (const [i, { waiting }] of selects.entries()) waiting.resolve(results[lookups.length + i]!.rows);
      },
      fail(error) {
        for (const [, { waiting }] of lookups) for (const each of waiting) each.reject(error);
        for (const { waiting } of selects) waiting.reject(error);
      },
    };
  }
}

/** The name of a lookup's keys, to find the same ones again. */
export function nameOf(keys: readonly Key[]): Key {
  return keys.length === 1 ? keys[0]! : keys.join(" ");
}

function settleGroup(
  lookup: Lookup<unknown>,
  { keys, waiting }: LookupGroup,
  { rows, positions }: Result,
  cache: RowCache | undefined,
): void {
  const perKey = rowsPerKey(keys.length, rows, positions);
  for (const [i, each] of waiting.entries()) {
    const [row] = perKey[i]!;
    const value = lookup.decode(perKey[i] as never[]);
    // The last message id of a chat is read with its lock alone.
    if (!cache || !lookup.versionedBy || !row || isChatLookup(lookup)) each.resolve(value);
    else {
      const found = { keys: keys[i]!, value, versions: versionsIn(lookup, row) };
      each.resolve(cache.note(lookup, nameOf(keys[i]!), found).value);
    }
  }
}

/** The rows of each key. With one key there are no positions. */
export function rowsPerKey(keys: number, rows: readonly Row[], positions: readonly number[]): Row[][] {
  if (keys === 1) return [rows as Row[]];
  const found = Array.from({ length: keys }, (): Row[] => []);
  for (const [i, row] of rows.entries()) found[positions[i]! - 1]!.push(row);
  return found;
}

/** A statement that answers a lookup for all keys; for several, with the position of the key before each row. */
export function lookupStatement(sql: string, keys: readonly (readonly Key[])[]): BoundStatement {
  if (keys.length === 1) return bind(prepare(sql), keys[0]!);
  return { ...prepare(forManyKeys(sql, keyTypes(keys[0]!))), values: columnsOf(keys), hasPosition: true };
}

/** The types of keys in statements. */
export function keyTypes(keys: readonly Key[]): string[] {
  return keys.map((key) => (typeof key === "number" ? "bigint" : "text"));
}

/** Rows of keys as one array for each column. */
export function columnsOf(rows: readonly (readonly Key[])[]): string[] {
  return rows[0]!.map((_, column) => arrayLiteral(rows.map((row) => row[column]!)));
}

const manyKeys = new Map<string, string>();

function forManyKeys(sql: string, types: readonly string[]): string {
  const id = `${types.join()} ${sql}`;
  let text = manyKeys.get(id);
  if (text === undefined) {
    let n = 0;
    const arrays = types.map((type) => `cast(? as ${type}[])`).join(", ");
    const columns = types.map((_, i) => `key_${i + 1}`).join(", ");
    text = `select k.at, l.* from unnest(${arrays}) with ordinality as k (${columns}, at)
      cross join lateral (${sql.replaceAll("?", () => `k.key_${++n}`)}) as l`;
    manyKeys.set(id, text);
  }
  return text;
}
