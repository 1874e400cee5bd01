/** A batch: transactions that share one database transaction, from their locks to their commit. */
import type pg from "pg";
import { StoreUnavailable, type DbOptions, type Key, type LookupCall, type Value } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import type { Read } from "../statement.ts";
import { Changes } from "./changes.ts";
import { lockFreeRows, lockRows, lastMessageIds, type LastMessageId } from "./chat-locks.ts";
import { isChatLookup } from "./chat-lookup.ts";
import type { ColumnTypes } from "./column-types.ts";
import { ConnectionBroken, type ConnectionPool } from "./connection-pool.ts";
import { isBusy, isLockTimeout } from "./errors.ts";
import { finalStatements, lastSeqsIn } from "./final-statements.ts";
import { LockedRow } from "./locked-row.ts";
import { lookupStatement, nameOf, RequestQueue, rowsPerKey } from "./lookup-requests.ts";
import { runPipeline, type Result, type Row } from "./pipeline.ts";
import type { CachedRow, RowCache } from "./row-cache.ts";
import { ReadAgain, RunDedicated } from "./run-again.ts";
import { BEGIN, bind, COMMIT, preparedOf, ROLLBACK, type BoundStatement } from "./statements.ts";
import { afterMicrotasks } from "./turns.ts";
import { UsedRows } from "./used-rows.ts";
import { versionsIn } from "./versions.ts";

/** A transaction of a batch. */
export interface BatchMember {
  /** Complete when its body has returned. */
  readonly changes: Changes;
  /** What it will look up first. */
  readonly wanted: readonly LookupCall[];
  /** Whether it may use cached values, which the batch checks. */
  readonly usesCache: boolean;
  batch: Batch | undefined;
  /** Stops a body that has not returned, because the batch has failed. */
  abandon(error: unknown): void;
}

/** A transaction that waits for the row of a chat. */
export interface LockRequest {
  readonly tx: BatchMember;
  readonly lookup: Lookup<unknown>;
  readonly keys: readonly Key[];
  /** Identifies the lookup with its keys. */
  readonly name: string;
  readonly grant: (row: LockedRow | undefined) => void;
}

/** Requests for rows by one lookup. */
interface LockGroup {
  readonly lookup: Lookup<unknown>;
  readonly keys: (readonly Key[])[];
  /** The requests for each key. */
  readonly requests: LockRequest[][];
}

export interface BatchOptions {
  readonly pool: ConnectionPool;
  readonly columnTypes: (client: pg.ClientBase) => Promise<ColumnTypes>;
  readonly now_s: () => number;
  readonly cache: RowCache;
  readonly committed: DbOptions["committed"];
  /** Whether to wait for rows that another database transaction has locked. */
  readonly waitsForLocks: boolean;
  /** Called with requests for rows that another database transaction has locked. They leave the batch. */
  readonly onLockedElsewhere: (requests: readonly LockRequest[]) => void;
}

