/** What PostgreSQL is opened with, and how its connections are made. */
import type { ClientConfig } from "pg";
import type { DbOptions } from "./db.ts";

export interface PostgresLimits {
  /** Connections held at most, besides the one that keeps other processes away. */
  readonly connections: number;
  /** Milliseconds that a work waits for a connection. */
  readonly wait_ms: number;
  /** Milliseconds that a statement may take. */
  readonly statement_ms: number;
  /** Milliseconds that the start waits for a server that is not there. */
  readonly start_ms: number;
}

export interface PostgresOptions extends DbOptions {
  readonly url: string;
  readonly now_ms: () => number;
  readonly limits: PostgresLimits;
}

/** Of the time for a statement, how much of it may be spent waiting for a lock: a third. */
const LOCK_SHARE = 1 / 3;
/** A session that has begun a transaction and says nothing for half this time has lost its client, and holds locks. */
const IDLE_SHARE = 1 / 2;
/** How much longer the client waits than the server, so that it is the server that says why. */
const MARGIN_MS = 1000;
/** An idle connection is tried this often, so that one whose other end has gone is noticed. */
const KEEP_ALIVE_MS = 10_000;

/** A connection whose statements may take any time. */
export function patientConfig({ url, limits }: PostgresOptions): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: limits.wait_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "heliogram",
  };
}

/** A connection whose statements the server cancels, and which is given up where the server does not answer. */
export function boundedConfig(options: PostgresOptions): ClientConfig {
  const { statement_ms } = options.limits;
  return {
    ...patientConfig(options),
    statement_timeout: statement_ms,
    lock_timeout: Math.ceil(statement_ms * LOCK_SHARE),
    idle_in_transaction_session_timeout: Math.ceil(statement_ms * IDLE_SHARE),
    query_timeout: statement_ms + MARGIN_MS,
  };
}
