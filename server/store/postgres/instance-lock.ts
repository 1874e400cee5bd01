/**
 * The instance lock: a session-level advisory lock on a connection of its own. Nodes share it; migrations and commands
 * that need the database to themselves have it alone. Heartbeats of the node are written on the same connection.
 */
import pg from "pg";
import { StoreUnavailable, type Heartbeats } from "../db.ts";
import { newerSchemaSentence } from "../migrate.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";
import { checkPostgres } from "./server-checks.ts";

/** The lock's two numbers, the same for every version: "Heli" in ASCII, and 1 for the whole database. */
const LOCK = [0x48656c69, 1];
/** Held from the check of the schema to the last migration, so that nodes that start together migrate one by one. */
const MIGRATION_LOCK = [0x48656c69, 2];
/** Milliseconds to wait for the lock: a process that is ending may still hold it. */
const LOCK_WAIT_MS = 2000;
/** Milliseconds to wait for the end of a connection. A server that is out of reach ends the session by itself. */
const END_MS = 2000;
/** Milliseconds between two attempts to acquire a lost lock again. */
const RETRY_MS = 1000;
/** Milliseconds that a heartbeat may take. It is less than a lease lasts, so that another connection can be tried. */
const BEAT_MS = 2000;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = "55P03";
const INT8 = 20;

/** The server ends the session of a lost client within half a minute, and never a session that is only idle. */
const SESSION_SETTINGS = `; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4`;

/** One statement is one round trip. The part that reads sees the row as it was before the heartbeat. */
const BEAT = `with own as (update node set beat = beat + 1 where id = $1 returning id)
  select id, beat, is_leaving, exists (select from own) as is_member,
    cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as now_ms from node`;

interface BeatRow {
  readonly id: string;
  readonly beat: number;
  readonly is_leaving: number;
  readonly is_member: boolean;
  readonly now_ms: number;
}

/** What to do when a command needs a database that nodes have. */
const BY_A_NODE = "run the command with the data folder of a node, or stop all nodes first";

/** The database cannot be used by this process, now or later. */
class Refused extends Error {}

export class InstanceLock {
  readonly #options: PostgresOptions;
  readonly #isAlone: boolean;
  readonly #advice: string;
  readonly #lock_wait_ms: number;
  /** The statement that limits how long a session waits for a lock. */
  readonly #lock_timeout: string;
  #client: pg.Client | undefined;
  /** The number of the schema that this process works with. Undefined during the start. */
  #schema: number | undefined;
  #acquiring: Promise<void> | undefined;
  #isClosed = false;

  private constructor(options: PostgresOptions, isAlone: boolean, advice: string) {
    this.#options = options;
    this.#isAlone = isAlone;
    this.#advice = advice;
    this.#lock_wait_ms = options.limits.lock_wait_ms ?? LOCK_WAIT_MS;
    this.#lock_timeout = `set lock_timeout = ${this.#lock_wait_ms}`;
  }

  /**
   * Checks the server as well.
   * @param isAlone - whether no other process may have the database
   * @param advice - what to do when another process has it
   * @throws Error with a sentence for the operator, or the driver's error when the server cannot be reached
   */
  static async acquire(options: PostgresOptions, isAlone: boolean, advice = BY_A_NODE): Promise<InstanceLock> {
    const instanceLock = new InstanceLock(options, isAlone, advice);
    await instanceLock.#acquire();
    return instanceLock;
  }

  /**
   * Applies the missing migrations, while no other process has the database.
   * @param known - the number of the newest schema that this version knows
   * @throws Error when nodes of an earlier version run
   */
  async migrate(known: number, apply: () => Promise<void>): Promise<void> {
    const client = this.#client!;
    const schema = await schemaOf(client);
    if (schema > known) throw new Error(newerSchemaSentence(schema, known));
    if (schema < known) await this.#migrateAlone(client, known, apply);
    this.#schema = known;
  }

