/** PostgreSQL behind `Db`: a pool, one transaction for each work, the few works that may be tried again. */
import pg from "pg";
import { StoreUnavailable, type Awaitable, type Db, type NewEvent, type ReadTx, type Tx, type Words } from "./db.ts";
import { endsSession, hasNoAnswer, isBusy, isConflict } from "./postgres-faults.ts";
import { takeLeave, type Guard } from "./postgres-guard.ts";
import { boundedConfig, patientConfig, type PostgresOptions } from "./postgres-options.ts";
import { HOLD, Work } from "./postgres-work.ts";
import { writeEvents } from "./streams.ts";

const WORDS: Words = {
  fold: (expression) => `lower(${expression} collate "und-x-icu")`,
  numbers: "(select cast(value as bigint) from json_array_elements_text(cast(? as json)))",
  pairs: `(select cast(value ->> 0 as bigint) as first, cast(value ->> 1 as bigint) as second
    from json_array_elements(cast(? as json)))`,
};

const READ = "begin transaction isolation level repeatable read, read only";
const WRITE = "begin";

/** Connections for works that take long: they never take those of sends. */
const CONNECTIONS_APART = 2;

const TRIES = 4;
/** Milliseconds between two looks for what became of a commit in doubt. */
const SETTLE_MS = 1000;

/** bigint: every number of ours lies inside ±2^53, which migrations and fields see to. */
const INT8 = 20;

/** The connection broke before the commit: nothing was changed, and another one may do. */
class Broken extends StoreUnavailable {}

/** What keeps other processes away. */
type Hold = Pick<Guard, "held" | "close">;

/** The database at an address that this process has to itself. `patient`: a statement may take any time. */
export function openPostgres(options: PostgresOptions, guard: Hold, patient = false): Db {
  const config = patient ? patientConfig(options) : boundedConfig(options);
  return new PostgresDb(options, guard, config);
}

class PostgresDb implements Db {
  readonly words = WORDS;
  readonly #options: PostgresOptions;
  readonly #guard: Hold;
  readonly #pool: pg.Pool;
  readonly #apart: pg.Pool;
  /** Connections that broke, and why. */
  readonly #broken = new WeakMap<pg.ClientBase, Error>();
  /** The last work was told that the database is not available. */
  #away = false;
  #closed = false;

  constructor(options: PostgresOptions, guard: Hold, config: pg.ClientConfig) {
    this.#options = options;
    this.#guard = guard;
    this.#pool = this.#open(config, options.limits.connections);
    this.#apart = this.#open(config, CONNECTIONS_APART);
  }

  read<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    return this.#persist(() => this.#perform(this.#pool, READ, async (client) => work(new Work(client))));
  }

  readApart<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    return this.#persist(() => this.#perform(this.#apart, READ, async (client) => work(new Work(client))));
  }

  async write<T>(work: (tx: Tx) => Awaitable<T>): Promise<T> {
    let events: NewEvent[] = [];
    const moved = () => [...new Set(events.map((event) => event.stream))];
    try {
      const value = await this.#persist(() =>
        this.#perform(this.#pool, WRITE, async (client) => {
          const tx = new Work(client);
          events = tx.events;
          const value = await work(tx);
          if (events.length > 0) await writeEvents(tx, events, Math.floor(this.#options.now_ms() / 1000));
          return value;
        }),
      );
      if (events.length > 0) this.#options.poke(moved());
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailable && error.in_doubt && events.length > 0) this.#settle(moved());
      throw error;
    }
  }

  async size(): Promise<number> {
    const row = await this.read((tx) =>
      tx.get<{ bytes: number }>("select pg_database_size(current_database()) as bytes"),
    );
    return row!.bytes;
  }

  /** PostgreSQL keeps its own. */
  logBytes(): number {
    return 0;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await takeLeave(this.#options, Promise.all([this.#pool.end(), this.#apart.end()]));
    await this.#guard.close();
  }

  #open(config: pg.ClientConfig, max: number): pg.Pool {
    const types: pg.CustomTypesConfig = {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    };
    const pool = new pg.Pool({ ...config, max, types });
    // For as long as it lives: without a listener, a connection that breaks during a work would end the process.
    pool.on("connect", (client) => client.on("error", (error) => this.#broken.set(client, error)));
    // An idle connection that breaks is replaced by the pool; the next work sees the fault if it persists.
    pool.on("error", () => {});
    return pool;
  }

  /** Runs a work again that met a conflict, or whose connection broke before anything was kept. */
  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await work();
        if (this.#away) this.#options.back?.();
        this.#away = false;
        return value;
      } catch (error) {
        if (attempt < TRIES && mayTryAgain(error)) continue;
        if (error instanceof StoreUnavailable) this.#away = true;
        throw error;
      }
    }
  }

  async #perform<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect(pool);
    let broken: Error | undefined;
    let committing = false;
    try {
      await client.query(begin);
      const value = await work(client);
      committing = true;
      await client.query("commit");
      return value;
    } catch (error) {
      broken = this.#broken.get(client) ?? (endsSession(error) ? (error as Error) : undefined);
      if (broken) throw new Broken("the connection broke", { in_doubt: committing && begin === WRITE, cause: error });
      broken = await rollback(client);
      if (isBusy(error)) throw new StoreUnavailable("the database is too busy", { cause: error });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** @throws StoreUnavailable when there is no connection in time */
  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const holding = this.#guard.held();
    if (holding) await holding;
    try {
      return await pool.connect();
    } catch (cause) {
      throw new StoreUnavailable("no connection", { cause });
    }
  }

  /**
   * A commit in doubt holds its streams until it is over, one way or the other. Then those who wait for them look: nobody
   * else would tell them.
   */
  #settle(streams: readonly number[]): void {
    const over = this.write(async (tx) => {
      for (const id of [...streams].sort((a, b) => a - b))
        await tx.get(`select id from stream where id = ?${HOLD}`, id);
    });
    over.then(
      () => this.#options.poke(streams),
      () => {
        if (!this.#closed) this.#options.after(SETTLE_MS, () => this.#settle(streams));
      },
    );
  }
}

/** Where the server gave no answer in time, another try would take as long again. */
function mayTryAgain(error: unknown): boolean {
  return isConflict(error) || (error instanceof Broken && !error.in_doubt && !hasNoAnswer(error.cause));
}

/** @returns why the connection cannot be used any more, if so */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