export class Batch {
  readonly changes = new Changes();
  readonly #options: BatchOptions;
  readonly #requests: RequestQueue;
  /** Values of lookups. All of them were read after the locks were taken, which protect them. */
  readonly #values = new Map<Lookup<unknown>, Map<Key, Promise<unknown>>>();
  readonly #rows = new Map<number, LockedRow>();
  readonly #members = new Set<BatchMember>();
  /** Resolves when every body has returned; rejects when a statement has failed. */
  readonly #bodies = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  /** Cached values that bodies have used, before anything was locked. */
  readonly #used = new UsedRows();
  /** Chats that are cached, whose newest message ids the batch may change. */
  readonly #chats: { readonly cached: CachedRow; readonly row: LockedRow }[] = [];
  #running = 0;
  #connecting: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  #stopWatching: () => void = () => {};
  #hasBegun = false;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#requests = new RequestQueue(() => afterMicrotasks(() => void this.#send()), options.cache);
    // Those who wait are told by their own promises.
    this.#ended.promise.catch(() => {});
    this.#bodies.promise.catch(() => {});
  }

  /** Resolves when the batch is durable. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  lookUp<T>(lookup: Lookup<T>, keys: readonly Key[]): Promise<T | undefined> {
    let values = this.#values.get(lookup as Lookup<unknown>);
    if (!values) this.#values.set(lookup as Lookup<unknown>, (values = new Map()));
    const name = nameOf(keys);
    let value = values.get(name);
    if (!value) values.set(name, (value = this.#find(lookup as Lookup<unknown>, name, keys)));
    return value as Promise<T | undefined>;
  }

  all(statement: Read, values: readonly Value[]): Promise<Row[]> {
    return this.#requests.all(bind(preparedOf(statement), values));
  }

  /** Ends the part of a transaction that has run, with what it has changed. */
  leave(changes: Changes): void {
    this.changes.add(changes);
    this.#running -= 1;
    if (this.#running === 0) this.#bodies.resolve();
  }

  /**
   * Runs the transactions that wait for rows, and commits them with those that have already returned.
   * @param areCached - whether the rows, and what is wanted of them, are cached: then the bodies run before the locks
   * @returns the error if it failed; every transaction is then rejected with it
   */
  async run(
    waiting: readonly LockRequest[],
    returned: readonly BatchMember[],
    areCached: boolean,
  ): Promise<Error | undefined> {
    this.#running = waiting.length;
    for (const { tx } of waiting) this.#members.add(tx);
    for (const { changes } of returned) this.changes.add(changes);
    let isCommitting = false;
    try {
      if (waiting.length > 0) {
        if (areCached) this.#grantCached(waiting);
        else await this.#lock(await this.#connected(), waiting);
        await this.#bodies.promise;
      }
      const client = await this.#connected();
      const types = this.changes.rows.length > 0 ? await this.#options.columnTypes(client) : NO_TYPES;
      isCommitting = true;
      await this.#commit(client, types);
      this.#stopWatching();
      client.release();
      for (const { cached, row } of this.#chats) cached.last_message_id = row.last_message_id;
      this.#ended.resolve();
      return undefined;
    } catch (error) {
      return this.#fail(error, isCommitting);
    }
  }

  /** The connection of the batch. Bodies do not go on when the server has ended the session, which it does after a while. */
  #connected(): Promise<pg.PoolClient> {
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#options.pool.connect();
    this.#client = client;
    this.#stopWatching = this.#options.pool.onBreak(client, this.#bodies.reject);
    return client;
  }

  /** Where nothing was sent yet: the statements that begin, and lock and check what bodies have used. */
  #beginning(): BoundStatement[] {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    return [BEGIN, ...this.#used.checks()];
  }

  async #commit(client: pg.PoolClient, types: ColumnTypes): Promise<void> {
    const beginning = this.#beginning();
    if (this.changes.isEmpty) {
      await runPipeline(client, [...beginning, ROLLBACK]);
      return;
    }
    const statements = finalStatements(this.changes, types, this.#options.now_s());
    const results = await runPipeline(client, [...beginning, ...statements, COMMIT]);
    if (results.at(-1)!.command !== "COMMIT") throw new Error("the server has rolled back a batch");
    if (this.changes.notes.length > 0) this.#observe(results.slice(beginning.length));
  }

  #observe(results: readonly Result[]): void {
    this.changes.numberNotes(lastSeqsIn(results));
    this.#options.committed?.(this.changes.notes);
  }

  /** Grants rows that are cached. */
  #grantCached(waiting: readonly LockRequest[]): void {
    for (const { lookup, keys, requests } of groupsOf(waiting)) {
      for (const [i, same] of requests.entries()) {
        const cached = this.#options.cache.get(lookup, nameOf(keys[i]!))!;
        this.#used.addChat(cached);
        const row = new LockedRow(keys[i]![0] as number, cached.value, cached.last_message_id);
        this.#rows.set(row.id, row);
        this.#chats.push({ cached, row });
        this.#join(same, row);
      }
    }
  }

  /** A cached value, as long as nothing is locked; otherwise the value is read. */
  #find(lookup: Lookup<unknown>, name: Key, keys: readonly Key[]): Promise<unknown> {
    const cached = this.#hasBegun || isChatLookup(lookup) ? undefined : this.#options.cache.get(lookup, name);
    if (!cached) return this.#requests.lookUp(lookup, keys);
    this.#used.add(lookup, cached);
    return Promise.resolve(cached.value);
  }

  async #lock(client: pg.PoolClient, waiting: readonly LockRequest[]): Promise<void> {
    const groups = groupsOf(waiting);
    const lock = this.#options.waitsForLocks ? lockRows : lockFreeRows;
    const statements = groups.flatMap(({ lookup, keys }) => [lock(lookup, keys), lastMessageIds(keys)]);
    this.#hasBegun = true;
    for (const { tx } of waiting) for (const { lookup, keys } of tx.wanted) void this.lookUp(lookup, keys);
    const wanted = this.#requests.take();
    const results = await runPipeline(client, [BEGIN, ...statements, ...wanted.statements]);
    wanted.settle(results.slice(1 + statements.length));
    const missing: LockGroup[] = [];
    for (const [i, group] of groups.entries()) {
      const left = this.#grant(group, results[1 + 2 * i]!, results[2 + 2 * i]!);
      if (left.keys.length > 0) missing.push(left);
    }
    if (missing.length > 0) await this.#sortMissing(client, missing);
  }

  /** Grants the rows of a group that are locked now. @returns the others */
  #grant({ lookup, keys, requests }: LockGroup, locked: Result, last: Result): LockGroup {
    const rows = rowsPerKey(keys.length, locked.rows, locked.positions);
    const lastIdOf = new Map((last.rows as unknown as LastMessageId[]).map((row) => [row.id, row.last_message_id]));
    const missing: LockGroup = { lookup, keys: [], requests: [] };
    for (const [i, same] of requests.entries()) {
      const [found] = rows[i]!;
      if (found) this.#join(same, this.#lockedRow(lookup, found, lastIdOf.get(found.id as number) ?? 0));
      else {
        missing.keys.push(keys[i]!);
        missing.requests.push(same);
      }
    }
    return missing;
  }

  /** Two lookups may have found the same row. */
  #lockedRow(lookup: Lookup<unknown>, found: Row, last_message_id: number): LockedRow {
    const id = found.id as number;
    let row = this.#rows.get(id);
    if (!row) {
      const value = lookup.decode([found] as never[]);
      const noted = { keys: [id], value, versions: versionsIn(lookup, found) };
      const cached = this.#options.cache.note(lookup, id, noted, last_message_id);
      this.#rows.set(id, (row = new LockedRow(id, cached.value, last_message_id)));
      this.#chats.push({ cached, row });
    }
    return row;
  }

  #join(requests: readonly LockRequest[], row: LockedRow | undefined): void {
    for (const { tx, grant } of requests) {
      tx.batch = this;
      if (row) row.acquire(() => grant(row));
      else grant(undefined);
    }
  }

  /** Rows that were not locked: there are none, or another database transaction has locked them. */
  async #sortMissing(client: pg.PoolClient, missing: readonly LockGroup[]): Promise<void> {
    const results = await runPipeline(
      client,
      missing.map(({ lookup, keys }) => lookupStatement(lookup.sql, keys)),
    );
    const elsewhere: LockRequest[] = [];
    for (const [i, { keys, requests }] of missing.entries()) {
      const rows = rowsPerKey(keys.length, results[i]!.rows, results[i]!.positions);
      for (const [k, same] of requests.entries()) {
        if (rows[k]!.length === 0) this.#join(same, undefined);
        else {
          this.#options.cache.isContended(same[0]!.lookup, nameOf(same[0]!.keys));
          elsewhere.push(...same);
        }
      }
    }
    for (const { tx } of elsewhere) this.#members.delete(tx);
    if (elsewhere.length > 0) this.#options.onLockedElsewhere(elsewhere);
    this.#running -= elsewhere.length;
    if (this.#running === 0) this.#bodies.resolve();
  }

  async #send(): Promise<void> {
    // What was wanted has been sent with the locks.
    if (this.#requests.isEmpty) return;
    const requests = this.#requests.take();
    try {
      const client = await this.#connected();
      const beginning = this.#beginning();
      const results = await runPipeline(client, [...beginning, ...requests.statements]);
      requests.settle(results.slice(beginning.length));
    } catch (error) {
      // The bodies that wait for it do not go on.
      this.#bodies.reject(error);
    }
  }

  async #fail(error: unknown, isCommitting: boolean): Promise<Error> {
    this.#stopWatching();
    const client = this.#client;
    const broken = client && this.#options.pool.breakOf(client, error);
    const told = broken
      ? new ConnectionBroken("the connection broke", {
          in_doubt: isCommitting && !this.changes.isEmpty,
          cause: error,
        })
      : this.#errorFor(error);
    if (told instanceof StoreUnavailable) this.#options.cache.clear();
    for (const { cached } of this.#chats) cached.isSuspect = true;
    for (const tx of this.#members) tx.abandon(told);
    this.#ended.reject(told);
    if (broken) client.release(broken);
    else if (client) await this.#options.pool.rollBack(client);
    return told;
  }

  /** What the transactions of a failed batch are told. */
  #errorFor(error: unknown): Error {
    if (error instanceof StoreUnavailable) return error;
    const isOwnLock = isLockTimeout(error) && !this.#options.waitsForLocks;
    if (isBusy(error) && !isOwnLock) return new StoreUnavailable("the database is too busy", { cause: error });
    if (!this.#used.isEmpty) {
      this.#used.suspect();
      return new ReadAgain(error);
    }
    // A conflict, or a statement of one body. The others are not to suffer from it.
    return new RunDedicated(error);
  }
}

const NO_TYPES: ColumnTypes = new Map();

function groupsOf(requests: readonly LockRequest[]): LockGroup[] {
  const groups = new Map<Lookup<unknown>, LockGroup>();
  const byName = new Map<string, LockRequest[]>();
  for (const request of requests) {
    const same = byName.get(request.name);
    if (same) {
      same.push(request);
      continue;
    }
    const first = [request];
    byName.set(request.name, first);
    let group = groups.get(request.lookup);
    if (!group) groups.set(request.lookup, (group = { lookup: request.lookup, keys: [], requests: [] }));
    group.keys.push(request.keys);
    group.requests.push(first);
  }
  return [...groups.values()];
}
