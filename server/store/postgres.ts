/** PostgreSQL behind `Db`: a pool, one transaction for each work, the few conflicts that may be tried again. */
import pg from "pg";
import type { Awaitable, Db, DbOptions, Key, Lookup, NewEvent, ReadTx, Tx, Value, Words } from "./db.ts";
import { bumpMessageIds, writeEvents } from "./streams.ts";

const WORDS: Words = { fold: (expression) => `lower(${expression} collate "und-x-icu")` };
/** Ends a `select` whose row must not change until the transaction ends. */
const HOLD = " for update";

/** Serialization failure, deadlock, and (23505) the lost race of two inserts: the same work, run again, can succeed. */
const AGAIN = new Set(["40001", "40P01", "23505"]);
const TRIES = 4;

/** bigint: every number of ours lies inside ±2^53, which migrations and fields see to. */
const INT8 = 20;

interface PostgresOptions extends DbOptions {
  readonly url: string;
  readonly now_ms: () => number;
  /** Connections held at most. */
  readonly connections?: number;
}

/** Connects to the database at `url`. Migrations are the caller's next step. */
export function openPostgres(options: PostgresOptions): Db {
  return new PostgresDb(options);
}

class PostgresDb implements Db {
  readonly words = WORDS;
  readonly #options: PostgresOptions;
  readonly #pool: pg.Pool;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections ?? 10,
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
      },
    });
    // An idle connection that breaks is replaced by the pool; the next work sees the fault if it persists.
    this.#pool.on("error", () => {});
  }

  read<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    return this.#withClient("begin transaction isolation level repeatable read, read only", async (client) =>
      work(new Work(client)),
    );
  }

  async write<T>(work: (tx: Tx) => Awaitable<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let events: NewEvent[] = [];
      try {
        const value = await this.#withClient("begin", async (client) => {
          const tx = new Work(client);
          events = tx.events;
          const value = await work(tx);
          if (events.length > 0) await writeEvents(tx, events, Math.floor(this.#options.now_ms() / 1000));
          return value;
        });
        if (events.length > 0) this.#options.poke([...new Set(events.map((event) => event.stream))]);
        return value;
      } catch (error) {
        if (attempt === TRIES || !AGAIN.has((error as { code?: string }).code ?? "")) throw error;
      }
    }
  }

  async size(): Promise<number> {
    const row = await this.read((tx) =>
      tx.get<{ bytes: number }>("select pg_database_size(current_database()) as bytes"),
    );
    return row!.bytes;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #withClient<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const value = await work(client);
      await client.query("commit");
      return value;
    } catch (error) {
      try {
        await client.query("rollback");
      } catch (rollbackError) {
        broken = rollbackError as Error;
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

class Work implements Tx {
  readonly events: NewEvent[] = [];
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    const { rows } = await this.#client.query({ ...statement(sql), values });
    return rows as R[];
  }

  async get<R>(sql: string, ...values: Value[]): Promise<R | undefined> {
    const { rows } = await this.#client.query({ ...statement(sql), values });
    return rows[0] as R | undefined;
  }

  lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return this.#answer(lookup, lookup.sql, keys);
  }

  lookUpAndHold<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return this.#answer(lookup, lookup.sql + HOLD, keys);
  }

  async run(sql: string, ...values: Value[]): Promise<void> {
    await this.#client.query({ ...statement(sql), values });
  }

  add(insert: string, ...values: Value[]): Promise<void> {
    return this.run(insert, ...values);
  }

  takeMessageIds(chat: number, count: number): Promise<number> {
    return bumpMessageIds(this, chat, count);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  async #answer<T>(lookup: Lookup<T>, sql: string, keys: readonly Key[]): Promise<T | undefined> {
    return lookup.answer((await this.all(sql, ...keys)) as never[]);
  }
}

const statements = new Map<string, { name: string; text: string }>();

/** The prepared form of a statement: `?` becomes `$n`, once for each text. */
function statement(sql: string): { name: string; text: string } {
  let known = statements.get(sql);
  if (!known) {
    let n = 0;
    known = { name: `s${statements.size}`, text: sql.replaceAll("?", () => `$${++n}`) };
    statements.set(sql, known);
  }
  return known;
}