  /** `undefined` while this process has the lock; otherwise resolves when it has it again. @throws StoreUnavailable */
  whenHeld(): Promise<void> | undefined {
    if (this.#client) return undefined;
    return (this.#acquiring ??= this.#reacquire().finally(() => (this.#acquiring = undefined)));
  }

  /** Writes a heartbeat of the node and reads those of all. @throws StoreUnavailable */
  async beat(node_id: string): Promise<Heartbeats> {
    await this.whenHeld();
    const client = this.#client;
    if (!client) throw new StoreUnavailable("the store is closed", { cause: undefined });
    try {
      const query = within(BEAT_MS, { name: "beat", text: BEAT, values: [node_id] });
      const { rows } = await client.query<BeatRow>(query);
      const [row] = rows;
      if (!row) return { isMember: false, nodes: [], now_ms: undefined };
      const nodes = rows.map(({ id, beat, is_leaving }) => ({ id, beat, isLeaving: is_leaving === 1 }));
      return { isMember: row.is_member, nodes, now_ms: row.now_ms };
    } catch (cause) {
      // A connection whose server does not respond is given up: another one may reach it.
      this.#onLost(client);
      drop(client);
      throw new StoreUnavailable("the heartbeat was not written", { cause });
    }
  }

  /** Releases the lock. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    await endWithin(this.#options, client.end());
  }

  async #migrateAlone(client: pg.Client, known: number, apply: () => Promise<void>): Promise<void> {
    if (!this.#isAlone) await unlock(client, LOCK, "_shared");
    // Another node may be migrating, which takes as long as it takes.
    await client.query("set lock_timeout = 0");
    await client.query(within(FOREVER_MS, { text: "select pg_advisory_lock($1, $2)", values: MIGRATION_LOCK }));
    await client.query(this.#lock_timeout);
    const isApplied = (await schemaOf(client)) === known;
    if (!isApplied) {
      if (!this.#isAlone) await lock(client, LOCK, "", nodesRunSentence(client));
      await apply();
    }
    if (!this.#isAlone) {
      await lock(client, LOCK, "_shared", inUseSentence(client));
      if (!isApplied) await unlock(client, LOCK, "");
    }
    await unlock(client, MIGRATION_LOCK, "");
  }

  async #reacquire(): Promise<void> {
    if (this.#isClosed) throw new StoreUnavailable("the store is closed", { cause: undefined });
    try {
      await this.#acquire();
    } catch (cause) {
      if (cause instanceof Refused) {
        this.#isClosed = true;
        this.#options.fatal(cause);
      }
      throw new StoreUnavailable("the lock on the database was lost and cannot be taken again", { cause });
    }
  }

  async #acquire(): Promise<void> {
    // The server responds at once to everything but requests for locks.
    const query_timeout = this.#lock_wait_ms + this.#options.limits.wait_ms;
    const client = new pg.Client({ ...unboundedConfig(this.#options), query_timeout, types: NUMBERS });
    client.on("error", () => this.#onLost(client)).on("end", () => this.#onLost(client));
    try {
      await client.connect();
      if (this.#schema === undefined) await checkPostgres(client);
      await client.query(this.#lock_timeout + SESSION_SETTINGS);
      const sentence = this.#isAlone ? notAloneSentence(client, this.#advice) : inUseSentence(client);
      await lock(client, LOCK, this.#isAlone ? "" : "_shared", sentence);
      // Nodes of a newer version may have migrated it while this process had no lock.
      const schema = this.#schema === undefined ? 0 : await schemaOf(client);
      if (this.#schema !== undefined && schema !== this.#schema)
        throw new Refused(newerSchemaSentence(schema, this.#schema));
    } catch (error) {
      drop(client);
      throw error;
    }
    if (this.#isClosed) await client.end();
    else this.#client = client;
  }

  #onLost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#isClosed) this.#retry();
  }

  /** Retries also while there are no transactions: a newer version must not take the database unnoticed. */
  #retry(): void {
    this.whenHeld()?.catch(() => {
      if (!this.#isClosed) this.#options.after(RETRY_MS, () => this.#retry());
    });
  }
}

const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** The longest time of a timer. */
const FOREVER_MS = 2 ** 31 - 1;

/** A query with a time limit of its own. The types of `pg` lack it. */
function within(query_timeout: number, query: pg.QueryConfig): pg.QueryConfig {
  return Object.assign(query, { query_timeout });
}

type Mode = "" | "_shared";

/** @throws Refused with the sentence when another process has the lock */
async function lock(client: pg.Client, key: readonly number[], mode: Mode, sentence: string): Promise<void> {
  try {
    await client.query(`select pg_advisory_lock${mode}($1, $2)`, [...key]);
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new Refused(sentence, { cause: error });
    throw error;
  }
}

async function unlock(client: pg.Client, key: readonly number[], mode: Mode): Promise<void> {
  await client.query(`select pg_advisory_unlock${mode}($1, $2)`, [...key]);
}

/** The number of the last migration that was applied; 0 in an empty database. */
async function schemaOf(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ name: string | null }>("select to_regclass('meta') as name");
  if (tables[0]!.name === null) return 0;
  const { rows } = await client.query<{ value: string }>("select value from meta where key = 'schema'");
  return Number(rows[0]?.value ?? 0);
}

/** Ends a connection that may be broken. */
function drop(client: pg.Client): void {
  client.end().catch(() => {});
}

/** Waits for connections to end, but not longer than `END_MS`. */
export async function endWithin({ after }: Pick<PostgresOptions, "after">, end: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancel = after(END_MS, late.resolve);
  await Promise.race([end, late.promise]);
  cancel();
}

function inUseSentence({ database, host }: pg.Client): string {
  return `the database ${database} on ${host} is in use by another process of Heliogram: an earlier version that serves it alone, a migration, or a command that needs it alone`;
}

function notAloneSentence({ database, host }: pg.Client, advice: string): string {
  return `the database ${database} on ${host} is in use by another process of Heliogram: ${advice}`;
}

function nodesRunSentence({ database, host }: pg.Client): string {
  return `the database ${database} on ${host} lacks migrations of this version, and is in use by another process of Heliogram: stop all nodes of the earlier version first`;
}
