/** Keeps every other process away from a PostgreSQL database: a lock of the session, on a connection of its own. */
import pg from "pg";
import { StoreUnavailable } from "./db.ts";
import { patientConfig, type PostgresOptions } from "./postgres-options.ts";

/** The lock's two numbers, the same for every version: "Heli" in ASCII, and 1 for the whole database. */
const LOCK = [0x48656c69, 1];
/** Milliseconds that the lock is waited for: a process that has just ended may still be on its way out. */
const PATIENCE_MS = 2000;
/** Milliseconds that taking leave of the server may take: one that is out of reach ends the session by itself. */
const LEAVE_MS = 2000;
/** Milliseconds between two tries to take a lost lock again. */
const AGAIN_MS = 1000;
/** The server's word for a lock that was not given in time. */
const NOT_GIVEN = "55P03";

/** The server ends the session of a machine that is gone within half a minute, and never one that is only idle. */
const SESSION = `set lock_timeout = ${PATIENCE_MS}; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4`;

/** A session, as the server tells it from all others. */
interface Session {
  readonly pid: number;
  readonly since: string;
}

/** Another process has the database. */
class InUse extends Error {}

export class Guard {
  readonly #options: PostgresOptions;
  #client: pg.Client | undefined;
  #last: Session | undefined;
  #taking: Promise<void> | undefined;
  #over = false;

  private constructor(options: PostgresOptions) {
    this.#options = options;
  }

  /** @throws when another process has the database, or it cannot be reached */
  static async take(options: PostgresOptions): Promise<Guard> {
    const guard = new Guard(options);
    await guard.#take();
    return guard;
  }

  /** Nothing while this process has the database to itself; otherwise resolves when it has again. @throws StoreUnavailable */
  held(): Promise<void> | undefined {
    if (this.#client) return undefined;
    return (this.#taking ??= this.#takeAgain().finally(() => (this.#taking = undefined)));
  }

  /** Lets the database go. */
  async close(): Promise<void> {
    this.#over = true;
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    await takeLeave(this.#options, client.end());
  }

  async #takeAgain(): Promise<void> {
    if (this.#over) throw new StoreUnavailable("the store is closed", { cause: undefined });
    try {
      await this.#take();
    } catch (cause) {
      if (cause instanceof InUse) {
        this.#over = true;
        this.#options.fatal(cause);
      }
      throw new StoreUnavailable("the lock on the database was lost and cannot be taken again", { cause });
    }
  }

  async #take(): Promise<void> {
    // The server answers at once, but for the lock.
    const query_timeout = PATIENCE_MS + this.#options.limits.wait_ms;
    const client = new pg.Client({ ...patientConfig(this.#options), query_timeout });
    client.on("error", () => this.#lost(client)).on("end", () => this.#lost(client));
    try {
      await client.connect();
      await client.query(SESSION);
      // The server may not have noticed yet that the connection before this one is lost.
      const { pid = 0, since = null } = this.#last ?? {};
      const own = "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2";
      await client.query(own, [pid, since]);
      await client.query("select pg_advisory_lock($1, $2)", LOCK);
      const { rows } = await client.query<Session>(
        "select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()",
      );
      this.#last = rows[0];
    } catch (error) {
      client.end().catch(() => {});
      if ((error as { code?: string }).code === NOT_GIVEN) throw new InUse(inUse(client), { cause: error });
      throw error;
    }
    if (this.#over) await client.end();
    else this.#client = client;
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#over) this.#tryAgain();
  }

  /** Also where nobody asks for anything: another process must not take the database unnoticed. */
  #tryAgain(): void {
    this.held()?.catch(() => {
      if (!this.#over) this.#options.after(AGAIN_MS, () => this.#tryAgain());
    });
  }
}

/** Waits for the end of a connection, or of several, but not for a server that does not answer. */
export async function takeLeave({ after }: Pick<PostgresOptions, "after">, end: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancel = after(LEAVE_MS, late.resolve);
  await Promise.race([end, late.promise]);
  cancel();
}

function inUse({ database, host }: pg.Client): string {
  return `the database ${database} on ${host} is in use by another process of Heliogram: one process at a time may serve it`;
}
